import { Link } from 'react-router';
import { EmptyState } from '../../ui/web/EmptyState.tsx';
import { PutBack } from './CartLines.tsx';
import { useListPath } from './cart-context.tsx';

/** Nothing in the cart, with a way on, and a way back where something was taken out a moment ago. */
export function EmptyCart() {
  return (
    <div className="cart-empty">
      <PutBack />
      <EmptyState
        drawing="box"
        title="Your cart is empty"
        action={
          <Link className="btn btn-fill" to={useListPath()}>
            Go to the shelves
          </Link>
        }
      >
        <p>Whatever you choose waits here for 30 days, on this device.</p>
      </EmptyState>
    </div>
  );
}
