/** Excludes a customer from the loyalty programme of a market, or includes them again. */
import { useState } from 'react';
import { loyaltyMessages as text } from '#domains/customers/account/messages/office.ts';
import { loyaltyChange } from '#domains/customers/account/model/office-customer-forms.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { CustomerConflict } from './CustomerConflict.tsx';
import { customerCalls, ownerOf } from './customer-calls.ts';
import { useCustomerAction } from './use-customer-action.ts';

export function LoyaltyDialog({ customer, onClose }: { readonly customer: OfficeCustomer; readonly onClose: () => void }) {
  // The screen reads the customer again when somebody changes it; the dialog stays about what was shown when it was opened.
  const [opened] = useState(customer);
  const action = useCustomerAction(opened);
  const isExcluded = !opened.loyalty?.isExcluded;
  const { form, fields, error, errorOf } = useOfficeForm({
    schema: loyaltyChange,
    onSubmit: ({ reason }) =>
      action.run({
        send: ({ loyalty }) => customerCalls.setLoyalty({ ...ownerOf(customer), version: loyalty?.version ?? '', isExcluded, reason }),
        done: isExcluded ? text.excluded : text.included,
        onDone: onClose,
        compare: ({ loyalty }) => [
          {
            label: text.conflict,
            theirs: loyalty?.isExcluded ? text.conflictExcluded(loyalty.exclusionNote) : text.conflictIncluded,
            yours: isExcluded ? text.conflictExcluded(reason) : text.conflictIncluded,
          },
        ],
      }),
  });
  return (
    <Dialog
      title={isExcluded ? text.excludeTitle : text.includeTitle}
      isOpen
      onClose={onClose}
      role="alertdialog"
      isDismissable={!action.isPending}
    >
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error} />
        <Consequences items={isExcluded ? text.excludeTexts : text.includeTexts} />
        <TextField
          label={text.reason}
          hint={text.reasonHint}
          name={fields.reason.name}
          error={errorOf('reason', fields.reason.errors)}
          maxLength={120}
          autoFocus
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={action.isPending}>
            {isExcluded ? text.exclude : text.include}
          </Button>
        </DialogEnd>
      </form>
      <CustomerConflict action={action} />
    </Dialog>
  );
}
