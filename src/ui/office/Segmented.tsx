/** A row of choices of which one is on: the market of a chart, its figure, its range. */
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Null if none of the options is on. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <ToggleButtonGroup
      className="segmented"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection={value !== null}
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value));
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className="segment">
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
