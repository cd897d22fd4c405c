/** Excludes a customer from the loyalty programme of a market, or includes them again. */
import { loyaltyMessages as text } from '#domains/customers/account/messages/office.ts';
import { loyaltyChange } from '#domains/customers/account/model/office-customer-forms.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { customerCalls, ownerOf } from './customer-calls.ts';
import { useCustomerAction } from './use-customer-action.ts';

export function LoyaltyDialog({ customer, onClose }: { readonly customer: OfficeCustomer; readonly onClose: () => void }) {
  const action = useCustomerAction(customer);
  const isExcluded = !customer.loyalty?.isExcluded;
  const { form, fields, error, errorOf } = useOfficeForm({
    schema: loyaltyChange,
    onSubmit: ({ reason }) =>
      action.run({
        send: () => customerCalls.setLoyalty({ ...ownerOf(customer), isExcluded, reason }),
        done: isExcluded ? text.excluded : text.included,
        onDone: onClose,
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
    </Dialog>
  );
}
