/** The day of a delivery, or until when it is held, in a form of the office. Nothing where no day is offered. */
import type { z } from 'zod';
import type { deliveryChoices } from '#domains/selling/checkout/contract.ts';
import { deliveryChangeMessages as text } from '#domains/selling/orders/messages/office-delivery.ts';
import type { Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';

/** Empty texts mean as soon as possible. */
export interface ChosenTiming {
  readonly deliveryDay: string;
  readonly holdUntil: string;
}

interface TimingFieldsProps {
  readonly market: Market;
  readonly offer: z.output<typeof deliveryChoices> | null;
  readonly timing: ChosenTiming;
  readonly onChange: (timing: ChosenTiming) => void;
}

export function TimingFields({ market, offer, timing, onChange }: TimingFieldsProps) {
  if (offer === null) return null;
  const { deliveryDay, holdUntil } = timing;
  return (
    <>
      {offer.days.length > 0 && (
        <ChoiceField
          label={text.deliveryDay}
          value={deliveryDay}
          options={[
            { value: '', label: text.soonest },
            ...[...new Set([...(deliveryDay === '' ? [] : [deliveryDay]), ...offer.days])]
              .toSorted()
              .map((value) => ({ value, label: formatDay(market, value) })),
          ]}
          onChange={(chosen) => onChange({ deliveryDay: chosen, holdUntil: chosen === '' ? holdUntil : '' })}
        />
      )}
      {offer.hold && (
        <DateField label={text.holdUntil} value={holdUntil} onChange={(chosen) => onChange({ deliveryDay: '', holdUntil: chosen })} />
      )}
    </>
  );
}
