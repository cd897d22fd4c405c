import { type SubmitEvent, useMemo, useState } from 'react';
import { identityCalls } from '../../identity/contract.ts';
import { useAuth, useAuthStore } from '../../identity/web/auth-context.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { AccountField, textOf } from './AccountField.tsx';
import { useChange } from './use-account.ts';

type Step = { readonly at: 'address' } | { readonly at: 'code' | 'done'; readonly email: string };

function useIdentityCalls() {
  const auth = useAuthStore();
  return useMemo(() => client(identityCalls, signedTransport(fetchTransport(), auth)), [auth]);
}

/** Change the e-mail: the new address, then the code that was sent there (SPEC.md §4). */
export function EmailSection() {
  const auth = useAuthStore();
  const [step, setStep] = useState<Step>({ at: 'address' });
  const changed = (email: string): void => {
    setStep({ at: 'done', email });
    void auth.refresh();
  };
  return (
    <>
      <h1 className="d38">Change e-mail</h1>
      {step.at === 'address' && <AddressStep onSent={(email) => setStep({ at: 'code', email })} />}
      {step.at === 'code' && <CodeStep email={step.email} onChanged={changed} onBack={() => setStep({ at: 'address' })} />}
      <p role="status">{step.at === 'done' ? `Your e-mail is now ${step.email}.` : ''}</p>
    </>
  );
}

function AddressStep({ onSent }: { onSent: (email: string) => void }) {
  const { user } = useAuth();
  const calls = useIdentityCalls();
  const { isBusy, error, run } = useChange();
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const email = textOf(new FormData(event.currentTarget), 'email');
    void run(
      () => calls.changeEmailStep2({ email }),
      () => onSent(email),
    );
  };
  return (
    <form className="acct-form" onSubmit={send}>
      <p className="quiet">You sign in as {user?.email}. We send a code of six digits to the new address.</p>
      <AccountField name="email" label="New email" inputMode="email" autoComplete="email" maxLength={254} fault={error} required />
      <button type="submit" className="btn btn-fill" disabled={isBusy}>
        Send the code
      </button>
    </form>
  );
}

interface CodeStepProps {
  readonly email: string;
  readonly onChanged: (email: string) => void;
  readonly onBack: () => void;
}

function CodeStep({ email, onChanged, onBack }: CodeStepProps) {
  const calls = useIdentityCalls();
  const { isBusy, error, run } = useChange();
  const [isSentAgain, setSentAgain] = useState(false);
  const confirm = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = textOf(new FormData(event.currentTarget), 'code');
    setSentAgain(false);
    void run(
      () => calls.changeEmailStep3({ code }),
      ({ data }) => onChanged(data.email),
    );
  };
  const sendAgain = (): void => {
    setSentAgain(false);
    void run(
      () => calls.changeEmailStep2({ email }),
      () => setSentAgain(true),
    );
  };
  return (
    <form className="acct-form" onSubmit={confirm}>
      <p className="quiet" role="status">
        {isSentAgain ? 'We sent another code to ' : 'We sent a code to '}
        {email}. It holds for ten minutes.
      </p>
      <AccountField
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        title="The six digits of the mail"
        maxLength={6}
        fault={error}
        required
      />
      <div className="acct-ways">
        <button type="submit" className="btn btn-fill" disabled={isBusy}>
          Change e-mail
        </button>
        <button type="button" className="btn btn-line" disabled={isBusy} onClick={sendAgain}>
          Send another code
        </button>
        <button type="button" className="btn btn-line" onClick={onBack}>
          Another address
        </button>
      </div>
    </form>
  );
}
