import { EmailField, NewPasswordField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, HostedForm, shownEmail } from './AuthLayout.tsx';

/** Ask for the link to choose a new password; the answer is the same for every address (SPEC.md §2). */
export function ForgotStep({ params }: { params: URLSearchParams }) {
  const back = (
    <a className="link link-lone" href={authPageUrl('/auth/login', params)}>
      Back to sign in
    </a>
  );
  if (params.get('sent') === 'yes')
    return (
      <AuthLayout
        title="Check your email"
        lede={`If there’s an account for ${shownEmail(params) ?? 'that address'}, we’ve sent a link to reset the password. The link works once and expires in an hour.`}
        params={params}
        more={back}
      />
    );
  return (
    <AuthLayout title="Reset your password" lede="We’ll email you a link." params={params} more={back}>
      <HostedForm action="/auth/login/forgot-password" params={params}>
        <EmailField params={params} />
        <button type="submit" className="btn btn-fill btn-tall">
          Send reset link
        </button>
      </HostedForm>
    </AuthLayout>
  );
}

/** A link out of a mail, as far as its page may know. */
export interface MailLink {
  readonly purpose: 'join' | 'verify' | 'reset' | 'undo-email';
  /** Masked. */
  readonly email: string;
}

/** The page of that link. */
export function ResetStep({ params, link }: { params: URLSearchParams; link: MailLink | null }) {
  if (!link)
    return (
      <AuthLayout
        title="This link has expired"
        lede="Links work once and last an hour. Request a new one below."
        params={params}
        more={
          <a className="btn btn-fill" href="/auth/login/forgot-password">
            Request a new link
          </a>
        }
      />
    );
  return (
    <AuthLayout title="Choose a new password" lede={`For ${link.email}. You’ll be signed out on all other devices.`} params={params}>
      <HostedForm action="/auth/login/reset-password" params={params}>
        <input type="hidden" name="token" value={params.get('token') ?? ''} />
        <NewPasswordField params={params} label="New password" />
        <button type="submit" className="btn btn-fill btn-tall">
          Save password
        </button>
      </HostedForm>
    </AuthLayout>
  );
}
