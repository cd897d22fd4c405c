/** Confirmations of what staff do for a customer: a link to reset the password, signing out, and the file with their data. */
import { useState } from 'react';
import { customerMessages as text } from '#domains/customers/account/messages/office.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { customerCalls, ownerOf } from './customer-calls.ts';
import { type CustomerAction, useCustomerAction } from './use-customer-action.ts';

interface DialogProps {
  readonly customer: OfficeCustomer;
  readonly onClose: () => void;
}

type Confirmation = Pick<CustomerAction, 'send' | 'done'> & {
  readonly title: string;
  readonly action: string;
  readonly consequences: readonly string[];
};

function ChangeConfirmation({ customer, onClose, of }: DialogProps & { readonly of: Confirmation }) {
  const action = useCustomerAction(customer);
  const { title, action: label, consequences, send, done } = of;
  return (
    <ConfirmDialog
      title={title}
      isOpen
      onClose={onClose}
      onConfirm={() => void action.run({ send, done, onDone: onClose })}
      action={label}
      consequences={consequences}
      isPending={action.isPending}
    >
      <FormError error={action.error} />
    </ConfirmDialog>
  );
}

export function PasswordResetDialog({ customer, onClose }: DialogProps) {
  const { email } = customer;
  return (
    <ChangeConfirmation
      customer={customer}
      onClose={onClose}
      of={{
        title: text.passwordResetTitle,
        action: text.passwordReset,
        consequences: text.passwordResetTexts(email),
        send: () => customerCalls.sendPasswordReset(ownerOf(customer)),
        done: text.passwordResetSent(email),
      }}
    />
  );
}

export function SignOutDialog({ customer, onClose }: DialogProps) {
  return (
    <ChangeConfirmation
      customer={customer}
      onClose={onClose}
      of={{
        title: text.signOutTitle,
        action: text.signOutAll,
        consequences: text.signOutTexts,
        send: () => customerCalls.endCustomerSessions({ ...ownerOf(customer), id: null }),
        done: text.signedOut,
      }}
    />
  );
}

export function ExportDataDialog({ customer, onClose }: DialogProps) {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    setIsPending(true);
    setError(null);
    const exported = await customerCalls.exportCustomer(ownerOf(customer));
    setIsPending(false);
    if (!exported.ok) return setError(exported.title);
    saveFile(`customer-${customer.key}.json`, JSON.stringify(exported.value.data, null, 2), 'application/json');
    toastDone(text.exported);
    onClose();
  };
  return (
    <ConfirmDialog
      title={text.exportTitle}
      isOpen
      onClose={onClose}
      onConfirm={() => void save()}
      action={text.exportData}
      consequences={text.exportTexts}
      isPending={isPending}
    >
      <FormError error={error} />
    </ConfirmDialog>
  );
}
