import { useEffect, useState } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { TextField } from '#ui/form/Field.tsx';
import { placeError } from '#ui/form/form-errors.ts';
import { accountPageLabels, emailMessages as m } from '../messages.ts';
import { ErrorMessage } from './AsyncContent.tsx';
import { type AccountCalls, useActionForm, useQuery } from './use-account.ts';

/** New address, and the password if it is required. Stored to resend the code. */
interface CodeRequest {
  readonly email: string;
  readonly password?: string;
}
type Step =
  | { readonly at: 'address' }
  | { readonly at: 'code'; readonly request: CodeRequest }
  | { readonly at: 'done'; readonly email: string };

/** Changes the email address: first the new address, then the code sent to it [ID-44]. */
export default function EmailSection() {
  const [step, setStep] = useState<Step>({ at: 'address' });
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.email}</h1>
      {step.at === 'address' && <AddressStep onSent={(request) => setStep({ at: 'code', request })} />}
      {step.at === 'code' && (
        <CodeStep request={step.request} onChanged={(email) => setStep({ at: 'done', email })} onBack={() => setStep({ at: 'address' })} />
      )}
      <p role="status">{step.at === 'done' ? m.changed(step.email) : ''}</p>
    </>
  );
}

/** Errors of the password. Others concern the new address. */
const PROOF_ERRORS = { recent_sign_in_required: 'password', wrong_password: 'password', too_many_attempts: 'password' } as const;

function AddressStep({ onSent }: { onSent: (request: CodeRequest) => void }) {
  const { user } = useAuth();
  const { Form, isSubmitting, failure } = useActionForm(onSent);
  const [needsProof, setNeedsProof] = useState(false);
  const isProofRequired = failure?.code === 'recent_sign_in_required';
  useEffect(() => {
    if (isProofRequired) setNeedsProof(true);
  }, [isProofRequired]);
  const errors = placeError(failure, PROOF_ERRORS);
  return (
    <Form method="post" className="account-form">
      <p className="text-muted">{m.explanation(user?.email ?? '')}</p>
      <TextField
        announcesError
        name="email"
        label={m.newEmail}
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        error={errors.form}
        required
      />
      {needsProof && <Proof error={errors.fields.password ?? null} />}
      <button type="submit" className="button button-primary" disabled={isSubmitting}>
        {m.sendCode}
      </button>
    </Form>
  );
}

const loadProfile = (calls: AccountCalls) => calls.profile({});

/** Asks for the password. An account without one signs in again with its provider. */
function Proof({ error }: { error: string | null }) {
  const profile = useQuery('profile', loadProfile);
  if (profile.value === null) return <ErrorMessage text={profile.error ?? error} />;
  const { hasPassword, providers } = profile.value.data;
  if (hasPassword)
    return (
      <TextField
        announcesError
        name="password"
        label={m.password}
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
      <ErrorMessage text={error} />
      <a className="link link-lone" href={href}>
        {provider === undefined ? m.setPassword : m.signInAgain}
      </a>
    </>
  );
}

interface CodeStepProps {
  readonly request: CodeRequest;
  readonly onChanged: (email: string) => void;
  readonly onBack: () => void;
}

function CodeStep({ request, onChanged, onBack }: CodeStepProps) {
  const [isSentAgain, setSentAgain] = useState(false);
  const { Form, submit, isSubmitting, error } = useActionForm<CodeRequest | { readonly changedTo: string }>((value) => {
    if ('changedTo' in value) onChanged(value.changedTo);
    else setSentAgain(true);
  });
  const sendAgain = (): void => {
    setSentAgain(false);
    void submit({ ...request }, { method: 'post' });
  };
  return (
    <Form method="post" className="account-form" onSubmit={() => setSentAgain(false)}>
      <p className="text-muted" role="status">
        {(isSentAgain ? m.codeSentAgain : m.codeSent)(request.email)}
      </p>
      <TextField
        announcesError
        name="code"
        label={m.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        title={m.codeFormat}
        maxLength={6}
        error={error}
        required
      />
      <div className="account-ways">
        <button type="submit" name="intent" value="confirm" className="button button-primary" disabled={isSubmitting}>
          {m.change}
        </button>
        <button type="button" className="button button-outline" disabled={isSubmitting} onClick={sendAgain}>
          {m.resendCode}
        </button>
        <button type="button" className="button button-outline" onClick={onBack}>
          {m.useDifferent}
        </button>
      </div>
    </Form>
  );
}
