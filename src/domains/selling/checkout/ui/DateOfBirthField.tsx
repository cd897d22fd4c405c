import { TextField } from '#ui/form/Field.tsx';
import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import '#ui/styles/form-page.css';

/** The buyer's date of birth [CHK-13]. @param today ISO day in the market */
export const DateOfBirthField = ({ today, fault }: { readonly today: string; readonly fault: string | undefined }) => (
  <div className="form-grid">
    <TextField
      name="dateOfBirth"
      label={m.dateOfBirth.label}
      type="date"
      autoComplete="bday"
      min="1900-01-01"
      max={today}
      error={fault}
      hint={m.dateOfBirth.help}
    />
  </div>
);
