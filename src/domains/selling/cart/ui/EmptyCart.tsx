import { Link } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { emptyCartMessages } from '../messages/lazy-parts.ts';
import { RemovedLine } from './CartLines.tsx';
import { useListPath } from './cart-context.tsx';

/** Empty cart, with a link to the catalogue and a button to restore a line that was just removed. */
export default function EmptyCart() {
  const { isAuthenticated } = useAuth();
  return (
    <div className="cart-empty">
      <RemovedLine />
      <EmptyState
        drawing="box"
        title={emptyCartMessages.title}
        action={
          <>
            <Link className="button button-primary" to={useListPath()}>
              {emptyCartMessages.browse}
            </Link>
            <Link className="button button-outline" to="/favourites">
              {emptyCartMessages.favourites}
            </Link>
          </>
        }
      >
        <p>{isAuthenticated ? emptyCartMessages.savedInAccount : emptyCartMessages.savedOnDevice}</p>
      </EmptyState>
    </div>
  );
}
