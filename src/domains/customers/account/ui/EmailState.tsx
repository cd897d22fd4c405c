import { useState } from 'react';
import { Refusal } from './AsyncContent.tsx';
import { useAccountClient, useMutation } from './use-account.ts';

/** The e-mail that signs in, whether it is confirmed, and the way to confirm it. */
export function EmailState({ email, isVerified }: { email: string; isVerified: boolean }) {
  const calls = useAccountClient();
  const { isSubmitting, error, run } = useMutation();
  const [isSent, setSent] = useState(false);
  const send = () =>
    run(
      () => calls.sendVerification({}),
      () => setSent(true),
    );
  if (isVerified) return <p className="quiet">You sign in as {email}, which is confirmed.</p>;
  return (
    <div className="acct-note acct-unverified">
      <p>You sign in as {email}, which is not confirmed yet.</p>
      <Refusal text={error} />
      <p role="status">{isSent ? 'A link is on its way to you. It works once and for an hour.' : ''}</p>
      {!isSent && (
        <button type="button" className="btn btn-line" disabled={isSubmitting} onClick={() => void send()}>
          Send the verification again
        </button>
      )}
    </div>
  );
}
