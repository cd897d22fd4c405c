/** The steps of the sign-in: password or passkey, second factor, set-up of one, recovery codes. The page and the dialog share them. */
import { useEffect, useState } from 'react';
import { signInMessages } from '#domains/staff/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { FactorStep } from './FactorStep.tsx';
import type { OfficeResult } from './office-client.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { SetUpStep } from './SetUpStep.tsx';
import { signInCalls } from './staff-calls.ts';

export type SignInState = Extract<Awaited<ReturnType<typeof signInCalls.signInState>>, { ok: true }>['value'];
export type SignInStep = SignInState['next'];

/** Takes the result of a step. @returns the error to show */
export type TakeStep = (result: OfficeResult<SignInStep>) => string | null;

export interface SignInStepsProps {
  /** Page of the office to open afterwards. */
  readonly returnTo: string;
  /** Called with the address that completes the sign-in. */
  readonly onDone: (redirectTo: string) => void;
  /** A step that is known already, such as that of an accepted invitation. */
  readonly initial?: SignInStep;
}

function ExternalSignIn({ startAt, returnTo }: { readonly startAt: string; readonly returnTo: string }) {
  return (
    <div className="stack">
      <p className="text-muted">{signInMessages.externalText}</p>
      <a className="act act-primary" href={`${startAt}?${new URLSearchParams({ returnTo })}`}>
        {signInMessages.external}
      </a>
    </div>
  );
}

function NoStaff() {
  return (
    <ScreenState icon="staff" title={signInMessages.noStaff} text={signInMessages.noStaffText}>
      <code className="command">{signInMessages.noStaffCommand}</code>
    </ScreenState>
  );
}

export function SignInSteps({ returnTo, onDone, initial }: SignInStepsProps) {
  const [state, setState] = useState<OfficeResult<SignInState> | null>(null);
  const [step, setStep] = useState<SignInStep | null>(initial ?? null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt loads again
  useEffect(() => {
    let isCurrent = true;
    void signInCalls.signInState({}).then((loaded) => {
      if (!isCurrent) return;
      setState(loaded);
      if (loaded.ok) setStep((before) => before ?? loaded.value.next);
    });
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  useEffect(() => {
    if (step?.step === 'done') onDone(step.redirectTo);
  }, [step, onDone]);

  const take: TakeStep = (result) => {
    if (result.ok) {
      setStep(result.value);
      return null;
    }
    if (result.code === 'sign_in_expired') setStep({ step: 'start' });
    return result.title;
  };

  if (state && !state.ok)
    return (
      <ScreenState icon="warning" title={officeMessages.somethingWrong} text={state.title} isError>
        <Button onPress={() => setAttempt(attempt + 1)}>{officeMessages.tryAgain}</Button>
      </ScreenState>
    );
  if (!state || !step || step.step === 'done')
    return <p className="text-muted">{step?.step === 'done' ? signInMessages.loading : officeMessages.loading}</p>;
  if (state.value.identity === 'external') return <ExternalSignIn startAt={state.value.startAt} returnTo={returnTo} />;
  if (!state.value.hasStaff && step.step === 'start') return <NoStaff />;
  if (step.step === 'start') return <PasswordStep returnTo={returnTo} take={take} />;
  if (step.step === 'factor') return <FactorStep step={step} take={take} />;
  return <SetUpStep step={step} take={take} />;
}
