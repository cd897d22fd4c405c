import type { CheckoutDetails, SavedAddress } from '../contract.ts';
import { checkoutFieldMessages } from '../messages/checkout.ts';
import './DeliveryFields.css';

export interface SavedAddressesProps {
  readonly addresses: readonly SavedAddress[];
  /** The current values of the form. */
  readonly details: CheckoutDetails;
  readonly onChoose: (address: Partial<CheckoutDetails>) => void;
}

const fieldsOf = ({ id: _, isDefault: __, ...fields }: SavedAddress): Partial<CheckoutDetails> => fields;

const isEntered = (address: SavedAddress, details: CheckoutDetails): boolean =>
  address.address === details.address && address.postcode === details.postcode && address.suburb === details.suburb;

/** The customer's addresses as buttons that fill the form. */
export function SavedAddresses({ addresses, details, onChoose }: SavedAddressesProps) {
  if (addresses.length === 0) return null;
  return (
    <ul className="checkout-saved" aria-label={checkoutFieldMessages.savedAddresses}>
      {addresses.map((address) => (
        <li key={address.id}>
          <button
            type="button"
            className="checkout-place"
            aria-pressed={isEntered(address, details)}
            onClick={() => onChoose(fieldsOf(address))}
          >
            {address.address}, {[address.suburb, address.state, address.postcode].filter(Boolean).join(' ')}
          </button>
        </li>
      ))}
    </ul>
  );
}
