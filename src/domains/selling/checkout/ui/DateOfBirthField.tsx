import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import { TextField } from './FormField.tsx';

/** The buyer's date of birth [CHK-13]. @param today ISO day in the market */
export const DateOfBirthField = ({ today, fault }: { readonly today: string; readonly fault: string | undefined }) => (
  <div className="checkout-form">
    <TextField
      name="dateOfBirth"
      label={m.dateOfBirth.label}
      type="date"
      autoComplete="bday"
      min="1900-01-01"
      max={today}
      fault={fault}
      help={m.dateOfBirth.help}
    />
  </div>
);
