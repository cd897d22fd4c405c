import { hostedMessages as m, resetMessages } from '../messages/hosted.ts';
import { EmailField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, displayedEmail, HostedForm } from './AuthLayout.tsx';

/** /auth/login/forgot-password: requests a reset link. Responds the same to every address [ID-12]. */
export function ForgotStep({ params }: { params: URLSearchParams }) {
  const back = (
    <a className="link link-lone" href={authPageUrl('/auth/login', params)}>
      {m.backToSignIn}
    </a>
  );
  if (params.get('sent') === 'yes')
    return <AuthLayout title={m.checkEmail} intro={resetMessages.sent(displayedEmail(params))} params={params} more={back} />;
  return (
    <AuthLayout title={resetMessages.title} intro={resetMessages.intro} params={params} more={back}>
      <HostedForm action="/auth/login/forgot-password" params={params} submit={resetMessages.send}>
        <EmailField params={params} />
      </HostedForm>
    </AuthLayout>
  );
}
