import { useState } from 'react';
import { signInMessages } from '#domains/staff/messages/office.ts';
import { passwordForm } from '#domains/staff/model/sign-in-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { askForPasskey } from './passkeys.ts';
import type { TakeStep } from './SignInSteps.tsx';
import { signInCalls } from './staff-calls.ts';

/** Email and password, or a passkey, which is both factors at once. */
export function PasswordStep({ returnTo, take }: { readonly returnTo: string; readonly take: TakeStep }) {
  const [passkeyError, setPasskeyError] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: passwordForm,
    onSubmit: async (value) => {
      setPasskeyError(null);
      const refused = take(await signInCalls.signInPassword({ ...value, returnTo }));
      return refused === null ? null : { title: refused };
    },
  });
  const signInWithPasskey = async (): Promise<void> => {
    setIsAsking(true);
    setPasskeyError(null);
    const options = await signInCalls.signInPasskeyOptions({ returnTo });
    const passkey = options.ok ? await askForPasskey(options.value.options) : options;
    if (!passkey.ok) setPasskeyError(passkey.title);
    else if ('response' in passkey) setPasskeyError(take(await signInCalls.signInPasskey({ response: passkey.response })));
    setIsAsking(false);
  };
  return (
    <div className="stack">
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error ?? passkeyError} />
        <TextField
          label={signInMessages.email}
          name={fields.email.name}
          type="email"
          autoComplete="username webauthn"
          error={errorOf('email', fields.email.errors)}
        />
        <TextField
          label={signInMessages.password}
          name={fields.password.name}
          type="password"
          autoComplete="current-password"
          error={errorOf('password', fields.password.errors)}
        />
        <Button tone="primary" type="submit" isPending={isPending}>
          {signInMessages.signIn}
        </Button>
      </form>
      <p className="divider" aria-hidden="true">
        {signInMessages.or}
      </p>
      <Button icon="key" onPress={() => void signInWithPasskey()} isPending={isAsking}>
        {signInMessages.withPasskey}
      </Button>
    </div>
  );
}
