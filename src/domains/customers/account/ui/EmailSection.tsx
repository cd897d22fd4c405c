import { type SubmitEvent, useEffect, useMemo, useState } from 'react';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { TextField } from '#ui/form/Field.tsx';
import { placeError, readField } from '#ui/form/form-errors.ts';
import { Refusal } from './AsyncContent.tsx';
import { type AccountCalls, useMutation, useQuery } from './use-account.ts';

/** Target of the code, and the password if required, to resend the code. */
interface Asked {
  readonly email: string;
  readonly password?: string;
}
type Step = { readonly at: 'address' } | { readonly at: 'code'; readonly asked: Asked } | { readonly at: 'done'; readonly email: string };

function useIdentityCalls() {
  const auth = useAuthStore();
  return useMemo(() => client(identityContract, signedTransport(fetchTransport(), auth)), [auth]);
}

/** Changes the email address: first the new address, then the code sent to it [ID-44]. */
export default function EmailSection() {
  const auth = useAuthStore();
  const [step, setStep] = useState<Step>({ at: 'address' });
  const changed = (email: string): void => {
    setStep({ at: 'done', email });
    void auth.refresh();
  };
  return (
    <>
      <h1 className="heading-3">Change email</h1>
      {step.at === 'address' && <AddressStep onSent={(asked) => setStep({ at: 'code', asked })} />}
      {step.at === 'code' && <CodeStep asked={step.asked} onChanged={changed} onBack={() => setStep({ at: 'address' })} />}
      <p role="status">{step.at === 'done' ? `Your email is now ${step.email}.` : ''}</p>
    </>
  );
}

/** Errors of the password. Others concern the new address. */
const PROOF_ERRORS = { recent_sign_in_required: 'password', wrong_password: 'password', too_many_attempts: 'password' } as const;

function AddressStep({ onSent }: { onSent: (asked: Asked) => void }) {
  const { user } = useAuth();
  const calls = useIdentityCalls();
  const { isSubmitting, failure, run } = useMutation();
  const [needsProof, setNeedsProof] = useState(false);
  const isProofRequired = failure?.code === 'recent_sign_in_required';
  useEffect(() => {
    if (isProofRequired) setNeedsProof(true);
  }, [isProofRequired]);
  const errors = placeError(failure, PROOF_ERRORS);
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = readField(form, 'email');
    const password = readField(form, 'password', { trims: false });
    const asked = password === '' ? { email } : { email, password };
    void run(
      () => calls.changeEmailStep2(asked),
      () => onSent(asked),
    );
  };
  return (
    <form className="account-form" onSubmit={send}>
      <p className="text-muted">You sign in as {user?.email}. We’ll email a six-digit code to your new address.</p>
      <TextField
        announcesError
        name="email"
        label="New email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        error={errors.form}
        required
      />
      {needsProof && <Proof error={errors.fields.password ?? null} />}
      <button type="submit" className="button button-primary" disabled={isSubmitting}>
        Send code
      </button>
    </form>
  );
}

const askProfile = (calls: AccountCalls) => calls.profile({});

/** Asks for the password. An account without one signs in again with its provider. */
function Proof({ error }: { error: string | null }) {
  const profile = useQuery('profile', askProfile);
  if (profile.value === null) return <Refusal text={profile.error ?? error} />;
  const { hasPassword, providers } = profile.value.data;
  if (hasPassword)
    return (
      <TextField
        announcesError
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={1_000}
        error={error}
        required
      />
    );
  const [provider] = providers;
  const href = provider === undefined ? '/auth/login/forgot-password' : `/auth/login/social/${provider}?returnTo=/account/email`;
  return (
    <>
      <Refusal text={error} />
      <a className="link link-lone" href={href}>
        {provider === undefined ? 'Set a password' : 'Sign in again'}
      </a>
    </>
  );
}

interface CodeStepProps {
  readonly asked: Asked;
  readonly onChanged: (email: string) => void;
  readonly onBack: () => void;
}

function CodeStep({ asked, onChanged, onBack }: CodeStepProps) {
  const calls = useIdentityCalls();
  const { isSubmitting, error, run } = useMutation();
  const [isSentAgain, setSentAgain] = useState(false);
  const confirm = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = readField(new FormData(event.currentTarget), 'code');
    setSentAgain(false);
    void run(
      () => calls.changeEmailStep3({ code }),
      ({ data }) => onChanged(data.email),
    );
  };
  const sendAgain = (): void => {
    setSentAgain(false);
    void run(
      () => calls.changeEmailStep2(asked),
      () => setSentAgain(true),
    );
  };
  return (
    <form className="account-form" onSubmit={confirm}>
      <p className="text-muted" role="status">
        {isSentAgain ? 'We’ve sent another code to ' : 'We’ve sent a code to '}
        {asked.email}. It expires in 10 minutes.
      </p>
      <TextField
        announcesError
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        title="Six digits, from the email"
        maxLength={6}
        error={error}
        required
      />
      <div className="account-ways">
        <button type="submit" className="button button-primary" disabled={isSubmitting}>
          Change email
        </button>
        <button type="button" className="button button-outline" disabled={isSubmitting} onClick={sendAgain}>
          Resend code
        </button>
        <button type="button" className="button button-outline" onClick={onBack}>
          Use a different email
        </button>
      </div>
    </form>
  );
}
