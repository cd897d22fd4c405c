import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router';
import { RETURN_ERRORS } from '#domains/staff/messages/errors.ts';
import { helpMessages, signInMessages } from '#domains/staff/messages/office.ts';
import { FormError } from '#ui/office/form/fields.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { SignInSteps } from './SignInSteps.tsx';

/** A path of the office to return to. Other addresses are not followed. */
const safePath = (path: string | null): string => (path !== null && /^\/(?![/\\])/.test(path) ? path : '/');

/** Returns the sentence of an error in the address. */
const sentenceOf = (code: string | null): string | null => Object.entries(RETURN_ERRORS).find(([name]) => name === code)?.[1].title ?? null;

/** The sign-in page. */
export function SignInScreen() {
  const [params] = useSearchParams();
  const finish = useCallback((redirectTo: string) => location.assign(redirectTo), []);
  return (
    <SignInFrame title={signInMessages.title}>
      <FormError error={sentenceOf(params.get('error'))} />
      <SignInSteps returnTo={safePath(params.get('returnTo'))} onDone={finish} />
      <Link className="link small" to="/sign-in/help">
        {signInMessages.trouble}
      </Link>
    </SignInFrame>
  );
}

/** What to do without password or second factor. */
export function SignInHelpScreen() {
  return (
    <SignInFrame title={helpMessages.title}>
      <div className="stack">
        <section>
          <h2>{helpMessages.lostPassword}</h2>
          <p className="text-muted">{helpMessages.lostPasswordText}</p>
        </section>
        <section>
          <h2>{helpMessages.lostDevice}</h2>
          <p className="text-muted">{helpMessages.lostDeviceText}</p>
        </section>
        <section>
          <h2>{helpMessages.nobody}</h2>
          <p className="text-muted">{helpMessages.nobodyText}</p>
          <code className="command">{helpMessages.command}</code>
        </section>
        <Link className="link" to="/sign-in">
          {helpMessages.back}
        </Link>
      </div>
    </SignInFrame>
  );
}
