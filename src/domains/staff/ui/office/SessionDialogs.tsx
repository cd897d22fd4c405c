/**
 * Sign-in and confirmation over the open screen. The screen stays as it is, and the call that met the obstacle continues afterwards
 * (office-client.ts).
 */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { sessionMessages, signInMessages } from '#domains/staff/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog } from '#ui/office/Dialog.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { CodeForm } from './CodeForm.tsx';
import { useMe } from './me.ts';
import { askForPasskey } from './passkeys.ts';
import { SignInSteps } from './SignInSteps.tsx';
import { StepUpPassword } from './StepUpPassword.tsx';
import { answerPrompt, sessionPrompt, showPrompts } from './session-prompts.ts';
import { ownAccountCalls, stepUpCalls } from './staff-calls.ts';
import './sign-in.css';

/** Another tab tells the others that its person has signed in. */
const CHANNEL = 'office-session';

function SignInAgain() {
  const me = useMe();
  const finish = useCallback(
    async (redirectTo: string): Promise<void> => {
      // The address ends in a page of this host and sets the cookie of the session on its way.
      await fetch(redirectTo, { credentials: 'same-origin' }).catch(() => undefined);
      const now = await stepUpCalls.me({});
      if (!now.ok) return location.reload();
      // Another person must not continue what this one began.
      if (now.value.id !== me.id) return location.assign('/');
      new BroadcastChannel(CHANNEL).postMessage('signed-in');
      answerPrompt('sign-in', true);
    },
    [me.id],
  );
  return (
    <>
      <p className="text-muted">{sessionMessages.endedText}</p>
      <SignInSteps returnTo="/" onDone={finish} />
    </>
  );
}

type StepUpFactor = 'passkey' | 'totp' | 'recovery_code' | 'password';

const FACTOR_LABELS: Readonly<Record<StepUpFactor, string>> = {
  passkey: signInMessages.usePasskey,
  totp: signInMessages.useTotp,
  recovery_code: signInMessages.useRecovery,
  password: signInMessages.password,
};

function StepUp() {
  const [factors, setFactors] = useState<readonly StepUpFactor[]>([]);
  const [factor, setFactor] = useState<StepUpFactor | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    void stepUpCalls.stepUpState({}).then((state) => {
      if (!state.ok) return setError(state.title);
      setFactors(state.value.factors);
      setFactor(state.value.factors.find((one) => one === 'totp') ?? state.value.factors[0] ?? null);
    });
  }, []);
  const confirmed = (result: { readonly ok: boolean; readonly title?: string }): string | null => {
    if (!result.ok) return result.title ?? officeMessages.unexpected;
    answerPrompt('step-up', true);
    return null;
  };
  const confirmPasskey = async (): Promise<void> => {
    const options = await stepUpCalls.stepUpPasskeyOptions({});
    const passkey = options.ok ? await askForPasskey(options.value.options) : options;
    if (!passkey.ok) setError(passkey.title);
    else if ('response' in passkey) setError(confirmed(await stepUpCalls.stepUpPasskey({ response: passkey.response })));
  };
  return (
    <div className="stack">
      <p className="text-muted">{sessionMessages.stepUpText}</p>
      {error !== null && <p className="entry-error">{error}</p>}
      {factor === 'passkey' && (
        <Button tone="primary" icon="key" onPress={() => void confirmPasskey()}>
          {signInMessages.usePasskey}
        </Button>
      )}
      {factor === 'totp' && <CodeForm kind="totp" onCode={async (code) => confirmed(await stepUpCalls.stepUpTotp({ code }))} />}
      {factor === 'recovery_code' && (
        <CodeForm kind="recovery" onCode={async (code) => confirmed(await stepUpCalls.stepUpRecoveryCode({ code }))} />
      )}
      {factor === 'password' && (
        <StepUpPassword onPassword={async (password) => confirmed(await stepUpCalls.stepUpPassword({ password }))} />
      )}
      <div className="act-row">
        {factors
          .filter((other) => other !== factor)
          .map((other) => (
            <Button key={other} tone="quiet" onPress={() => setFactor(other)}>
              {FACTOR_LABELS[other]}
            </Button>
          ))}
      </div>
    </div>
  );
}

/** Listens to sign-ins in other tabs: one sign-in is enough for all. */
function useOtherTabs(): void {
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => {
      if (sessionPrompt.current() === 'sign-in') void ownAccountCalls.me({}).then((now) => now.ok && answerPrompt('sign-in', true));
    });
    return () => channel.close();
  }, []);
}

export function SessionDialogs() {
  const prompt = useSyncExternalStore(sessionPrompt.subscribe, sessionPrompt.current, sessionPrompt.onServer);
  useOtherTabs();
  useEffect(showPrompts, []);
  return (
    <>
      <Dialog title={sessionMessages.endedTitle} isOpen={prompt === 'sign-in'} onClose={() => undefined} isDismissable={false}>
        <SignInAgain />
      </Dialog>
      <Dialog title={sessionMessages.stepUpTitle} isOpen={prompt === 'step-up'} onClose={() => answerPrompt('step-up', false)}>
        <StepUp />
      </Dialog>
    </>
  );
}
