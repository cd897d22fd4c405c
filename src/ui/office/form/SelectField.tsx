/** A field to choose one value of a form: the browser's own menu, which phones show best. */
import { type ComponentPropsWithoutRef, useId } from 'react';
import type { FieldText } from './fields.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps
  extends FieldText,
    Pick<ComponentPropsWithoutRef<'select'>, 'name' | 'value' | 'defaultValue' | 'disabled' | 'onChange'> {
  readonly options: readonly SelectOption[];
}

export function SelectField({ label, hint, error, options, ...props }: SelectFieldProps) {
  const id = useId();
  const note = error || hint;
  return (
    <div className="entry">
      <label className="entry-label" htmlFor={id}>
        {label}
      </label>
      <select
        {...props}
        id={id}
        className="entry-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {note && (
        <p id={`${id}-note`} className={error ? 'entry-error' : 'entry-hint'}>
          {note}
        </p>
      )}
    </div>
  );
}
