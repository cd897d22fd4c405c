import { AU_STATES, type Locality } from '../../shipping/localities.ts';
import type { CheckoutView } from '../contract.ts';
import { DETAIL_LENGTHS } from '../detail-lengths.ts';
import type { Faults } from '../field-faults.ts';
import { SelectField, TextField } from './FormField.tsx';
import { PlaceSuggestions } from './PlaceSuggestions.tsx';

const PLACE_FAULT = 'place-fault';

export interface DeliveryFieldsProps extends Pick<CheckoutView, 'market' | 'details'> {
  readonly faults: Faults;
  /** Suburb, state and postcode as they are typed now. */
  readonly place: Locality;
  readonly onChoose: (place: Locality) => void;
}

/** Where the order goes: a whole address in Australia, address and postal code in Singapore. */
export function DeliveryFields({ market, details, faults, place, onChoose }: DeliveryFieldsProps) {
  const isAustralia = market === 'AU';
  const describedBy = faults.place && PLACE_FAULT;
  return (
    <div className="co-form">
      <TextField
        name="address"
        label="Address"
        autoComplete={isAustralia ? 'shipping address-line1' : 'shipping street-address'}
        maxLength={DETAIL_LENGTHS.address}
        defaultValue={details.address}
        fault={faults.address}
        help={isAustralia ? undefined : 'Block, street and unit, like 12 Keong Saik Road #03-04.'}
        isWide
      />
      {isAustralia && (
        <>
          <TextField
            name="suburb"
            label="Suburb"
            autoComplete="shipping address-level2"
            maxLength={DETAIL_LENGTHS.suburb}
            defaultValue={details.suburb}
            fault={faults.suburb}
            describedBy={describedBy}
          />
          <div className="co-pair">
            <SelectField
              name="state"
              label="State"
              autoComplete="shipping address-level1"
              defaultValue={details.state}
              fault={faults.state}
              describedBy={describedBy}
            >
              <option value="">–</option>
              {AU_STATES.map((state) => (
                <option key={state}>{state}</option>
              ))}
            </SelectField>
            <Postcode digits={4} value={details.postcode} fault={faults.postcode} describedBy={describedBy} />
          </div>
        </>
      )}
      {!isAustralia && <Postcode digits={6} value={details.postcode} fault={faults.postcode} describedBy={describedBy} />}
      {faults.place && (
        <p className="co-notice bad span2" id={PLACE_FAULT} role="alert">
          {faults.place}
        </p>
      )}
      {isAustralia && <PlaceSuggestions place={place} onChoose={onChoose} />}
      <TextField
        name="instructions"
        label="Delivery instructions"
        autoComplete="off"
        maxLength={DETAIL_LENGTHS.instructions}
        defaultValue={details.instructions}
        fault={faults.instructions}
        help="If you like: side gate, ring twice, mind the dog."
        isWide
      />
      <TextField
        name="giftMessage"
        label="Gift message"
        autoComplete="off"
        maxLength={DETAIL_LENGTHS.giftMessage}
        defaultValue={details.giftMessage}
        fault={faults.giftMessage}
        help="If it is a gift: we write this on a card."
        isWide
      />
      <label className="check span2">
        <input type="checkbox" name="authorityToLeave" defaultChecked={details.authorityToLeave} />
        <span>The driver may leave it in a safe spot if nobody answers</span>
      </label>
    </div>
  );
}

interface PostcodeProps {
  readonly digits: number;
  readonly value: string;
  readonly fault: string | undefined;
  readonly describedBy: string | undefined;
}

function Postcode({ digits, value, fault, describedBy }: PostcodeProps) {
  return (
    <TextField
      name="postcode"
      label="Postcode"
      inputMode="numeric"
      autoComplete="shipping postal-code"
      maxLength={DETAIL_LENGTHS.postcode}
      placeholder={'0'.repeat(digits)}
      defaultValue={value}
      fault={fault}
      describedBy={describedBy}
    />
  );
}
