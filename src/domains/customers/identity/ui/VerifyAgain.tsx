import { HostedForm } from './AuthLayout.tsx';

/** Form that resends the verification email. */
export function VerifyAgain({ params }: { params: URLSearchParams }) {
  return (
    <div>
      <p className="text-muted">Didn’t get it? Check your spam folder first.</p>
      <HostedForm action="/auth/verify-email/again" params={params}>
        <input type="hidden" name="email" value={params.get('email') ?? ''} />
        <button type="submit" className="button button-outline">
          Resend confirmation email
        </button>
      </HostedForm>
    </div>
  );
}
