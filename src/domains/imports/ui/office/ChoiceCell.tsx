/** A choice of one: the browser's own control, which every keyboard and screen reader knows. */
import { useId } from 'react';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Choice[];
  readonly onChange: (value: string) => void;
  readonly hint?: string;
}

const optionsOf = (options: readonly Choice[]) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

/** With its name above. */
export function ChoiceEntry({ label, value, options, onChange, hint }: ChoiceProps) {
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
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {optionsOf(options)}
      </select>
      {hint && (
        <p className="entry-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** In a cell of a table, whose headings name it for the eye. */
export function ChoiceCell({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select className="entry-input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {optionsOf(options)}
    </select>
  );
}
