/** A choice of one from a few, and of several: the browser's own controls, which every keyboard and screen reader knows. */
import { useId } from 'react';
import { Checkbox } from './fields.tsx';

interface Option {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly isDisabled?: boolean;
  readonly error?: string | null;
}

export function ChoiceField({ label, value, options, onChange, isDisabled = false, error = null }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="entry">
      <label className="entry-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="entry-input"
        value={value}
        disabled={isDisabled}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error !== null && (
        <p className="entry-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

export interface TickGroupProps extends Omit<ChoiceFieldProps, 'value' | 'onChange'> {
  readonly hint?: string | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

export function TickGroup({ label, hint, value, options, onChange, isDisabled = false, error = null }: TickGroupProps) {
  return (
    <fieldset className="tick-group">
      <legend className="entry-label">{label}</legend>
      <div className="tick-row">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            isSelected={value.includes(option.value)}
            isDisabled={isDisabled}
            onChange={(isOn) => onChange(isOn ? [...value, option.value] : value.filter((one) => one !== option.value))}
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
      {hint !== undefined && <p className="entry-hint">{hint}</p>}
      {error !== null && <p className="entry-error">{error}</p>}
    </fieldset>
  );
}
