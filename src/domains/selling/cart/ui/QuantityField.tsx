import { type Ref, useEffect, useId, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { cartButtonMessages } from '../messages/buttons.ts';

export interface QuantityFieldProps {
  readonly value: number;
  readonly min: number;
  /** Limit of the increase button. A larger number can be typed; the shop validates it. */
  readonly max: number;
  /** Describes the field: the name of the product, or a sentence with it. */
  readonly description: string;
  readonly onChange: (value: number) => void;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Delay after which a typed number is applied, ms. */
const TYPING_MS = 500;
const MAX_QUANTITY = 9_999;

/**
 * The only spin button named Quantity [NAME-29], with buttons to decrease and increase. A typed number is applied on Enter, on blur,
 * or after a pause.
 */
export function QuantityField({ value, min, max, description, onChange, ref }: QuantityFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const change = (requested: number): void => {
    const next = Math.min(MAX_QUANTITY, Math.max(min, Math.round(requested)));
    if (next !== value) onChange(next);
  };
  const applyTyped = (): void => {
    if (typed === null) return;
    setTyped(null);
    if (typed.trim() !== '' && Number.isFinite(Number(typed))) change(Number(typed));
  };
  useEffect(() => {
    if (typed === null || typed.trim() === '') return;
    const timer = setTimeout(applyTyped, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="stepper needs-script" ref={ref}>
      <button
        type="button"
        aria-label={cartButtonMessages.decrease}
        aria-describedby={id}
        disabled={value <= min}
        onClick={() => change(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={cartButtonMessages.quantity}
        aria-describedby={id}
        min={min}
        step={1}
        value={typed ?? value}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={applyTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter') applyTyped();
        }}
      />
      <button
        type="button"
        aria-label={cartButtonMessages.increase}
        aria-describedby={id}
        disabled={value >= max}
        onClick={() => change(value + 1)}
      >
        <Icon name="plus" />
      </button>
      <span id={id} hidden>
        {description}
      </span>
    </div>
  );
}
