/** How many cases of each line an action is about. */
import { Button as AriaButton, Group, Input, NumberField } from 'react-aria-components';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import './order.css';

export interface QuantityLine {
  readonly position: number;
  readonly name: string;
  readonly max: number;
}

export interface LineQuantitiesProps {
  readonly lines: readonly QuantityLine[];
  readonly quantities: ReadonlyMap<number, number>;
  readonly onChange: (quantities: ReadonlyMap<number, number>) => void;
  /** Accessible name of a field. */
  readonly label: (name: string) => string;
  readonly of: (max: number) => string;
}

export function LineQuantities({ lines, quantities, onChange, label, of }: LineQuantitiesProps) {
  return (
    <ul className="quantities">
      {lines.map(({ position, name, max }) => (
        <li key={position} className="quantity">
          <span>{name}</span>
          <NumberField
            aria-label={label(name)}
            minValue={0}
            maxValue={max}
            step={1}
            value={quantities.get(position) ?? 0}
            onChange={(value) => onChange(new Map(quantities).set(position, Number.isFinite(value) ? value : 0))}
          >
            <Group className="quantity-field">
              <AriaButton slot="decrement" className="act-icon">
                <OfficeIcon name="dash" />
              </AriaButton>
              <Input className="quantity-input num" />
              <AriaButton slot="increment" className="act-icon">
                <OfficeIcon name="plus" />
              </AriaButton>
            </Group>
          </NumberField>
          <span className="text-muted small">{of(max)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Returns the lines with cases that were not sent. */
export const unshippedLines = ({ lines }: OfficeOrder): QuantityLine[] =>
  lines.filter(({ unshipped }) => unshipped > 0).map(({ position, name, unshipped }) => ({ position, name, max: unshipped }));

/** Returns the lines of a call: those with a quantity. */
export const requestedOf = (quantities: ReadonlyMap<number, number>): { position: number; quantity: number }[] =>
  [...quantities].filter(([, quantity]) => quantity > 0).map(([position, quantity]) => ({ position, quantity }));

/** Returns the sum of the quantities. */
export const sumOf = (quantities: ReadonlyMap<number, number>): number =>
  [...quantities.values()].reduce((sum, quantity) => sum + quantity, 0);
