import { signInMessages } from '#domains/staff/messages/office.ts';
import { stepUpPasswordForm } from '#domains/staff/model/sign-in-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';

/** The password as a confirmation, on a sample shop without second factors. */
export function StepUpPassword({ onPassword }: { readonly onPassword: (password: string) => Promise<string | null> }) {
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: stepUpPasswordForm,
    onSubmit: async ({ password }) => {
      const refused = await onPassword(password);
      return refused === null ? null : { title: refused, field: 'password' };
    },
  });
  return (
    <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
      <FormError error={error} />
      <TextField
        label={signInMessages.password}
        name={fields.password.name}
        type="password"
        autoComplete="current-password"
        autoFocus
        error={errorOf('password', fields.password.errors)}
      />
      <Button tone="primary" type="submit" isPending={isPending}>
        {signInMessages.confirm}
      </Button>
    </form>
  );
}
