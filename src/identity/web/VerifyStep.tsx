import type { MailLink } from './ForgotStep.tsx';
import { HostedForm, HostedFrame } from './HostedFrame.tsx';

/** The page of the link that confirms an e-mail. Looking at it does nothing, since mail programs look too; the button does. */
export function VerifyStep({ params, link }: { params: URLSearchParams; link: MailLink | null }) {
  if (params.get('done') === 'yes')
    return (
      <HostedFrame
        title="Thank you"
        lede="Your e-mail is confirmed."
        params={params}
        more={
          <a className="btn btn-fill" href="/">
            To the shop
          </a>
        }
      />
    );
  if (!link)
    return (
      <HostedFrame
        title="This link has ended"
        lede="It worked once and for an hour. If you have used it, just sign in."
        params={params}
        more={
          <>
            <a className="btn btn-fill" href="/auth/login">
              Sign in
            </a>
            <a className="link link-lone" href="/auth/join">
              Join
            </a>
          </>
        }
      />
    );
  const isJoining = link.purpose === 'join';
  return (
    <HostedFrame
      title="Confirm your e-mail"
      lede={
        isJoining
          ? `You asked to join as ${link.email}. If it was not you, close this page and nothing happens.`
          : `Please confirm that ${link.email} is yours.`
      }
      params={params}
    >
      <HostedForm action="/auth/verify-email" params={params}>
        <input type="hidden" name="token" value={params.get('token') ?? ''} />
        <button type="submit" className="btn btn-fill btn-tall">
          {isJoining ? 'Open my account' : 'Confirm'}
        </button>
      </HostedForm>
    </HostedFrame>
  );
}
