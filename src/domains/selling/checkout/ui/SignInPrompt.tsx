import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';

/** For guests who have an account: signs in, and comes back to the checkout with the cart. */
export function SignInInstead() {
  const { isAuthenticated, isLoading, login } = useAuth();
  if (isAuthenticated || isLoading) return null;
  return (
    <p className="small quiet">
      Have an account?{' '}
      <button type="button" className="link" onClick={() => void login(`/cart?redirection_ts=${Date.now()}`)}>
        Sign in
      </button>{' '}
      to use your addresses and cards, or go on as a guest.
    </p>
  );
}
