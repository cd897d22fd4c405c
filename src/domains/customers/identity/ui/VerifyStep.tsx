import { EmailField, NewPasswordField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, HostedForm, shownEmail } from './AuthLayout.tsx';
import type { MailLink } from './ForgotStep.tsx';
import { VerifyAgain } from './VerifyAgain.tsx';

/** Page of the link that confirms an email address. Requires a press, because mail programs open links too. */
export function VerifyStep({ params, link }: { params: URLSearchParams; link: MailLink | null }) {
  if (params.get('done') === 'yes') return <Confirmed params={params} />;
  if (params.get('sent') === 'yes') return <SentAgain params={params} />;
  if (!link) return <LinkEnded params={params} />;
  const isJoining = link.purpose === 'join';
  // In another browser than the one that joined, a stranger may have typed the password.
  const isChoosing = isJoining && params.get('choose') === 'yes';
  return (
    <AuthLayout
      title="Confirm your email"
      lede={
        isJoining
          ? `You asked to join as ${link.email}. ${isChoosing ? 'Choose a password for your account. ' : ''}If this wasn’t you, you can close this page.`
          : `Please confirm that ${link.email} is yours.`
      }
      params={params}
    >
      <HostedForm action="/auth/verify-email" params={params}>
        <input type="hidden" name="token" value={params.get('token') ?? ''} />
        {isChoosing && <NewPasswordField params={params} label="Password" />}
        <button type="submit" className="button button-primary button-tall">
          {isJoining ? 'Confirm my email' : 'Confirm'}
        </button>
      </HostedForm>
    </AuthLayout>
  );
}

const Confirmed = ({ params }: { params: URLSearchParams }) => (
  <AuthLayout
    title="Thank you"
    lede="Your email is confirmed."
    params={params}
    more={
      <a className="button button-primary" href="/">
        Start shopping
      </a>
    }
  />
);

/** Shown to everyone, whether or not there was anything to confirm. */
const SentAgain = ({ params }: { params: URLSearchParams }) => (
  <AuthLayout
    title="Check your email"
    lede={`If ${shownEmail(params) ?? 'that address'} still needs confirming, we’ve sent a new link. It works once and expires in an hour.`}
    params={params}
    more={
      <>
        <VerifyAgain params={params} />
        <a className="link link-lone" href={authPageUrl('/auth/login', params)}>
          Back to sign in
        </a>
      </>
    }
  />
);

/** The title already contains the message of `link_ended`. */
const withoutEnded = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].filter(([name, value]) => !(name === 'error' && value === 'link_ended')));

const LinkEnded = ({ params }: { params: URLSearchParams }) => (
  <AuthLayout
    title="This link has expired"
    lede="Links work once and last an hour. If you’ve already used it, just sign in. Otherwise, we’ll send you another."
    params={withoutEnded(params)}
    more={
      <p>
        Confirmed already?{' '}
        <a className="link" href={authPageUrl('/auth/login', params)}>
          Sign in
        </a>
      </p>
    }
  >
    <HostedForm action="/auth/verify-email/again" params={params}>
      <EmailField params={params} />
      <button type="submit" className="button button-primary button-tall">
        Resend confirmation email
      </button>
    </HostedForm>
  </AuthLayout>
);
