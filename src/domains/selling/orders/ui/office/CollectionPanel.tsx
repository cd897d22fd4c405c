/** Where an order is collected, and what is to do next. Nothing if it is delivered. */
import { orderCollectionMessages, collectionMessages as text } from '#domains/selling/orders/messages/collection.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';

export function CollectionPanel({ order }: { readonly order: OfficeOrder }) {
  const { collection } = order.order;
  if (!collection) return null;
  const { canMakeReady, canHandOver } = order.actions;
  return (
    <section className="panel" aria-labelledby="collection-heading">
      <div className="panel-head">
        <h2 id="collection-heading">{text.title}</h2>
      </div>
      <div className="panel-body stack">
        <p>
          <b>{collection.name}</b>
          <span className="line">{collection.address}</span>
          <span className="line text-muted small">{orderCollectionMessages.hours(collection.hours)}</span>
        </p>
        {canHandOver ? <p className="text-muted">{text.waits}</p> : canMakeReady && <p className="text-muted">{text.toPack}</p>}
      </div>
    </section>
  );
}
