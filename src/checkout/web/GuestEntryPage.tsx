import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import { useCart } from '../../cart/web/cart-context.tsx';
import { SignInInstead } from './SignInInstead.tsx';

export const meta = () => [{ title: 'Checkout as a guest · Cellardoor' }, { name: 'robots', content: 'noindex' }];

/** The guest's way into the checkout: an e-mail for the receipt (SPEC.md §5 "Checkout"). */
export default function GuestEntryPage() {
  const kept = useCart((view) => view.email);
  const [email, setEmail] = useState('');
  useEffect(() => {
    if (kept !== null) setEmail((typed) => typed || kept);
  }, [kept]);
  return (
    <div className="wrap narrow">
      <h1 className="d38">Where should the receipt go?</h1>
      <p className="quiet">You can buy without an account. We write to you about this order, and nothing else.</p>
      <Form className="guest-entry" action="/guest-checkout" method="get">
        <div className="field">
          <label htmlFor="guest-email">Email</label>
          <input
            className="input"
            id="guest-email"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </div>
        <button type="submit" className="btn btn-fill btn-tall">
          Continue as guest
        </button>
      </Form>
      <SignInInstead />
    </div>
  );
}
