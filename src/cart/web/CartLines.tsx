import { useEffect, useRef } from 'react';
import type { Cart } from '../contract.ts';
import { lineName } from '../line-name.ts';
import { keyOf } from '../own-item.ts';
import { CartLineRow } from './CartLineRow.tsx';
import { useCart, useCartStore } from './cart-context.tsx';

/** What was taken out last, with the way to take that back. Focus goes here from the line that has gone. */
export function PutBack() {
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
      <button type="button" className="link" ref={button} onClick={() => store.putBack()}>
        Put it back
      </button>
    </p>
  );
}

/** The lines of a cart, then what was taken out. */
export function CartLines({ cart, className }: { cart: Cart; className: string }) {
  return (
    <div className={className}>
      <ul className="lines">
        {cart.lineItems.map((item) => (
          <CartLineRow key={`${keyOf(item)} ${item.addedByPromotion}`} item={item} />
        ))}
      </ul>
      <PutBack />
    </div>
  );
}
