import { type Ref, useEffect, useId, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';

export interface CasesFieldProps {
  readonly value: number;
  readonly min: number;
  /** Limit of the increase button. A larger number can be typed; the shop validates it. */
  readonly max: number;
  /** Name of the product. */
  readonly of: string;
  readonly onChange: (value: number) => void;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Delay after which a typed number is applied, ms. */
const TYPING_MS = 500;
const MAX_ENTRIES = 9_999;

/** Spin button for cases with buttons to decrease and increase. A typed number is applied on Enter, on blur, or after a pause. */
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
