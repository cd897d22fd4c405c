/** Erases an account, after its email address was typed. */
import { useNavigate } from 'react-router';
import { eraseMessages as text } from '#domains/customers/account/messages/office.ts';
import { emailChange } from '#domains/customers/account/model/office-customer-forms.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { customerCalls, nameOf, ownerOf } from './customer-calls.ts';

export function EraseDialog({ customer, onClose }: { readonly customer: OfficeCustomer; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { market, totals, clubs, credit } = customer;
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: emailChange,
    onSubmit: async ({ email }) => {
      const erased = await customerCalls.eraseCustomer({ ...ownerOf(customer), email });
      if (!erased.ok) return { title: erased.title, field: erased.code === 'email_differs' ? 'email' : undefined };
      toastDone(text.done);
      await navigate(listAddress('/customers'), { replace: true });
      return null;
    },
  });
  const memberships = clubs.filter(({ status }) => status !== 'cancelled').length;
  const lost = credit && credit.balance > 0 ? formatMoneyIn(market, credit.balance) : null;
  return (
    <Dialog title={text.title(nameOf(customer))} isOpen onClose={onClose} role="alertdialog" isDismissable={!isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error} />
        <Consequences items={text.texts(totals.orders, memberships, lost)} />
        <TextField
          label={text.confirm}
          type="email"
          autoComplete="off"
          name={fields.email.name}
          error={errorOf('email', fields.email.errors)}
          autoFocus
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="danger" type="submit" isPending={isPending}>
            {text.action}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
