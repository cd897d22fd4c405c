import type { MouseEvent } from 'react';
import { EmptyState } from '#ui/EmptyState.tsx';
import { checkoutExpiredMessages as m } from '../messages/checkout.ts';

const toCart = (
  <a className="button button-primary" href="/cart/">
    {m.backToCart}
  </a>
);

const startAgain = (
  <a className="button button-primary" href="/cart/" onClick={(event) => again(event)}>
    {m.startAgain}
  </a>
);

/** Goes through the cart to a new checkout, which restores the details entered in this tab. */
const again = (event: MouseEvent): void => {
  event.preventDefault();
  location.assign(`/cart?redirection_ts=${Date.now()}`);
};

/** Shown for a URL that has expired or never existed. `isCancelled` is set after a cancelled payment. */
export function CheckoutExpired({ isCancelled }: { isCancelled: boolean }) {
  return (
    <div className="container failed">
      <EmptyState drawing="door" level={1} title={m.title} action={startAgain}>
        {isCancelled && <p>{m.notCharged}</p>}
        <p>{m.explanation}</p>
      </EmptyState>
    </div>
  );
}

/** Shown if the cart was emptied in another tab. */
export function EmptyCheckout() {
  return (
    <div className="container failed">
      <EmptyState drawing="box" level={1} title={m.emptyTitle} action={toCart}>
        <p>{m.emptyExplanation}</p>
      </EmptyState>
    </div>
  );
}
