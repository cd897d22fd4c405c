import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { guestMessages as m } from '../messages/checkout.ts';

/** Lets a guest with an account sign in and return to the checkout with the cart. */
export function SignInPrompt() {
  const { isAuthenticated, isLoading, login } = useAuth();
  if (isAuthenticated || isLoading) return null;
  return (
    <p className="small text-muted">
      {m.haveAccount}{' '}
      <button type="button" className="link" onClick={() => void login(`/cart?redirection_ts=${Date.now()}`)}>
        {m.signIn}
      </button>{' '}
      {m.signInBenefit}
    </p>
  );
}
