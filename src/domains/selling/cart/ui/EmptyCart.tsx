import { Link } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { UndoRemove } from './CartLines.tsx';
import { useListPath } from './cart-context.tsx';

/** Empty cart, with a link to the catalogue and a button to restore a line that was just removed. */
export default function EmptyCart() {
  const { isAuthenticated } = useAuth();
  return (
    <div className="cart-empty">
      <UndoRemove />
      <EmptyState
        drawing="box"
        title="Your cart is empty"
        action={
          <>
            <Link className="button button-primary" to={useListPath()}>
              Go to the shelves
            </Link>
            <Link className="button button-outline" to="/favourites">
              See your favourites
            </Link>
          </>
        }
      >
        <p>
          {isAuthenticated
            ? 'Whatever you choose waits here, on every device you sign in on.'
            : 'Whatever you choose waits here for 30 days, on this device.'}
        </p>
      </EmptyState>
    </div>
  );
}
