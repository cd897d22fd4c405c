import type { CheckoutDetails, SavedAddress } from '../contract.ts';

export interface SavedAddressesProps {
  readonly addresses: readonly SavedAddress[];
  /** What is entered now. */
  readonly details: CheckoutDetails;
  readonly onChoose: (address: Partial<CheckoutDetails>) => void;
}

const fieldsOf = ({ id: _, isDefault: __, ...fields }: SavedAddress): Partial<CheckoutDetails> => fields;

const isEntered = (address: SavedAddress, details: CheckoutDetails): boolean =>
  address.address === details.address && address.postcode === details.postcode && address.suburb === details.suburb;

/** The customer's addresses, each a key that fills the fields below. */
export function SavedAddresses({ addresses, details, onChoose }: SavedAddressesProps) {
  if (addresses.length === 0) return null;
  return (
    <ul className="co-saved" aria-label="Your addresses">
      {addresses.map((address) => (
        <li key={address.id}>
          <button type="button" className="co-place" aria-pressed={isEntered(address, details)} onClick={() => onChoose(fieldsOf(address))}>
            {address.address}, {[address.suburb, address.state, address.postcode].filter(Boolean).join(' ')}
          </button>
        </li>
      ))}
    </ul>
  );
}
