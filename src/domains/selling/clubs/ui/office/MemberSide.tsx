/** The panels beside a member: who they are, what they chose, the card that pays. */
import { Link } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import {
  CARD_LABELS,
  memberActionMessages,
  memberListMessages,
  REASON_NAMES,
  STATUS_NAMES,
  memberMessages as text,
} from '#domains/selling/clubs/messages/office.ts';
import type { OfficeMember } from '#domains/selling/clubs/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { todayIn } from '#markets/market-day.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { formatLongDay } from './format-day.ts';

interface PanelProps {
  readonly member: OfficeMember;
}

interface LinkProps extends PanelProps {
  /** Opens the dialog that sends a link to the member. */
  readonly onSendLink: (about: 'card' | 'address') => void;
}

/** True if a link can reach the member and helps them. */
const canSendLink = ({ customerId, email, status }: OfficeMember): boolean =>
  customerId !== null && email !== '' && (status === 'active' || status === 'paused');

export function MemberPanel({ member, onSendLink }: LinkProps) {
  const may = useMay();
  const { customerId, email, phone, name, address, instructions, suppression, market } = member;
  return (
    <section className="panel" aria-labelledby="member-heading">
      <div className="panel-head">
        <h2 id="member-heading">{text.member}</h2>
        {customerId !== null && may('orders.read') && (
          <Link className="link small" to={`/orders?${new URLSearchParams({ 'filter[customer]': String(customerId) })}`}>
            {text.seeOrders}
          </Link>
        )}
      </div>
      <div className="panel-body stack">
        {customerId === null ? (
          <p className="text-muted">{text.closed}</p>
        ) : (
          <div>
            <p>
              {may('customers.read') ? (
                <Link className="link" to={`/customers/${customerId}?${new URLSearchParams({ market })}`}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </p>
            <p>
              <a className="link" href={`mailto:${email}`}>
                {email}
              </a>
            </p>
            {phone && (
              <p>
                <a className="link" href={`tel:${phone}`}>
                  {phone}
                </a>
              </p>
            )}
          </div>
        )}
        {suppression && (
          <p className="notice notice-bad small">
            {text.suppressed(suppression.kind)} {suppression.reason}
          </p>
        )}
        {address.length > 0 && (
          <dl className="facts">
            <div>
              <dt>
                {text.address} · {market}
              </dt>
              <dd>
                {address.map((line) => (
                  <span key={line} className="line">
                    {line}
                  </span>
                ))}
              </dd>
            </div>
            {instructions && (
              <div>
                <dt>{text.instructions}</dt>
                <dd>{instructions}</dd>
              </div>
            )}
          </dl>
        )}
        {canSendLink(member) && may('clubs.write') && (
          <div>
            <Button icon="mail" onPress={() => onSendLink('address')}>
              {memberActionMessages.link.address}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

export function MembershipPanel({ member }: PanelProps) {
  const { club, variant, frequency, market, joinedAt, status, reason } = member;
  return (
    <section className="panel" aria-labelledby="membership-heading">
      <div className="panel-head">
        <h2 id="membership-heading">{text.membership}</h2>
      </div>
      <dl className="panel-body facts">
        <div>
          <dt>{text.club}</dt>
          <dd>{club.name}</dd>
        </div>
        <div>
          <dt>{text.case}</dt>
          <dd>
            {variant.label}
            <span className="line text-muted small num">{text.price(formatMoneyIn(market, variant.price))}</span>
          </dd>
        </div>
        <div>
          <dt>{text.frequency}</dt>
          <dd>{frequency.label}</dd>
        </div>
        {joinedAt && (
          <div>
            <dt>{text.since}</dt>
            <dd>{formatLongDay(todayIn(market, new Date(joinedAt)))}</dd>
          </div>
        )}
        {reason && (status === 'paused' || status === 'cancelled') && (
          <div>
            <dt>{text.conflictStatus}</dt>
            <dd>{text.state(STATUS_NAMES[status], REASON_NAMES[reason])}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

export function CardPanel({ member, onSendLink }: LinkProps) {
  const may = useMay();
  const { card } = member;
  return (
    <section className="panel" aria-labelledby="card-heading">
      <div className="panel-head">
        <h2 id="card-heading">{text.card}</h2>
        {card?.state && <Badge tone={card.state === 'expired' ? 'bad' : 'wait'}>{CARD_LABELS[card.state]}</Badge>}
      </div>
      <div className="panel-body stack">
        {card ? (
          <p>
            {text.cardName(card.brand, card.last4)}
            <span className="line text-muted small num">
              {text.validUntil(memberListMessages.expiry(card.expiryMonth, card.expiryYear))}
            </span>
          </p>
        ) : (
          <p className="text-muted">{text.noCard}</p>
        )}
        {canSendLink(member) && may('clubs.write') && (
          <div>
            <Button icon="mail" onPress={() => onSendLink('card')}>
              {memberActionMessages.link.card}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
