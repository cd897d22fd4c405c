import { type FormEvent, useMemo, useState } from 'react';
import { identityCalls } from '../../identity/contract.ts';
import { useAuth, useAuthStore } from '../../identity/web/auth-context.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { AccountField, textOf } from './AccountField.tsx';
import { Refusal } from './Loading.tsx';
import { useChange } from './use-account.ts';

type Step = { readonly at: 'address' } | { readonly at: 'code' | 'done'; readonly email: string };

/** Change the e-mail: the new address, then the code that was sent there (SPEC.md §4). */
export function EmailSection() {
  const auth = useAuthStore();
  const { user } = useAuth();
  const calls = useMemo(() => client(identityCalls, signedTransport(fetchTransport(), auth)), [auth]);
  const { isBusy, error, run } = useChange();
  const [step, setStep] = useState<Step>({ at: 'address' });

  const sendCode = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const email = textOf(new FormData(event.currentTarget), 'email');
    void run(
      () => calls.changeEmailStep2({ email }),
      () => setStep({ at: 'code', email }),
    );
  };
  const confirm = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = textOf(new FormData(event.currentTarget), 'code');
    void run(
      () => calls.changeEmailStep3({ code }),
      ({ data }) => {
        setStep({ at: 'done', email: data.email });
        void auth.refresh();
      },
    );
  };
  return (
    <>
      <h1 className="d38">Change e-mail</h1>
      {step.at === 'address' && (
        <form className="acct-form" onSubmit={sendCode}>
          <p className="quiet">You sign in as {user?.email}. We send a code of six digits to the new address.</p>
          <AccountField name="email" label="New email" type="email" autoComplete="email" maxLength={254} required />
          <Refusal text={error} />
          <button type="submit" className="btn btn-fill" disabled={isBusy}>
            Send the code
          </button>
        </form>
      )}
      {step.at === 'code' && (
        <form className="acct-form" onSubmit={confirm}>
          <p className="quiet">We sent a code to {step.email}. It holds for ten minutes.</p>
          <AccountField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" pattern="\d{6}" maxLength={6} required />
          <Refusal text={error} />
          <div className="acct-ways">
            <button type="submit" className="btn btn-fill" disabled={isBusy}>
              Change e-mail
            </button>
            <button type="button" className="btn btn-line" onClick={() => setStep({ at: 'address' })}>
              Another address
            </button>
          </div>
        </form>
      )}
      <p role="status">{step.at === 'done' ? `Your e-mail is now ${step.email}.` : ''}</p>
    </>
  );
}
