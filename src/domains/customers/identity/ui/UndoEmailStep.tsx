import { AuthLayout, HostedForm } from './AuthLayout.tsx';
import type { MailLink } from './ForgotStep.tsx';

/** Page of the link that undoes a change of email. Requires a press, because mail programs open links too. */
export function UndoEmailStep({ params, link }: { params: URLSearchParams; link: MailLink | null }) {
  if (!link)
    return (
      <AuthLayout
        title="This link has expired"
        lede="Links work once and last 7 days. If someone else uses your account, please call us."
        params={params}
      />
    );
  return (
    <AuthLayout
      title="Change your email back"
      lede={`Your account goes back to ${link.email}. You’ll be signed out everywhere and choose a new password.`}
      params={params}
    >
      <HostedForm action="/auth/undo-email-change" params={params}>
        <input type="hidden" name="token" value={params.get('token') ?? ''} />
        <button type="submit" className="button button-primary button-tall">
          Change my email back
        </button>
      </HostedForm>
    </AuthLayout>
  );
}
