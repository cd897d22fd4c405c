/** The next case of a member, and the cases before. */
import { Link } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { DELIVERY_NAMES, memberMessages as text } from '#domains/selling/clubs/messages/office.ts';
import type { OfficeMember } from '#domains/selling/clubs/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { formatLongDay, formatShortDay } from './format-day.ts';
import { DELIVERY_TONES } from './member-tones.ts';

interface PanelProps {
  readonly member: OfficeMember;
}

function Problem({ member: { problem, status } }: PanelProps) {
  if (!problem) return null;
  const { of, tries, left } = problem;
  const sentence =
    of === 'no_card'
      ? text.problems.no_card
      : of === 'declined' && status === 'paused'
        ? text.problems.paused
        : text.problems[of](tries, left);
  return (
    <div className={of === 'sold_out' ? 'notice notice-wait' : 'notice notice-bad'}>
      <OfficeIcon name="warning" />
      <p>{sentence}</p>
    </div>
  );
}

function NextFacts({ member, next }: PanelProps & { readonly next: NonNullable<OfficeMember['next']> }) {
  const money = (amount: number): string => formatMoneyIn(member.market, amount);
  const isDelayed = next.on !== next.dueOn;
  return (
    <dl className="facts member-facts">
      <div>
        <dt>{isDelayed ? text.tried : text.charged}</dt>
        <dd>
          {formatLongDay(next.on)}
          {isDelayed && <span className="line text-muted small">{text.due(formatLongDay(next.dueOn))}</span>}
        </dd>
      </div>
      <div>
        <dt>{text.total}</dt>
        <dd className="num">
          {money(next.total)}
          <span className="line text-muted small">
            {next.shipping === 0 ? text.freeDelivery(money(next.price)) : text.ofWhich(money(next.price), money(next.shipping))}
          </span>
        </dd>
      </div>
      <div>
        <dt>{text.reminder}</dt>
        <dd>{next.remindedOn === null ? text.notReminded(next.remindDays) : text.reminded(formatLongDay(next.remindedOn))}</dd>
      </div>
      <div>
        <dt>{text.stock}</dt>
        <dd className={next.inStock === 0 ? 'num alert' : 'num'}>{text.cases(next.inStock)}</dd>
      </div>
      {member.later.length > 0 && (
        <div>
          <dt>{text.later}</dt>
          <dd>{member.later.map(formatShortDay).join(' · ')}</dd>
        </div>
      )}
    </dl>
  );
}

export function NextCasePanel({
  member,
  onUnskip,
  isPending,
}: PanelProps & { readonly onUnskip: () => void; readonly isPending: boolean }) {
  const may = useMay();
  const { next, skipped, status } = member;
  return (
    <section className="panel" aria-labelledby="next-heading">
      <div className="panel-head">
        <h2 id="next-heading">{text.nextCase}</h2>
      </div>
      <div className="panel-body stack">
        <Problem member={member} />
        {skipped && (
          <div className="notice notice-wait">
            <p>{text.skipped(formatLongDay(skipped.on), formatLongDay(skipped.until))}</p>
            {may('clubs.write') && (
              <Button onPress={onUnskip} isPending={isPending}>
                {text.undoSkip}
              </Button>
            )}
          </div>
        )}
        {next ? <NextFacts member={member} next={next} /> : <p className="text-muted">{text.none[status]}</p>}
      </div>
    </section>
  );
}

export function DeliveriesPanel({ member }: PanelProps) {
  const may = useMay();
  const { deliveries, market } = member;
  return (
    <div className="panel">
      <div className="panel-head">
        <h2>{text.deliveries}</h2>
      </div>
      {deliveries.length === 0 ? (
        <p className="panel-body text-muted">{text.noDeliveries}</p>
      ) : (
        // The table scrolls on a phone, so it can be reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls
        <section className="table-scroll" aria-label={text.deliveries} tabIndex={0}>
          <table className="table table-stack member-cases">
            <thead>
              <tr>
                <th scope="col">{text.delivery.day}</th>
                <th scope="col">{text.delivery.state}</th>
                <th scope="col">{text.delivery.order}</th>
                <th scope="col" className="is-numeric">
                  {text.delivery.total}
                </th>
              </tr>
            </thead>
            <tbody>
              {deliveries.map(({ period, on, state, orderId, orderNumber, total }) => (
                <tr key={period}>
                  <th scope="row">{formatLongDay(on)}</th>
                  <td className="stack-end">
                    <Badge tone={DELIVERY_TONES[state]}>{DELIVERY_NAMES[state]}</Badge>
                  </td>
                  <td className="stack-start">
                    {orderNumber !== null &&
                      (orderId !== null && may('orders.read') ? (
                        <Link className="link num" to={`/orders/${orderId}`}>
                          {text.order(orderNumber)}
                        </Link>
                      ) : (
                        <span className="num">{text.order(orderNumber)}</span>
                      ))}
                  </td>
                  <td className="is-numeric stack-end">{total === null ? '' : formatMoneyIn(market, total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
