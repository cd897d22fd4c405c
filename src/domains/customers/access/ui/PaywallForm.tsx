import { type FormEvent, useState } from 'react';
import type { Paywall } from './use-paywall.ts';
import './PaywallForm.css';

interface PaywallFormProps {
  /** The page is unlocked and loading. */
  readonly isOpening: boolean;
  readonly unlock: Paywall['unlock'];
}

/** Form for the email address and the password of a page. */
export function PaywallForm({ isOpening, unlock }: PaywallFormProps) {
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    setSending(true);
    setRefusal(null);
    const { says } = await unlock(String(given.get('email') ?? ''), String(given.get('password') ?? ''));
    setSending(false);
    if (says === null) return;
    setRefusal(says);
    form.querySelector<HTMLInputElement>('[name=password]')?.focus();
  };
  const isSubmitting = isSending || isOpening;
  return (
    <section className="paywall">
      <h2 className="heading-4">The rest is locked</h2>
      <p className="text-muted">Whoever gave you this address gave you a password. It stays open on this device.</p>
      <form onSubmit={(event) => void send(event)}>
        <div className="field">
          <label htmlFor="paywall-email">Email</label>
          <input className="input" id="paywall-email" name="email" type="text" inputMode="email" autoComplete="email" required />
        </div>
        <div className="field">
          <label htmlFor="paywall-password">Password</label>
          <input className="input" id="paywall-password" name="password" type="password" autoComplete="off" required />
        </div>
        <p className="field-error" role="alert">
          {refusal}
        </p>
        <button className="button button-primary" type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Unlocking' : 'Unlock'}
        </button>
      </form>
      <noscript>
        <p className="no-script-note">Unlocking needs JavaScript, which is turned off in this browser.</p>
      </noscript>
    </section>
  );
}
