import type { z } from 'zod';
import { signInMessages } from '#domains/staff/messages/office.ts';
import { recoveryForm, totpForm } from '#domains/staff/model/sign-in-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';

export interface CodeFormProps {
  readonly kind: 'totp' | 'recovery';
  readonly label?: string;
  /** Sends the code. @returns why it was refused */
  readonly onCode: (code: string) => Promise<string | null>;
}

const SCHEMAS: Readonly<Record<CodeFormProps['kind'], z.ZodObject<{ code: z.ZodType<string, string> }>>> = {
  totp: totpForm,
  recovery: recoveryForm,
};

/** One code, of an authenticator or for recovery. */
export function CodeForm({ kind, label, onCode }: CodeFormProps) {
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: SCHEMAS[kind],
    onSubmit: async ({ code }) => {
      const refused = await onCode(code);
      return refused === null ? null : { title: refused, field: 'code' };
    },
  });
  const isTotp = kind === 'totp';
  return (
    <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
      <FormError error={error} />
      <TextField
        label={label ?? (isTotp ? signInMessages.code : signInMessages.recoveryCode)}
        hint={isTotp ? signInMessages.codeHint : signInMessages.recoveryCodeHint}
        name={fields.code.name}
        inputMode={isTotp ? 'numeric' : 'text'}
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        autoFocus
        error={errorOf('code', fields.code.errors)}
      />
      <Button tone="primary" type="submit" isPending={isPending}>
        {signInMessages.confirm}
      </Button>
    </form>
  );
}
