import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { guestMessages as m } from '../messages/checkout.ts';

/**
 * Lets a guest with an account sign in and return to the checkout with the cart. Shown until the shopper is known to be signed in, so
 * that the form below does not move when the session is read.
 */
export function SignInPrompt() {
  const { isAuthenticated, login } = useAuth();
  if (isAuthenticated) return null;
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
