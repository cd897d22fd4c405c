import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { EmailField, HostedField, NewPasswordField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, HostedForm, shownEmail } from './AuthLayout.tsx';
import { type Provider, SocialLinks } from './SocialLinks.tsx';
import { VerifyAgain } from './VerifyAgain.tsx';

/** /auth/join: the form, then the same "Check your email" for everyone [ID-11]. */
export function JoinStep({ params, providers }: { params: URLSearchParams; providers: readonly Provider[] }) {
  if (params.get('sent') === 'yes')
    return (
      <AuthLayout
        title="Check your email"
        lede={`We’ve sent a link to ${shownEmail(params) ?? 'you'}. Use it within an hour to confirm your account.`}
        params={params}
        more={
          <>
            <VerifyAgain params={params} />
            <a className="link link-lone" href={authPageUrl('/auth/join', params)}>
              Use a different email
            </a>
          </>
        }
      />
    );
  return (
    <AuthLayout
      title="Create an account"
      lede="Your addresses, orders and member tier, all in one place."
      params={params}
      more={
        <>
          <SocialLinks providers={providers} params={params} />
          <p>
            Already have an account?{' '}
            <a className="link" href={authPageUrl('/auth/login', params)}>
              Sign in
            </a>
          </p>
        </>
      }
    >
      <HostedForm action="/auth/join" params={params}>
        <div className="auth-pair">
          <HostedField
            params={params}
            name="given_name"
            label="First name"
            autoComplete="given-name"
            maxLength={60}
            defaultValue={params.get('given_name') ?? ''}
          />
          <HostedField
            params={params}
            name="family_name"
            label="Last name"
            autoComplete="family-name"
            maxLength={60}
            defaultValue={params.get('family_name') ?? ''}
          />
        </div>
        <EmailField params={params} />
        <NewPasswordField params={params} label="Password" />
        <label className="check">
          <input type="checkbox" name="marketing_email" value="yes" />
          <span>{CONSENT_WORDING.email}</span>
        </label>
        <button type="submit" className="button button-primary button-tall">
          Join
        </button>
      </HostedForm>
    </AuthLayout>
  );
}
