import type { OrderView } from '../contract.ts';
import { orderCollectionMessages as m } from '../messages/collection.ts';
import { collectionLines, whoCollects } from '../model/collection.ts';

/** Where an order is collected, by whom, and the code once it is ready. Nothing if it is delivered. */
export function Collection({ order, className }: { readonly order: Omit<OrderView, 'id'>; readonly className: string }) {
  const { collection } = order;
  if (!collection) return null;
  return (
    <section className={className}>
      <h2 className="heading-4">{m.title}</h2>
      {collection.code !== null && (
        <p>
          {m.code}: <b className="num">{collection.code}</b>
          <br />
          <span className="text-muted">{m.showCode}</span>
        </p>
      )}
      <address>
        {collectionLines(collection).map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
      </address>
      <p className="text-muted">{whoCollects({ ...order, collection })}</p>
    </section>
  );
}
