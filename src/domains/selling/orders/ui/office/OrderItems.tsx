/** The lines of an order and its sums. */
import { Link } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { orderMessages as text } from '#domains/selling/orders/messages/office.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { getMarketConfig } from '#markets/market.ts';
import { Button } from '#ui/office/Button.tsx';

function Lines({ order }: { readonly order: OfficeOrder }) {
  const { market } = order.order;
  // Columns without a value would only cost width.
  const hasSent = order.lines.some(({ shipped }) => shipped > 0);
  const hasRefunded = order.lines.some(({ refunded }) => refunded > 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
    <section className="table-scroll" aria-label={text.line.item} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{text.line.item}</th>
            <th scope="col" className="is-numeric">
              {text.line.ordered}
            </th>
            {hasSent && (
              <th scope="col" className="is-numeric">
                {text.line.sent}
              </th>
            )}
            <th scope="col" className="is-numeric">
              {text.line.left}
            </th>
            {hasRefunded && (
              <th scope="col" className="is-numeric">
                {text.line.refunded}
              </th>
            )}
            <th scope="col" className="is-numeric">
              {text.line.paid}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.position}>
              <th scope="row">
                {line.name}
                <span className="text-muted small"> {order.order.lineItems[line.position]?.sku}</span>
                {!line.isPhysical && <span className="text-muted small"> · {text.line.byEmail}</span>}
              </th>
              <td className="is-numeric">{line.quantity}</td>
              {hasSent && <td className="is-numeric">{line.shipped || ''}</td>}
              <td className="is-numeric">{line.unshipped > 0 ? <strong>{line.unshipped}</strong> : ''}</td>
              {hasRefunded && <td className="is-numeric">{line.refunded || ''}</td>}
              <td className="is-numeric">{formatMoneyIn(market, line.paid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Sums({ order }: { readonly order: OfficeOrder }) {
  const { market, baseAmount, discounts, shippingTotal, isFreeShipping, total, taxTotal, tenders, charged } = order.order;
  const money = (amount: number): string => formatMoneyIn(market, amount);
  const { taxName } = getMarketConfig(market);
  const rows: readonly (readonly [label: string, value: string, isTotal?: boolean])[] = [
    [text.totals.subtotal, money(baseAmount)],
    ...discounts.map(({ name, code, amount }) => [code ?? name, `−${money(amount)}`] as const),
    [text.totals.delivery, isFreeShipping || shippingTotal === 0 ? text.totals.free : money(shippingTotal)],
    [text.totals.total, money(total), true],
    [text.totals.tax(`${order.taxPercent}% ${taxName}`), money(taxTotal)],
    ...tenders.map(({ label, amount }) => [label, money(amount)] as const),
    ...(charged > 0 && tenders.length > 0 ? [[text.totals.card, money(charged)] as const] : []),
    ...(order.payment.refunded > 0
      ? [[text.totals.refunded, `−${money(order.payment.refunded)}`] as const, [text.totals.left, money(order.payment.left)] as const]
      : []),
  ];
  return (
    <dl className="facts-sum order-sums num">
      {rows.map(([label, value, isTotal = false]) => (
        <div key={label} className={isTotal ? 'sum is-total' : 'sum'}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The orders that go with this one. */
function GoesWith({ order }: { readonly order: OfficeOrder }) {
  if (order.goesWith.length === 0) return null;
  return (
    <div className="notice">
      {order.goesWith.map(({ id, number, isAdded }) => (
        <p key={id}>
          {isAdded ? text.wasAdded : text.wasAddedTo}{' '}
          <Link className="link" to={`/orders/${id}`}>
            {text.title(number)}
          </Link>
        </p>
      ))}
    </div>
  );
}

export interface OrderItemsProps {
  readonly order: OfficeOrder;
  /** Opens the dialog that changes the items. Left out where the person may not. */
  readonly onEdit?: (() => void) | undefined;
  /** Begins a draft of wines to add. */
  readonly onAdd?: (() => void) | undefined;
}

export function OrderItems({ order, onEdit, onAdd }: OrderItemsProps) {
  return (
    <section className="panel" aria-labelledby="items-heading">
      <div className="panel-head">
        <h2 id="items-heading">{text.lines}</h2>
        {(onAdd || onEdit) && (
          <div className="act-row">
            {onAdd && <Button onPress={onAdd}>{text.addWines}</Button>}
            {onEdit && <Button onPress={onEdit}>{text.editItems}</Button>}
          </div>
        )}
      </div>
      <GoesWith order={order} />
      <Lines order={order} />
      <Sums order={order} />
    </section>
  );
}
