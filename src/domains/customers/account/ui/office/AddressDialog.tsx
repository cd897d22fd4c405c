/** Adds or changes an address of an account. */
import { addressMessages as text } from '#domains/customers/account/messages/office.ts';
import { officeAddress } from '#domains/customers/account/model/office-customer-forms.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { recipientErrors } from '#domains/selling/checkout/model/validate-details.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { getMarketConfig } from '#markets/market.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { SelectField } from '#ui/office/form/SelectField.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { CustomerConflict } from './CustomerConflict.tsx';
import { customerCalls, ownerOf } from './customer-calls.ts';
import { useCustomerAction } from './use-customer-action.ts';

export type OfficeAddress = OfficeCustomer['addresses'][number];

export interface AddressDialogProps {
  readonly customer: OfficeCustomer;
  /** Null for a new one. */
  readonly address: OfficeAddress | null;
  readonly onClose: () => void;
}

export function AddressDialog({ customer, address, onClose }: AddressDialogProps) {
  const action = useCustomerAction(customer);
  const { market } = customer;
  const { states } = getMarketConfig(market);
  const line = (one: Pick<OfficeAddress, 'address' | 'suburb' | 'state' | 'postcode'>): string =>
    `${one.address}, ${deliveryRules(market).address.format(one)}`;
  const shown = address ?? {
    firstName: customer.givenName,
    lastName: customer.familyName,
    phone: customer.phone,
    address: '',
    suburb: '',
    state: '',
    postcode: '',
    instructions: '',
    isDefault: customer.addresses.length === 0,
  };
  const phone = shown.phone && formatPhone(market, shown.phone);
  const { form, fields, error, errorOf } = useOfficeForm({
    schema: officeAddress,
    defaultValue: { ...shown, phone },
    onSubmit: async (entered) => {
      const [invalid] = recipientErrors(market, entered);
      if (invalid) return { title: invalid.reason, field: invalid.field };
      return action.run({
        send: (current) => {
          const found = address === null ? null : (current.addresses.find(({ id }) => id === address.id) ?? address);
          return customerCalls.saveCustomerAddress({
            ...ownerOf(customer),
            ...entered,
            id: found?.id ?? null,
            version: found?.version ?? null,
          });
        },
        done: text.saved,
        onDone: onClose,
        compare: (current) => {
          const now = current.addresses.find(({ id }) => id === address?.id);
          return [{ label: text.conflict, theirs: now ? line(now) : '–', yours: line(entered) }];
        },
      });
    },
  });
  const field = (name: Exclude<keyof typeof fields, 'isDefault' | 'state'>) => ({
    name: fields[name].name,
    defaultValue: name === 'phone' ? phone : shown[name],
    error: errorOf(name, fields[name].errors),
  });
  return (
    <Dialog title={address ? text.edit : text.add} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error} />
        <div className="form-row">
          <TextField label={text.firstName} {...field('firstName')} autoFocus />
          <TextField label={text.lastName} {...field('lastName')} />
        </div>
        <TextField label={text.phone} type="tel" {...field('phone')} />
        <TextField label={text.address} {...field('address')} />
        {states.length > 0 && (
          <div className="form-row">
            <TextField label={text.suburb} {...field('suburb')} />
            <SelectField
              label={text.state}
              name={fields.state.name}
              defaultValue={shown.state}
              options={[{ value: '', label: text.chooseState }, ...states.map((value) => ({ value, label: value }))]}
              error={errorOf('state', fields.state.errors)}
            />
          </div>
        )}
        <TextField label={text.postcode} inputMode="numeric" {...field('postcode')} />
        <TextField label={text.instructions} isOptional {...field('instructions')} />
        {address?.isDefault ? null : (
          <Checkbox name={fields.isDefault.name} defaultSelected={shown.isDefault}>
            {text.isDefault}
          </Checkbox>
        )}
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
