/** How a customer is reached: name, email address, phone number and addresses. */
import { Link, useRevalidator } from 'react-router';
import { addressMessages, customerMessages as text } from '#domains/customers/account/messages/office.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { SuppressionNotice } from '#domains/outbound/mail/ui/office/SuppressionNotice.tsx';
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button, IconButton } from '#ui/office/Button.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import type { OfficeAddress } from './AddressDialog.tsx';
import { CustomerConflict } from './CustomerConflict.tsx';
import { customerCalls, nameOf, ownerOf } from './customer-calls.ts';
import { useCustomerAction } from './use-customer-action.ts';

interface PanelProps {
  readonly customer: OfficeCustomer;
}

/** The markets that know a customer, for people who work in several. */
export function MarketTabs({ customer }: PanelProps) {
  const { key, market: shown, markets } = customer;
  if (markets.length < 2) return null;
  return (
    <nav className="screen-tabs" aria-label={text.markets}>
      <ul>
        {markets.map((market) => (
          <li key={market}>
            <Link className="screen-tab" to={`/customers/${key}?market=${market}`} aria-current={market === shown ? 'page' : undefined}>
              {market}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function ContactPanel({ customer }: PanelProps) {
  const { market, email, phone, kind, isEmailConfirmed, pendingEmail, suppression } = customer;
  const { revalidate } = useRevalidator();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(email);
    toastDone(text.copied);
  };
  return (
    <section className="panel" aria-labelledby="contact-heading">
      <div className="panel-head">
        <h2 id="contact-heading">{text.contact}</h2>
        {email !== '' && <IconButton icon="copy" label={text.copyEmail} onPress={() => void copy()} />}
      </div>
      <div className="panel-body stack">
        <div>
          <p>{nameOf(customer)}</p>
          <p className="act-row">
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
            {kind === 'account' && !isEmailConfirmed && <Badge tone="wait">{text.unconfirmed}</Badge>}
          </p>
          {phone === '' ? (
            <p className="text-muted">{text.noPhone}</p>
          ) : (
            <p>
              <a className="link num" href={`tel:${phone}`}>
                {formatPhone(market, phone)}
              </a>
            </p>
          )}
        </div>
        {pendingEmail !== null && <p className="notice small">{text.pendingEmail(pendingEmail)}</p>}
        {suppression && <SuppressionNotice suppression={suppression} owner="customer" id={customer.key} onLifted={revalidate} />}
        {kind === 'guest' && <p className="text-muted small">{text.guestHint}</p>}
      </div>
    </section>
  );
}

export function AddressesPanel({ customer, onEdit }: PanelProps & { readonly onEdit: (address: OfficeAddress | null) => void }) {
  const may = useMay();
  const action = useCustomerAction(customer);
  const { addresses, market } = customer;
  const mayEdit = may('customers.write');
  const owner = ownerOf(customer);
  const remove = (address: OfficeAddress): void => {
    const { id, version, ...fields } = address;
    void action.run({
      send: (current) =>
        customerCalls.removeCustomerAddress({
          ...owner,
          id,
          version: current.addresses.find((one) => one.id === id)?.version ?? version,
        }),
      done: addressMessages.removed,
      undo: () =>
        void action.run({
          send: () => customerCalls.saveCustomerAddress({ ...owner, id: null, version: null, ...fields }),
          done: addressMessages.restored,
        }),
      compare: (current) => {
        const now = current.addresses.find((one) => one.id === id);
        return [{ label: addressMessages.conflict, theirs: now?.address ?? '–', yours: text.deleteAddress }];
      },
    });
  };
  return (
    <section className="panel" aria-labelledby="addresses-heading">
      <div className="panel-head">
        <h2 id="addresses-heading">{text.addresses}</h2>
        {mayEdit && (
          <Button tone="quiet" icon="plus" onPress={() => onEdit(null)}>
            {text.addAddress}
          </Button>
        )}
      </div>
      <div className="panel-body stack">
        <FormError error={action.error} />
        {addresses.length === 0 && <p className="text-muted">{text.noAddresses}</p>}
        {addresses.length > 0 && (
          <ul className="record-list">
            {addresses.map((address) => (
              <li key={address.id}>
                <p>
                  {address.firstName} {address.lastName}
                  {address.isDefault && <span className="text-muted small"> · {text.defaultAddress}</span>}
                </p>
                <p>{address.address}</p>
                <p>{deliveryRules(market).address.format(address)}</p>
                {address.instructions && <p className="text-muted small">{address.instructions}</p>}
                {mayEdit && (
                  <div className="act-row record-actions">
                    <Button tone="quiet" onPress={() => onEdit(address)} aria-label={text.editAddressOf(address.address)}>
                      {text.editAddress}
                    </Button>
                    <Button
                      tone="quiet"
                      onPress={() => remove(address)}
                      isDisabled={action.isPending}
                      aria-label={text.deleteAddressOf(address.address)}
                    >
                      {text.deleteAddress}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <CustomerConflict action={action} />
    </section>
  );
}
