import { type FormEvent, useState } from 'react';
import { TextField } from '#ui/form/Field.tsx';
import { readField } from '#ui/form/form-errors.ts';
import { paywallMessages as m } from '../messages.ts';
import type { Paywall } from './use-paywall.ts';

interface PaywallFormProps {
  /** The page is unlocked and loading. */
  readonly isOpening: boolean;
  readonly unlock: Paywall['unlock'];
}

/** Form for the email address and the password of a page. */
export function PaywallForm({ isOpening, unlock }: PaywallFormProps) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setSending(true);
    setError(null);
    const { error: found } = await unlock(readField(values, 'email'), readField(values, 'password', { trims: false }));
    setSending(false);
    if (found === null) return;
    setError(found);
    form.querySelector<HTMLInputElement>('[name=password]')?.focus();
  };
  const isSubmitting = isSending || isOpening;
  return (
    <section className="paywall">
      <h2 className="heading-4">{m.title}</h2>
      <p className="text-muted">{m.explanation}</p>
      <form onSubmit={(event) => void send(event)}>
        <TextField id="paywall-email" name="email" label={m.email} inputMode="email" autoComplete="email" required />
        <TextField
          id="paywall-password"
          name="password"
          label={m.password}
          type="password"
          autoComplete="off"
          error={error}
          announcesError
          required
        />
        <button className="button button-primary" type="submit" disabled={isSubmitting}>
          {isSubmitting ? m.unlocking : m.unlock}
        </button>
      </form>
      <noscript>
        <p className="no-script-note">{m.needsScript}</p>
      </noscript>
    </section>
  );
}
