import { type RefObject, useEffect, useRef } from 'react';
import { loginMessages, hostedMessages as m } from '../messages/hosted.ts';
import { EmailField, HostedField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, displayedEmail, HostedForm, JoinLink } from './AuthLayout.tsx';
import { isAutoLogin, storedPassword } from './stored-password.ts';

/** With `autoLogin`, signs in with a password that the browser has stored. Else does nothing. */
function useAutoLogin(params: URLSearchParams, fields: RefObject<HTMLDivElement | null>): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current || !isAutoLogin(params)) return;
    hasStarted.current = true;
    void storedPassword('PasswordCredential' in window ? navigator.credentials : undefined, displayedEmail(params) ?? '').then((stored) => {
      const form = fields.current?.querySelector('form');
      const [email, password] = ['email', 'password'].map((name) => form?.querySelector<HTMLInputElement>(`input[name="${name}"]`));
      // A shopper who has started to type signs in by hand.
      if (!stored || !form || !email || !password || password.value !== '') return;
      email.value = stored.email;
      password.value = stored.password;
      form.requestSubmit();
    });
  }, [params, fields]);
}

/** /auth/login/using-password: asks for the password [ID-10]. */
export function PasswordStep({ params }: { params: URLSearchParams }) {
  const fields = useRef<HTMLDivElement>(null);
  useAutoLogin(params, fields);
  return (
    <AuthLayout
      title={m.signIn}
      params={params}
      more={
        <>
          <a className="link link-lone" href={authPageUrl('/auth/login/forgot-password', params)}>
            {loginMessages.forgotPassword}
          </a>
          <JoinLink params={params} />
        </>
      }
    >
      <div ref={fields}>
        <HostedForm action="/auth/login/using-password" params={params} submit={m.signIn}>
          <EmailField params={params} />
          <HostedField
            params={params}
            name="password"
            label={m.password}
            type="password"
            autoComplete="current-password"
            maxLength={1_000}
          />
        </HostedForm>
      </div>
    </AuthLayout>
  );
}
