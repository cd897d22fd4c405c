/** Changes the email address of an account: a code goes to the new address, and the customer reads it out. */
import { useState } from 'react';
import { emailChangeMessages as text } from '#domains/customers/account/messages/office.ts';
import { emailChange, emailCode } from '#domains/customers/account/model/office-customer-forms.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { customerCalls, ownerOf } from './customer-calls.ts';
import { useCustomerAction } from './use-customer-action.ts';

interface StepProps {
  readonly customer: OfficeCustomer;
  readonly onClose: () => void;
}

function AddressStep({ customer, onClose, onSent }: StepProps & { readonly onSent: (email: string) => void }) {
  const action = useCustomerAction(customer);
  const { form, fields, error, errorOf } = useOfficeForm({
    schema: emailChange,
    onSubmit: async ({ email }) => {
      const refused = await action.run({
        send: () => customerCalls.startCustomerEmail({ ...ownerOf(customer), email }),
        done: text.sent(email),
        onDone: () => onSent(email),
      });
      return refused && { title: refused.title, field: ['email_same', 'email_taken'].includes(refused.code) ? 'email' : undefined };
    },
  });
  return (
    <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
      <p>{text.intro}</p>
      <FormError error={error} />
      <TextField label={text.email} type="email" name={fields.email.name} error={errorOf('email', fields.email.errors)} autoFocus />
      <DialogEnd>
        <Button onPress={onClose} isDisabled={action.isPending}>
          {officeMessages.cancel}
        </Button>
        <Button tone="primary" type="submit" icon="mail" isPending={action.isPending}>
          {text.send}
        </Button>
      </DialogEnd>
    </form>
  );
}

function CodeStep({ customer, onClose, email, onBack }: StepProps & { readonly email: string; readonly onBack: () => void }) {
  const action = useCustomerAction(customer);
  const { form, fields, error, errorOf } = useOfficeForm({
    schema: emailCode,
    onSubmit: async ({ code }) => {
      const refused = await action.run({
        send: () => customerCalls.finishCustomerEmail({ ...ownerOf(customer), code }),
        done: text.done(email),
        onDone: onClose,
      });
      return refused && { title: refused.title, field: refused.code === 'code_wrong' ? 'code' : undefined };
    },
  });
  return (
    <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
      <p>{text.codeIntro(email)}</p>
      <FormError error={error} />
      <TextField
        label={text.code}
        name={fields.code.name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        error={errorOf('code', fields.code.errors)}
        autoFocus
      />
      <Consequences items={text.consequences} />
      <DialogEnd>
        <Button onPress={onBack} isDisabled={action.isPending}>
          {text.again}
        </Button>
        <Button tone="primary" type="submit" isPending={action.isPending}>
          {text.confirm}
        </Button>
      </DialogEnd>
    </form>
  );
}

export function EmailDialog({ customer, onClose }: StepProps) {
  const [email, setEmail] = useState(customer.pendingEmail);
  return (
    <Dialog title={text.title} isOpen onClose={onClose}>
      {email === null ? (
        <AddressStep customer={customer} onClose={onClose} onSent={setEmail} />
      ) : (
        <CodeStep customer={customer} onClose={onClose} email={email} onBack={() => setEmail(null)} />
      )}
    </Dialog>
  );
}
