/** The pages that the links in emails open: reset the password, confirm the address, undo its change. */
import { fillMessage } from '#ui/fill-message.tsx';
import { hostedMessages as m, resetMessages, undoEmailMessages, verifyMessages } from '../messages/hosted.ts';
import { EmailField, NewPasswordField } from './AuthField.tsx';
import { AuthLayout, authPageUrl, displayedEmail, HostedForm } from './AuthLayout.tsx';

/** The data of an emailed link that its page may show. */
export interface EmailLink {
  readonly purpose: 'join' | 'verify' | 'reset' | 'undo-email';
  /** Masked. */
  readonly email: string;
}

/** The page that a reset link opens. */
export function ResetStep({ params, link }: { params: URLSearchParams; link: EmailLink | null }) {
  if (!link)
    return (
      <AuthLayout
        title={m.linkExpired}
        intro={resetMessages.expired}
        params={params}
        more={
          <a className="button button-primary" href="/auth/login/forgot-password">
            {resetMessages.requestLink}
          </a>
        }
      />
    );
  return (
    <AuthLayout title={resetMessages.chooseTitle} intro={resetMessages.chooseIntro(link.email)} params={params}>
      <HostedForm action="/auth/login/reset-password" params={params} submit={resetMessages.save}>
        <input type="hidden" name="token" value={params.get('token') ?? ''} />
        <NewPasswordField params={params} label={m.newPassword} />
      </HostedForm>
    </AuthLayout>
  );
}

/** Page of the link that confirms an email address. Requires a press, because mail programs open links too. */
export function VerifyStep({ params, link }: { params: URLSearchParams; link: EmailLink | null }) {
  if (params.get('done') === 'yes') return <Confirmed params={params} />;
  if (params.get('sent') === 'yes') return <SentAgain params={params} />;
  if (!link) return <LinkExpired params={params} />;
  const isJoining = link.purpose === 'join';
  // In another browser than the one that joined, a stranger may have typed the password.
  const isChoosing = isJoining && params.get('choose') === 'yes';
  return (
    <AuthLayout
      title={verifyMessages.title}
      intro={(isChoosing ? verifyMessages.joiningWithPassword : isJoining ? verifyMessages.joining : verifyMessages.confirming)(link.email)}
      params={params}
    >
      <HostedForm action="/auth/verify-email" params={params} submit={isJoining ? verifyMessages.confirmJoining : verifyMessages.confirm}>
        <input type="hidden" name="token" value={params.get('token') ?? ''} />
        {isChoosing && <NewPasswordField params={params} label={m.password} />}
      </HostedForm>
    </AuthLayout>
  );
}

const Confirmed = ({ params }: { params: URLSearchParams }) => (
  <AuthLayout
    title={verifyMessages.doneTitle}
    intro={verifyMessages.done}
    params={params}
    more={
      <a className="button button-primary" href="/">
        {verifyMessages.startShopping}
      </a>
    }
  />
);

/** Shown to everyone, whether or not there was anything to confirm. */
const SentAgain = ({ params }: { params: URLSearchParams }) => (
  <AuthLayout
    title={m.checkEmail}
    intro={verifyMessages.sentAgain(displayedEmail(params))}
    params={params}
    more={
      <>
        <VerifyAgain params={params} />
        <a className="link link-lone" href={authPageUrl('/auth/login', params)}>
          {m.backToSignIn}
        </a>
      </>
    }
  />
);

/** The title already contains the message of `link_ended`. */
const withoutExpiredError = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].filter(([name, value]) => !(name === 'error' && value === 'link_ended')));

const LinkExpired = ({ params }: { params: URLSearchParams }) => (
  <AuthLayout
    title={m.linkExpired}
    intro={verifyMessages.expired}
    params={withoutExpiredError(params)}
    more={
      <p>
        {fillMessage(verifyMessages.confirmedAlready, {
          signIn: (
            <a className="link" href={authPageUrl('/auth/login', params)}>
              {m.signIn}
            </a>
          ),
        })}
      </p>
    }
  >
    <HostedForm action="/auth/verify-email/again" params={params} submit={m.resendConfirmation}>
      <EmailField params={params} />
    </HostedForm>
  </AuthLayout>
);

/** Form that resends the verification email. */
export function VerifyAgain({ params }: { params: URLSearchParams }) {
  return (
    <div>
      <p className="text-muted">{m.notReceived}</p>
      <HostedForm action="/auth/verify-email/again" params={params}>
        <input type="hidden" name="email" value={params.get('email') ?? ''} />
        <button type="submit" className="button button-outline">
          {m.resendConfirmation}
        </button>
      </HostedForm>
    </div>
  );
}

/** Page of the link that undoes a change of email. Requires a press, because mail programs open links too. */
export function UndoEmailStep({ params, link }: { params: URLSearchParams; link: EmailLink | null }) {
  if (!link) return <AuthLayout title={m.linkExpired} intro={undoEmailMessages.expired} params={params} />;
  return (
    <AuthLayout title={undoEmailMessages.title} intro={undoEmailMessages.intro(link.email)} params={params}>
      <HostedForm action="/auth/undo-email-change" params={params} submit={undoEmailMessages.confirm}>
        <input type="hidden" name="token" value={params.get('token') ?? ''} />
      </HostedForm>
    </AuthLayout>
  );
}
