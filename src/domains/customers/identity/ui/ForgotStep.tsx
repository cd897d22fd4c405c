import { EmailField, NewPasswordField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, HostedForm, shownEmail } from './AuthLayout.tsx';

/** /auth/login/forgot-password: requests a reset link. Responds the same to every address [ID-12]. */
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
        <button type="submit" className="button button-primary button-tall">
          Send reset link
        </button>
      </HostedForm>
    </AuthLayout>
  );
}

/** The data of an emailed link that its page may show. */
export interface MailLink {
  readonly purpose: 'join' | 'verify' | 'reset' | 'undo-email';
  /** Masked. */
  readonly email: string;
}

/** The page that a reset link opens. */
export function ResetStep({ params, link }: { params: URLSearchParams; link: MailLink | null }) {
  if (!link)
    return (
      <AuthLayout
        title="This link has expired"
        lede="Links work once and last an hour. Request a new one below."
        params={params}
        more={
          <a className="button button-primary" href="/auth/login/forgot-password">
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
        <button type="submit" className="button button-primary button-tall">
          Save password
        </button>
      </HostedForm>
    </AuthLayout>
  );
}
