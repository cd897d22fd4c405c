import { Icon } from './Icon.tsx';

export interface QuantityFieldProps {
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  /** Name of the spin button. */
  readonly label?: string;
  readonly disabled?: boolean;
  /** Called with a whole number within the limits. */
  readonly onChange: (value: number) => void;
}

/** A spin button with a key for one fewer and one for one more. */
export function QuantityField({ value, min = 1, max = 999, label = 'Quantity', disabled = false, onChange }: QuantityFieldProps) {
  const set = (wanted: number) => {
    if (Number.isFinite(wanted)) onChange(Math.min(max, Math.max(min, Math.round(wanted))));
  };
  return (
    <div className="stepper">
      <button type="button" aria-label="One fewer" disabled={disabled || value <= min} onClick={() => set(value - 1)}>
        <Icon name="minus" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={label}
        min={min}
        max={max}
        step={1}
        value={value}
        disabled={disabled}
        onChange={(event) => set(event.currentTarget.valueAsNumber)}
      />
      <button type="button" aria-label="One more" disabled={disabled || value >= max} onClick={() => set(value + 1)}>
        <Icon name="plus" />
      </button>
    </div>
  );
}
