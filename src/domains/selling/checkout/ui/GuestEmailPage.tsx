import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useCart } from '#domains/selling/cart/ui/cart-context.tsx';
import { noteTypedEmail } from '#domains/selling/cart/ui/guest-address.ts';
import { emailFault } from '../model/validate-details.ts';
import { SignInInstead } from './SignInPrompt.tsx';

export const meta = () => [{ title: 'Checkout as a guest · Cellardoor' }, { name: 'robots', content: 'noindex' }];

/** The guest's way into the checkout: an e-mail for the receipt (SPEC.md §5 "Checkout"). */
export default function GuestEntryPage() {
  const kept = useCart((view) => view.email);
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (kept === null) return;
    setEmail((typed) => typed || kept);
    // An address that the cart could not save leads here: say why.
    setFault(emailFault(kept));
  }, [kept]);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    const found = emailFault(email.trim());
    setFault(found);
    if (found === null) {
      noteTypedEmail(email.trim());
      return;
    }
    event.preventDefault();
    field.current?.focus();
  };
  const typed = (value: string): void => {
    setEmail(value);
    // What is mended goes at once; nobody is told off while typing.
    if (emailFault(value.trim()) === null) setFault(null);
  };
  return (
    <div className="wrap narrow">
      <h1 className="d38">Where should the receipt go?</h1>
      <p className="quiet">You can buy without an account. We write to you about this order, and nothing else.</p>
      <Form className="guest-entry" action="/guest-checkout" method="get" noValidate onSubmit={submit}>
        <div className={fault === null ? 'field' : 'field bad'}>
          <label htmlFor="guest-email">Email</label>
          <input
            ref={field}
            className="input"
            id="guest-email"
            name="email"
            type="email"
            autoComplete="email"
            required
            aria-invalid={fault !== null || undefined}
            aria-describedby={fault === null ? undefined : 'guest-email-fault'}
            maxLength={254}
            value={email}
            onChange={(event) => typed(event.currentTarget.value)}
          />
          {fault !== null && (
            <p className="fault" id="guest-email-fault">
              {fault}
            </p>
          )}
        </div>
        <button type="submit" className="btn btn-fill btn-tall">
          Continue as guest
        </button>
      </Form>
      <SignInInstead />
    </div>
  );
}
