import type { MouseEvent } from 'react';
import { EmptyState } from '#ui/EmptyState.tsx';
import './checkout.css';

const toCart = (
  <a className="btn btn-fill" href="/cart/">
    Back to your cart
  </a>
);

const startAgain = (
  <a className="btn btn-fill" href="/cart/" onClick={(event) => again(event)}>
    Start again from your cart
  </a>
);

/** Through the cart to a new checkout, which takes over what was typed in this tab. */
const again = (event: MouseEvent): void => {
  event.preventDefault();
  location.assign(`/cart?redirection_ts=${Date.now()}`);
};

/** The link has run out, or never was. `isCancelled`: the shopper comes from a payment that was given up. */
export function CheckoutExpired({ isCancelled }: { isCancelled: boolean }) {
  return (
    <div className="wrap failed">
      <EmptyState drawing="door" level={1} title="This checkout has ended" action={startAgain}>
        {isCancelled && <p>Nothing was charged.</p>}
        <p>A checkout holds for half an hour. Your cart is still there, and so is what you typed.</p>
      </EmptyState>
    </div>
  );
}

/** The cart was emptied in another tab. */
export function EmptyCheckout() {
  return (
    <div className="wrap failed">
      <EmptyState drawing="box" level={1} title="Your cart is empty" action={toCart}>
        <p>There is nothing to order here. What you typed is kept for half an hour.</p>
      </EmptyState>
    </div>
  );
}
