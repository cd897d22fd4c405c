import { useCallback, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { StoredAddress } from '../model/address.ts';
import { AddressForm } from './AddressForm.tsx';
import { AsyncContent, Refusal } from './AsyncContent.tsx';
import { PlaceLines } from './FormattedAddress.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

/** Addresses of the market: add, change, remove, set the default. */
export default function AddressesSection() {
  const calls = useAccountClient();
  const auth = useAuthStore();
  const { user } = useAuth();
  const { market } = useMarketConfig();
  const customerID = user?.customerId ?? 0;
  const ask = useCallback((from: AccountCalls) => from.addresses({ customerID }), [customerID]);
  const addresses = useQuery('addresses', ask);
  const { isSubmitting, error, run } = useMutation();
  /** Id of the edited address; 0 for a new one, null for none. */
  const [edited, setEdited] = useState<number | null>(null);
  const changed = (value: { data: StoredAddress[] }): void => {
    addresses.replace(value);
    auth.refreshAccountDetails();
  };
  const saved = (value: { data: StoredAddress[] }): void => {
    changed(value);
    setEdited(null);
  };
  const form = (address: StoredAddress | null) => <AddressForm address={address} onSaved={saved} onCancel={() => setEdited(null)} />;
  return (
    <>
      <h1 className="heading-3">Addresses</h1>
      <Refusal text={error} />
      <AsyncContent from={addresses}>
        {({ data }) => (
          <>
            {data.length === 0 && <p className="text-muted">No addresses yet.</p>}
            <ul className="account-list">
              {data.map((address) => (
                <li key={address.id}>
                  {edited === address.id ? (
                    form(address)
                  ) : (
                    <>
                      <div>
                        <PlaceLines market={market} address={address} />
                        <p className="num">{formatPhone(market, address.phone)}</p>
                      </div>
                      <div className="account-ways">
                        <button
                          type="button"
                          className="button button-outline"
                          aria-label={`Edit: ${address.address}`}
                          onClick={() => setEdited(address.id)}
                        >
                          Edit
                        </button>
                        {!address.isDefault && (
                          <button
                            type="button"
                            className="button button-outline"
                            disabled={isSubmitting}
                            aria-label={`Make default: ${address.address}`}
                            onClick={() => void run(() => calls.defaultAddress({ id: address.id }), changed)}
                          >
                            Make default
                          </button>
                        )}
                        <button
                          type="button"
                          className="button button-outline"
                          disabled={isSubmitting}
                          aria-label={`Remove: ${address.address}`}
                          onClick={() => void run(() => calls.removeAddress({ id: address.id }), changed)}
                        >
                          Remove
                        </button>
                      </div>
                    </>
                  )}
                </li>
              ))}
            </ul>
            {edited === 0 ? (
              form(null)
            ) : (
              <button type="button" className="button button-primary" onClick={() => setEdited(0)}>
                Add an address
              </button>
            )}
          </>
        )}
      </AsyncContent>
    </>
  );
}
