import { useState } from 'react';
import { signInMessages } from '#domains/staff/messages/office.ts';
import type { Factor } from '#domains/staff/model/records.ts';
import { Button } from '#ui/office/Button.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { CodeForm } from './CodeForm.tsx';
import { askForPasskey } from './passkeys.ts';
import type { SignInStep, TakeStep } from './SignInSteps.tsx';
import { signInCalls } from './staff-calls.ts';

const LABELS: Readonly<Record<Factor, string>> = {
  passkey: signInMessages.usePasskey,
  totp: signInMessages.useTotp,
  recovery_code: signInMessages.useRecovery,
};

/** The second factor after the password. */
export function FactorStep({ step, take }: { readonly step: Extract<SignInStep, { step: 'factor' }>; readonly take: TakeStep }) {
  const [factor, setFactor] = useState<Factor>(step.factors.includes('totp') ? 'totp' : (step.factors[0] ?? 'recovery_code'));
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const confirmPasskey = async (): Promise<void> => {
    setIsAsking(true);
    const options = await signInCalls.signInPasskeyOptions({});
    const passkey = options.ok ? await askForPasskey(options.value.options) : options;
    if (!passkey.ok) setError(passkey.title);
    else if ('response' in passkey) setError(take(await signInCalls.signInPasskey({ response: passkey.response })));
    setIsAsking(false);
  };
  return (
    <div className="stack">
      <div>
        <h2>{signInMessages.factorTitle}</h2>
        <p className="text-muted">{signInMessages.factorText(step.email)}</p>
      </div>
      <FormError error={error} />
      {factor === 'passkey' ? (
        <Button tone="primary" icon="key" onPress={() => void confirmPasskey()} isPending={isAsking}>
          {signInMessages.usePasskey}
        </Button>
      ) : (
        <CodeForm
          key={factor}
          kind={factor === 'totp' ? 'totp' : 'recovery'}
          onCode={async (code) =>
            take(factor === 'totp' ? await signInCalls.signInTotp({ code }) : await signInCalls.signInRecoveryCode({ code }))
          }
        />
      )}
      <div className="act-row">
        {step.factors
          .filter((other) => other !== factor)
          .map((other) => (
            <Button key={other} tone="quiet" onPress={() => setFactor(other)}>
              {LABELS[other]}
            </Button>
          ))}
        <Button tone="quiet" onPress={async () => void take(await signInCalls.signInCancel({}))}>
          {signInMessages.otherAccount}
        </Button>
      </div>
    </div>
  );
}
