import { TextField } from './FormField.tsx';

/** How old the buyer is. @param today ISO day in the market */
export const BirthField = ({ today, fault }: { readonly today: string; readonly fault: string | undefined }) => (
  <div className="co-form">
    <TextField
      name="dateOfBirth"
      label="Date of birth"
      type="date"
      autoComplete="bday"
      min="1900-01-01"
      max={today}
      fault={fault}
      help="For buyers aged 18 or over. We check it and do not keep it."
    />
  </div>
);
