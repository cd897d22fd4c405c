import { useRevalidator } from 'react-router';
import { inviteMessages as text } from '#domains/staff/messages/people.ts';
import { inviteForm } from '#domains/staff/model/people-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { peopleCalls } from './people-calls.ts';
import { RoleChoice } from './RoleChoice.tsx';
import type { Role } from './roles.ts';

/** Invites somebody by email. */
export function InviteDialog({ roles, onClose }: { readonly roles: readonly Role[]; readonly onClose: () => void }) {
  const revalidator = useRevalidator();
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: inviteForm,
    onSubmit: async ({ email, name = '', roleIds }) => {
      const invited = await peopleCalls.inviteStaff({ email, name, roleIds });
      if (!invited.ok) return { title: invited.title, field: invited.code === 'email_taken' ? 'email' : undefined };
      toastDone(text.done(email));
      onClose();
      await revalidator.revalidate();
      return null;
    },
  });
  return (
    <Dialog title={text.title} isOpen onClose={onClose} isDismissable={!isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error} />
        <TextField
          label={text.email}
          hint={text.emailHint}
          name={fields.email.name}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoFocus
          error={errorOf('email', fields.email.errors)}
        />
        <TextField
          label={text.name}
          hint={text.nameHint}
          isOptional
          name={fields.name.name}
          autoComplete="off"
          maxLength={80}
          error={errorOf('name', fields.name.errors)}
        />
        <RoleChoice name={fields.roleIds.name} roles={roles} selected={[]} error={errorOf('roleIds', fields.roleIds.errors)} />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.action}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
