import { EmailField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, HostedForm, shownEmail } from './AuthLayout.tsx';
import { type Provider, SocialLinks } from './SocialLinks.tsx';

/** /auth/login: asks for the email address. Unknown addresses get the password step too [ID-9, ID-18]. */
export function LoginStep({ params, providers }: { params: URLSearchParams; providers: readonly Provider[] }) {
  const only = providers.find(({ id }) => id === params.get('only'));
  if (only)
    return (
      <AuthLayout
        title="Sign in"
        lede={`${shownEmail(params) ?? 'This email'} uses ${only.label} to sign in.`}
        params={params}
        more={
          <>
            <SocialLinks providers={[only]} params={params} />
            <a className="link link-lone" href={authPageUrl('/auth/login', params, null)}>
              Use a different email
            </a>
            <a className="link link-lone" href={authPageUrl('/auth/login/forgot-password', params)}>
              Set a password instead
            </a>
          </>
        }
      />
    );
  return (
    <AuthLayout
      title="Sign in"
      lede="For member prices, your orders and your favourites."
      params={params}
      more={
        <>
          <SocialLinks providers={providers} params={params} />
          <p>
            New here?{' '}
            <a className="link" href={authPageUrl('/auth/join', params)}>
              Join
            </a>
          </p>
        </>
      }
    >
      <HostedForm action="/auth/login" params={params}>
        <EmailField params={params} />
        <button type="submit" className="button button-primary button-tall">
          Continue
        </button>
      </HostedForm>
    </AuthLayout>
  );
}
