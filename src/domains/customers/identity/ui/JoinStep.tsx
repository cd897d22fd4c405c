import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { fillMessage } from '#ui/fill-message.tsx';
import { Choice } from '#ui/form/Field.tsx';
import { joinMessages, hostedMessages as m } from '../messages/hosted.ts';
import { EmailField, HostedField, NewPasswordField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, displayedEmail, HostedForm, type Provider, SocialLinks } from './AuthLayout.tsx';
import { VerifyAgain } from './EmailLinkSteps.tsx';

/** /auth/join: the form, then the same "Check your email" for everyone [ID-11]. */
export function JoinStep({ params, providers }: { params: URLSearchParams; providers: readonly Provider[] }) {
  if (params.get('sent') === 'yes')
    return (
      <AuthLayout
        title={m.checkEmail}
        intro={joinMessages.sent(displayedEmail(params))}
        params={params}
        more={
          <>
            <VerifyAgain params={params} />
            <a className="link link-lone" href={authPageUrl('/auth/join', params)}>
              {m.useDifferentEmail}
            </a>
          </>
        }
      />
    );
  return (
    <AuthLayout
      title={joinMessages.title}
      intro={joinMessages.intro}
      params={params}
      more={
        <>
          <SocialLinks providers={providers} params={params} />
          <p>
            {fillMessage(joinMessages.haveAccount, {
              signIn: (
                <a className="link" href={authPageUrl('/auth/login', params)}>
                  {m.signIn}
                </a>
              ),
            })}
          </p>
        </>
      }
    >
      <HostedForm action="/auth/join" params={params} submit={m.join}>
        <div className="auth-pair">
          <HostedField
            params={params}
            name="given_name"
            label={m.firstName}
            autoComplete="given-name"
            maxLength={60}
            defaultValue={params.get('given_name') ?? ''}
          />
          <HostedField
            params={params}
            name="family_name"
            label={m.lastName}
            autoComplete="family-name"
            maxLength={60}
            defaultValue={params.get('family_name') ?? ''}
          />
        </div>
        <EmailField params={params} />
        <NewPasswordField params={params} label={m.password} />
        <Choice name="marketing_email" value="yes">
          {CONSENT_WORDING.email}
        </Choice>
      </HostedForm>
    </AuthLayout>
  );
}
