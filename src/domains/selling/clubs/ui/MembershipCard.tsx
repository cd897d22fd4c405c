import { Link } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { formatDay, timeZoneOf } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { fillMessage } from '#ui/fill-message.tsx';
import type { MembershipView } from '../contract.ts';
import { clubCardMessages, DELIVERY_LABELS, membershipMessages as m, REASON_LABELS, STATUS_LABELS } from '../messages.ts';
import { formatExpiry } from './CardExpiry.tsx';
import { MembershipActions, type MembershipActionsProps } from './MembershipActions.tsx';
import '#ui/styles/callout.css';
import './MembershipCard.css';

/** A membership with its next delivery, its past deliveries and its actions. */
export function MembershipCard(props: MembershipActionsProps) {
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
          <p className={`membership-state is-${status}`}>{STATUS_LABELS[status]}</p>
          <h2 className="heading-4">
            <Link to={club.path}>{club.name}</Link>
          </h2>
          <p className="text-muted">
            {fillMessage(m.choice(variant.label, frequency.label), {
              price: <span className="num">{formatMoneyIn(market, variant.price)}</span>,
            })}
          </p>
          {reason && status !== 'active' && <p>{REASON_LABELS[reason]}</p>}
        </div>
      </header>
      <NextDelivery membership={membership} />
      <Skipped {...props} />
      <MembershipActions {...props} />
      <Deliveries membership={membership} />
    </article>
  );
}

/** The skipped delivery with a button that undoes the skip. */
function Skipped({ membership: { id: membershipId, skipped, club }, isSubmitting, onChange }: MembershipActionsProps) {
  const { market } = useMarketConfig();
  if (!skipped) return null;
  const { period, on, until } = skipped;
  return (
    <div className="callout">
      <p>
        {fillMessage(m.skipped, {
          date: <b className="num">{formatDay(market, on)}</b>,
          until: <span className="num">{formatDay(market, until)}</span>,
        })}
      </p>
      <p>
        <button
          type="button"
          className="button button-outline"
          disabled={isSubmitting}
          aria-label={m.undoSkipOf(club.name)}
          onClick={() => void onChange((calls) => calls.unskip({ membershipId, period }))}
        >
          {m.undoSkip}
        </button>
      </p>
    </div>
  );
}

function NextDelivery({ membership: { next, problem, card, address } }: { membership: MembershipView }) {
  const { market } = useMarketConfig();
  return (
    <>
      {problem && (
        <p className="callout has-error" role="alert">
          {m.problems[problem.of]}
        </p>
      )}
      <dl className="membership-facts">
        {next && (
          <div>
            <dt>{m.nextCase}</dt>
            <dd>
              <b className="num">{formatDay(market, next.on)}</b>
              <span className="small text-muted num">{m.total(formatMoneyIn(market, next.total), next.isFreeShipping)}</span>
            </dd>
          </div>
        )}
        <div>
          <dt>{m.card}</dt>
          <dd>
            {card ? clubCardMessages.name(card.brand, card.last4) : m.noCard}
            {card && <span className="small text-muted num">{m.expires(formatExpiry(card))}</span>}
          </dd>
        </div>
        <div>
          <dt>{m.deliveryAddress}</dt>
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
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: timeZoneOf(market) });
  return (
    <>
      {deliveries.length > 0 && (
        <section className="membership-past">
          <h3 className="heading-5">{m.pastCases}</h3>
          <ul>
            {deliveries.map(({ period, on, state, total, orderNumber, orderUrl }) => (
              <li key={period}>
                <span className="num">{formatDay(market, on)}</span>
                <span>
                  {DELIVERY_LABELS[state]}
                  {orderUrl && (
                    <>
                      {', '}
                      <Link className="link" to={orderUrl}>
                        {m.order(orderNumber)}
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
          <summary className="link">{m.history(club.name)}</summary>
          <ol>
            {history.map(({ at, event, words }) => (
              <li key={`${at} ${event}`}>
                <span className="small text-muted num">{dateFormat.format(new Date(at))}</span> {words}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
