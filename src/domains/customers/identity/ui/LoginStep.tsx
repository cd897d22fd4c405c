import { loginMessages, hostedMessages as m } from '../messages/hosted.ts';
import { EmailField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, displayedEmail, HostedForm, JoinLink, type Provider, SocialLinks } from './AuthLayout.tsx';

/** /auth/login: asks for the email address. Unknown addresses get the password step too [ID-9, ID-18]. */
export function LoginStep({ params, providers }: { params: URLSearchParams; providers: readonly Provider[] }) {
  const only = providers.find(({ id }) => id === params.get('only'));
  if (only)
    return (
      <AuthLayout
        title={m.signIn}
        intro={loginMessages.provider(displayedEmail(params), only.label)}
        params={params}
        more={
          <>
            <SocialLinks providers={[only]} params={params} />
            <a className="link link-lone" href={authPageUrl('/auth/login', params, null)}>
              {m.useDifferentEmail}
            </a>
            <a className="link link-lone" href={authPageUrl('/auth/login/forgot-password', params)}>
              {loginMessages.setPassword}
            </a>
          </>
        }
      />
    );
  return (
    <AuthLayout
      title={m.signIn}
      intro={loginMessages.intro}
      params={params}
      more={
        <>
          <SocialLinks providers={providers} params={params} />
          <JoinLink params={params} />
        </>
      }
    >
      <HostedForm action="/auth/login" params={params} submit={loginMessages.continue}>
        <EmailField params={params} />
      </HostedForm>
    </AuthLayout>
  );
}
