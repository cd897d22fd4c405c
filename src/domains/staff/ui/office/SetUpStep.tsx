import { useState } from 'react';
import { signInMessages } from '#domains/staff/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { OfficeIcon, type OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { createPasskey } from './passkeys.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import type { SignInStep, TakeStep } from './SignInSteps.tsx';
import { signInCalls } from './staff-calls.ts';
import { TotpSetUp } from './TotpSetUp.tsx';

function Choice({
  icon,
  title,
  text,
  action,
  onPress,
  isPending = false,
}: {
  readonly icon: OfficeIconName;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onPress: () => void;
  readonly isPending?: boolean;
}) {
  return (
    <li className="choice">
      <OfficeIcon name={icon} />
      <div>
        <h3>{title}</h3>
        <p className="text-muted small">{text}</p>
      </div>
      <Button onPress={onPress} isPending={isPending}>
        {action}
      </Button>
    </li>
  );
}

/** The set-up of a first second factor. */
export function SetUpStep({ step, take }: { readonly step: Extract<SignInStep, { step: 'set_up' }>; readonly take: TakeStep }) {
  const [totp, setTotp] = useState<{ readonly secret: string; readonly uri: string } | null>(null);
  const [codes, setCodes] = useState<{ readonly codes: readonly string[]; readonly next: SignInStep } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const startTotp = async (): Promise<void> => {
    const started = await signInCalls.signInSetUpTotp({});
    if (started.ok) setTotp(started.value);
    else setError(take(started));
  };
  const setUpPasskey = async (): Promise<void> => {
    setIsPending(true);
    setError(null);
    const options = await signInCalls.signInSetUpPasskey({});
    const passkey = options.ok ? await createPasskey(options.value.options) : options;
    if (!passkey.ok) setError(passkey.title);
    else if ('response' in passkey) {
      const confirmed = await signInCalls.signInConfirmPasskey({ response: passkey.response });
      if (confirmed.ok) setCodes({ codes: confirmed.value.recoveryCodes, next: confirmed.value.next });
      else setError(take(confirmed));
    }
    setIsPending(false);
  };

  if (codes) return <RecoveryCodes codes={codes.codes} onSaved={() => void take({ ok: true, value: codes.next })} />;
  if (totp)
    return (
      <TotpSetUp
        setUp={totp}
        onBack={() => setTotp(null)}
        onCode={async (code) => {
          const confirmed = await signInCalls.signInConfirmTotp({ code });
          if (!confirmed.ok) return take(confirmed);
          setCodes({ codes: confirmed.value.recoveryCodes, next: confirmed.value.next });
          return null;
        }}
      />
    );
  return (
    <div className="stack">
      <div>
        <h2>{signInMessages.setUpTitle}</h2>
        <p className="text-muted">{signInMessages.setUpText}</p>
      </div>
      <FormError error={error} />
      <ul className="choices">
        <Choice
          icon="key"
          title={signInMessages.passkeyTitle}
          text={signInMessages.passkeyText}
          action={signInMessages.addPasskey}
          onPress={() => void setUpPasskey()}
          isPending={isPending}
        />
        <Choice
          icon="phone"
          title={signInMessages.totpTitle}
          text={step.hasPassword ? signInMessages.totpText : signInMessages.needsPassword}
          action={signInMessages.addTotp}
          onPress={() => void startTotp()}
        />
      </ul>
      {step.canSetUpLater && (
        <div className="act-row">
          <Button tone="quiet" onPress={async () => setError(take(await signInCalls.signInSetUpLater({})))}>
            {signInMessages.setUpLater}
          </Button>
          <span className="text-muted small">{signInMessages.setUpLaterText}</span>
        </div>
      )}
    </div>
  );
}
