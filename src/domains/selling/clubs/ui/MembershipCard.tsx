import { Link } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { MembershipView } from '../contract.ts';
import { DELIVERY_WORDS, REASON_WORDS, STATUS_WORDS } from '../messages.ts';
import { formatDate } from '../model/day-words.ts';
import { MembershipActions, type MembershipWaysProps } from './MembershipActions.tsx';
import '#domains/selling/checkout/ui/checkout.css';
import '#domains/selling/checkout/ui/payment-step.css';
import './membership.css';

const PROBLEM_WORDS = {
  card: 'Your card was declined. We’ll try again on the date below, or you can choose another card here.',
  stock: 'This case is sold out. We’ll check again on the date below and won’t charge you until it’s sent.',
} as const;

/** A membership with its next delivery, its past deliveries and its actions. */
export function MembershipCard(props: MembershipWaysProps) {
  const { membership } = props;
  const { club, variant, frequency, status, reason } = membership;
  const { market } = useMarketConfig();
  return (
    <article className="membership" aria-label={club.name}>
      <header className="membership-head">
        {variant.imageUrl && (
          <div className="backdrop k-mixed">
            <img src={variant.imageUrl} alt="" />
          </div>
        )}
        <div>
          <p className={`membership-state is-${status}`}>{STATUS_WORDS[status]}</p>
          <h2 className="heading-4">
            <Link to={club.path}>{club.name}</Link>
          </h2>
          <p className="text-muted">
            {variant.label}, {frequency.label.toLowerCase()}, <span className="num">{formatMoneyIn(market, variant.price)}</span> a case
          </p>
          {reason && status !== 'active' && <p>{REASON_WORDS[reason]}</p>}
        </div>
      </header>
      <Next membership={membership} />
      <Skipped {...props} />
      <MembershipActions {...props} />
      <Deliveries membership={membership} />
    </article>
  );
}

/** The skipped delivery with a button that undoes the skip. */
function Skipped({ membership: { id: membershipId, skipped, club }, isSubmitting, onChange }: MembershipWaysProps) {
  const { market } = useMarketConfig();
  if (!skipped) return null;
  const { period, on, until } = skipped;
  return (
    <div className="checkout-notice">
      <p>
        You’ve skipped the case due on <b className="num">{formatDate(market, on)}</b>. You can undo this until{' '}
        <span className="num">{formatDate(market, until)}</span>.
      </p>
      <p>
        <button
          type="button"
          className="button button-outline"
          disabled={isSubmitting}
          aria-label={`Undo skip: ${club.name}`}
          onClick={() => void onChange((calls) => calls.unskip({ membershipId, period }))}
        >
          Undo skip
        </button>
      </p>
    </div>
  );
}

function Next({ membership: { next, problem, card, address } }: { membership: MembershipView }) {
  const { market } = useMarketConfig();
  return (
    <>
      {problem && (
        <p className="checkout-notice has-error" role="alert">
          {PROBLEM_WORDS[problem.of]}
        </p>
      )}
      <dl className="membership-facts">
        {next && (
          <div>
            <dt>Next case</dt>
            <dd>
              <b className="num">{formatDate(market, next.on)}</b>
              <span className="small text-muted num">
                {formatMoneyIn(market, next.total)}, delivery {next.isFreeShipping ? 'free' : 'included'}
              </span>
            </dd>
          </div>
        )}
        <div>
          <dt>Card</dt>
          <dd>
            {card ? `${card.brand} ending in ${card.last4}` : 'No card'}
            {card && (
              <span className="small text-muted num">
                Expires {String(card.expiryMonth).padStart(2, '0')}/{card.expiryYear}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Delivery address</dt>
          <dd>
            {address.firstName} {address.lastName}
            <span className="small text-muted">
              {address.address}, {[address.suburb, address.state, address.postcode].filter(Boolean).join(' ')}
            </span>
          </dd>
        </div>
      </dl>
    </>
  );
}

function Deliveries({ membership: { deliveries, history, club } }: { membership: MembershipView }) {
  const { market, locale } = useMarketConfig();
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: timeZoneOf(market) });
  return (
    <>
      {deliveries.length > 0 && (
        <section className="membership-past">
          <h3 className="heading-5">Past cases</h3>
          <ul>
            {deliveries.map(({ period, on, state, total, orderNumber, orderUrl }) => (
              <li key={period}>
                <span className="num">{formatDate(market, on)}</span>
                <span>
                  {DELIVERY_WORDS[state]}
                  {orderUrl && (
                    <>
                      {', '}
                      <Link className="link" to={orderUrl}>
                        order #{orderNumber}
                      </Link>
                    </>
                  )}
                </span>
                <span className="num">{total === null ? '' : formatMoneyIn(market, total)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {history.length > 0 && (
        <details className="membership-log">
          <summary className="link">Membership history: {club.name}</summary>
          <ol>
            {history.map(({ at, event, words }) => (
              <li key={`${at} ${event}`}>
                <span className="small text-muted num">{when.format(new Date(at))}</span> {words}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
