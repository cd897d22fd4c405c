/** Changes name and phone number of an account. */
import { contactMessages as text } from '#domains/customers/account/messages/office.ts';
import { contactFields } from '#domains/customers/account/model/office-customer-forms.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { CustomerConflict } from './CustomerConflict.tsx';
import { customerCalls, ownerOf } from './customer-calls.ts';
import { useCustomerAction } from './use-customer-action.ts';

interface DialogProps {
  readonly customer: OfficeCustomer;
  readonly onClose: () => void;
}

const fullName = ({ givenName, familyName }: Pick<OfficeCustomer, 'givenName' | 'familyName'>): string =>
  [givenName, familyName].filter(Boolean).join(' ') || '–';

export function ContactDialog({ customer, onClose }: DialogProps) {
  const action = useCustomerAction(customer);
  const shown = {
    givenName: customer.givenName,
    familyName: customer.familyName,
    phone: customer.phone && formatPhone(customer.market, customer.phone),
  };
  const { form, fields, error, errorOf } = useOfficeForm({
    schema: contactFields,
    defaultValue: shown,
    onSubmit: async (entered) => {
      const refused = await action.run({
        send: ({ version }) => customerCalls.saveContact({ ...ownerOf(customer), version, ...entered }),
        done: text.saved,
        onDone: onClose,
        compare: (current) => [
          { label: text.conflict.name, theirs: fullName(current), yours: fullName(entered) },
          { label: text.conflict.phone, theirs: current.phone || '–', yours: entered.phone || '–' },
        ],
      });
      return refused && { title: refused.title, field: refused.code === 'phone_invalid' ? 'phone' : undefined };
    },
  });
  return (
    <Dialog title={text.title} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error} />
        <div className="form-row">
          <TextField
            label={text.givenName}
            name={fields.givenName.name}
            defaultValue={shown.givenName}
            error={errorOf('givenName', fields.givenName.errors)}
            autoFocus
          />
          <TextField
            label={text.familyName}
            name={fields.familyName.name}
            defaultValue={shown.familyName}
            error={errorOf('familyName', fields.familyName.errors)}
          />
        </div>
        <TextField
          label={text.phone}
          name={fields.phone.name}
          type="tel"
          isOptional
          defaultValue={shown.phone}
          error={errorOf('phone', fields.phone.errors)}
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={action.isPending}>
            {text.save}
          </Button>
        </DialogEnd>
      </form>
      <CustomerConflict action={action} />
    </Dialog>
  );
}
