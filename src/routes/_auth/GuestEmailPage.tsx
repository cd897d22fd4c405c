import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useCart, useCartNow } from '#domains/selling/cart/ui/cart-context.tsx';
import { noteTypedEmail } from '#domains/selling/cart/ui/guest-checkout.ts';
import { guestMessages as m } from '#domains/selling/checkout/messages/checkout.ts';
import { emailError } from '#domains/selling/checkout/model/validate-details.ts';
import { SignInPrompt } from '#domains/selling/checkout/ui/SignInPrompt.tsx';
import { titleMeta } from '#routes/_layout/page-title.ts';
import { TextField } from '#ui/form/Field.tsx';
import type { PageHandle } from '../page-handle.ts';

export const handle = { cache: 'shared', robots: 'noindex', prefetch: false } satisfies PageHandle;

export const meta = titleMeta(m.pageTitle);

/** Asks a guest for an e-mail address before the checkout [CHK-5, CHK-6]. */
export default function GuestEmailPage() {
  useCartNow();
  const savedEmail = useCart((view) => view.email);
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (savedEmail === null) return;
    setEmail((typed) => typed || savedEmail);
    // The shopper comes back here if the cart could not save the address.
    setError(emailError(savedEmail));
  }, [savedEmail]);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    const found = emailError(email.trim());
    setError(found);
    if (found === null) {
      noteTypedEmail(email.trim());
      return;
    }
    event.preventDefault();
    field.current?.focus();
  };
  const typed = (value: string): void => {
    setEmail(value);
    // An error disappears once it is fixed. New errors appear on submit only.
    if (emailError(value.trim()) === null) setError(null);
  };
  return (
    <div className="container narrow">
      <h1 className="heading-3">{m.title}</h1>
      <p className="text-muted">{m.explanation}</p>
      <Form className="guest-entry" action="/guest-checkout" method="get" noValidate onSubmit={submit}>
        <TextField
          ref={field}
          id="guest-email"
          name="email"
          label={m.email}
          type="email"
          autoComplete="email"
          required
          error={error}
          maxLength={254}
          value={email}
          onChange={(event) => typed(event.currentTarget.value)}
        />
        <button type="submit" className="button button-primary button-tall">
          {m.continue}
        </button>
      </Form>
      <SignInPrompt />
    </div>
  );
}
