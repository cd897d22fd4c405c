import { marketFacts } from '../../market/market.ts';
import type { CheckoutView } from '../contract.ts';
import { DETAIL_LENGTHS } from '../detail-lengths.ts';
import type { Faults } from '../field-faults.ts';
import { TextField } from './FormField.tsx';

/** Who buys, and how we reach them. */
export function ContactFields({ market, details, faults }: Pick<CheckoutView, 'market' | 'details'> & { readonly faults: Faults }) {
  return (
    <div className="co-form">
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={DETAIL_LENGTHS.email}
        defaultValue={details.email}
        fault={faults.email}
        help="Your receipt goes there."
        isWide
      />
      <TextField
        name="firstName"
        label="First name"
        autoComplete="given-name"
        maxLength={DETAIL_LENGTHS.firstName}
        defaultValue={details.firstName}
        fault={faults.firstName}
      />
      <TextField
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        maxLength={DETAIL_LENGTHS.lastName}
        defaultValue={details.lastName}
        fault={faults.lastName}
      />
      <TextField
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        placeholder={marketFacts(market).phonePlaceholder}
        maxLength={DETAIL_LENGTHS.phone}
        defaultValue={details.phone}
        fault={faults.phone}
        help="For the driver, on the day."
        isWide
      />
    </div>
  );
}
