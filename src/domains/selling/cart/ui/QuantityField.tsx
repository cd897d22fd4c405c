import { type Ref, useEffect, useId, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';

export interface CasesFieldProps {
  readonly value: number;
  readonly min: number;
  /** The key for one more stops here; a larger number may be typed, and the shop says how many there are. */
  readonly max: number;
  /** What it is a quantity of. */
  readonly of: string;
  readonly onChange: (value: number) => void;
  readonly ref?: Ref<HTMLDivElement>;
}

/** How long a number may stand half-typed, milliseconds. */
const TYPING_MS = 500;
const MAX_ENTRIES = 9_999;

/** A spin button for cases, with a key for one fewer and one for one more. What is typed counts on Enter, on leaving, or after a pause. */
export function CasesField({ value, min, max, of, onChange, ref }: CasesFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const set = (wanted: number): void => {
    const whole = Math.min(MAX_ENTRIES, Math.max(min, Math.round(wanted)));
    if (whole !== value) onChange(whole);
  };
  const take = (): void => {
    if (typed === null) return;
    setTyped(null);
    if (typed.trim() !== '' && Number.isFinite(Number(typed))) set(Number(typed));
  };
  useEffect(() => {
    if (typed === null || typed.trim() === '') return;
    const timer = setTimeout(take, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="stepper needs-script" ref={ref}>
      <button type="button" aria-label="One fewer" aria-describedby={id} disabled={value <= min} onClick={() => set(value - 1)}>
        <Icon name="minus" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label="Quantity"
        aria-describedby={id}
        min={min}
        step={1}
        value={typed ?? value}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
      <button type="button" aria-label="One more" aria-describedby={id} disabled={value >= max} onClick={() => set(value + 1)}>
        <Icon name="plus" />
      </button>
      <span id={id} hidden>
        {of}
      </span>
    </div>
  );
}
