import { useEffect, useRef } from 'react';
import type { Cart, LineItem } from '../contract.ts';
import { keyOf } from '../model/line-key.ts';
import { lineName } from '../model/line-name.ts';
import { CartLineRow } from './CartLineRow.tsx';
import { useCart, useCartStore } from './cart-context.tsx';

/** Shows the line that was removed last, with a button to restore it. Receives focus from the removed line. */
export function UndoRemove() {
  const store = useCartStore();
  const removed = useCart((view) => view.removed);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removed && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [removed]);
  if (!removed) return null;
  return (
    <p className="put-back small">
      <span>{lineName(removed.line.offer)} is out of your cart.</span>
      <button type="button" className="link" ref={button} onClick={() => store.restoreLine()}>
        Put it back
      </button>
    </p>
  );
}

/** Shows declined gifts that are available, each with a button to take it back. */
function DeclinedGifts({ gifts }: { gifts: readonly LineItem[] }) {
  const store = useCartStore();
  const button = useRef<HTMLButtonElement>(null);
  const count = gifts.length;
  useEffect(() => {
    if (count > 0 && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [count]);
  return gifts.map((item, index) => (
    <p className="put-back small" key={item.offerId}>
      <span id={`gift-${item.id}`}>{lineName(item)} is free with this order.</span>
      <button
        type="button"
        className="link"
        aria-describedby={`gift-${item.id}`}
        ref={index === count - 1 ? button : null}
        onClick={() => store.takeGift(item)}
      >
        Add your free gift
      </button>
    </p>
  ));
}

/** Shows the lines of a cart, followed by the removed line and declined gifts. */
export function CartLines({ cart, className }: { cart: Cart; className: string }) {
  return (
    <div className={className}>
      <ul className="lines">
        {cart.lineItems.map((item) => (
          <CartLineRow key={keyOf(item)} item={item} />
        ))}
      </ul>
      <UndoRemove />
      <DeclinedGifts gifts={cart.declinedGifts ?? []} />
    </div>
  );
}
