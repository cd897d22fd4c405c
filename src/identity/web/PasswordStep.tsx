import { EmailField, HostedField } from './HostedField.tsx';
import { HostedForm, HostedFrame, hostedAddress } from './HostedFrame.tsx';

/** The second step: the password (SPEC.md §2 /auth/login/using-password). */
export function PasswordStep({ params }: { params: URLSearchParams }) {
  return (
    <HostedFrame
      title="Sign in"
      params={params}
      more={
        <>
          <a className="link link-lone" href={hostedAddress('/auth/login/forgot-password', params)}>
            Forgot your password?
          </a>
          <p>
            New here?{' '}
            <a className="link" href={hostedAddress('/auth/join', params)}>
              Join
            </a>
          </p>
        </>
      }
    >
      <HostedForm action="/auth/login/using-password" params={params}>
        <EmailField params={params} />
        <HostedField params={params} name="password" label="Password" type="password" autoComplete="current-password" maxLength={1_000} />
        <button type="submit" className="btn btn-fill btn-tall">
          Sign in
        </button>
      </HostedForm>
    </HostedFrame>
  );
}
