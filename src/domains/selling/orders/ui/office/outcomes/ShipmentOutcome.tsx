/** What became of a shipment, and the button that records it. */
import { useState } from 'react';
import { OUTCOME_LABELS, REASON_LABELS, outcomeMessages as text } from '#domains/selling/orders/messages/outcomes.ts';
import { nextOutcomes, type Outcome } from '#domains/selling/orders/model/outcome.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { formatDay } from '#markets/market-day.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { OutcomeDialog } from './OutcomeDialog.tsx';

const TONES: Readonly<Record<Outcome, Tone>> = { delivered: 'good', refused: 'bad', returned: 'plain' };

export interface ShipmentOutcomeProps {
  readonly order: OfficeOrder;
  readonly shipmentId: string;
  readonly carrier: string;
}

export function ShipmentOutcome({ order, shipmentId, carrier }: ShipmentOutcomeProps) {
  const mayShip = useMay()('orders.ship');
  const [isOpen, setIsOpen] = useState(false);
  const { market } = order.order;
  const outcomes = order.outcomes.filter((each) => each.shipmentId === shipmentId);
  const last = outcomes.at(-1);
  const possible = nextOutcomes(last?.outcome ?? null);
  return (
    <>
      {outcomes.map(({ id, outcome, reason, day, actor }) => (
        <span key={id} className="line small">
          <Badge tone={TONES[outcome]}>{OUTCOME_LABELS[outcome]}</Badge> {reason !== '' && REASON_LABELS[reason]}
          <span className="line text-muted">{text.line(formatDay(market, day), actor)}</span>
        </span>
      ))}
      {mayShip && possible.length > 0 && (
        <span className="line">
          <Button tone="quiet" onPress={() => setIsOpen(true)} aria-label={text.openNamed(carrier)}>
            {text.open}
          </Button>
        </span>
      )}
      {isOpen && (
        <OutcomeDialog
          shipmentId={shipmentId}
          market={market}
          seen={last?.id ?? null}
          possible={possible}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
