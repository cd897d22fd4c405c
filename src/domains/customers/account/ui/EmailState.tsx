import { useState } from 'react';
import { Link } from 'react-router';
import type { Profile } from '../contract.ts';
import { Refusal } from './AsyncContent.tsx';
import { useAccountClient, useMutation } from './use-account.ts';

interface EmailStateProps {
  readonly email: string;
  readonly isVerified: boolean;
  readonly problem: Profile['emailProblem'];
}

/** The email address of the account, whether it is confirmed, and why email to it is stopped [ACC-6]. */
export function EmailState({ email, isVerified, problem }: EmailStateProps) {
  return (
    <>
      {problem !== null && <EmailProblem email={email} problem={problem} />}
      <Confirmation email={email} isVerified={isVerified} />
    </>
  );
}

/** Says why email to the address is stopped and how to fix it [ACC-6]. */
function EmailProblem({ email, problem }: { email: string; problem: 'bounce' | 'complaint' }) {
  return (
    <div className="account-note" role="alert">
      <p>
        {problem === 'bounce'
          ? `Our emails to ${email} came back, so we’ve stopped sending them.`
          : `One of our emails to ${email} was marked as spam, so we only email you about your orders and your account’s security.`}
      </p>
      <p>
        <Link className="link" to="/account/email">
          Change your email
        </Link>{' '}
        {problem === 'bounce'
          ? 'if it’s wrong or full. If it works again, call us and we’ll start sending.'
          : 'or call us to get our other emails again.'}
      </p>
    </div>
  );
}

/** Shows whether the address is confirmed, with the button that resends the confirmation. */
function Confirmation({ email, isVerified }: Pick<EmailStateProps, 'email' | 'isVerified'>) {
  const calls = useAccountClient();
  const { isSubmitting, error, run } = useMutation();
  const [isSent, setSent] = useState(false);
  const send = () =>
    run(
      () => calls.sendVerification({}),
      () => setSent(true),
    );
  if (isVerified) return <p className="text-muted">You sign in as {email} (confirmed).</p>;
  return (
    <div className="account-note account-unverified">
      <p>You sign in as {email} (not confirmed yet).</p>
      <Refusal text={error} />
      <p role="status">{isSent ? 'We’ve emailed you a link. It works once and expires in an hour.' : ''}</p>
      {!isSent && (
        <button type="button" className="button button-outline" disabled={isSubmitting} onClick={() => void send()}>
          Resend confirmation email
        </button>
      )}
    </div>
  );
}
