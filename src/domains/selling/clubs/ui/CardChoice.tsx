import type { SavedCard } from '#domains/selling/checkout/contract.ts';
import { isExpired } from '#domains/selling/checkout/ui/use-payment-methods.ts';

export interface CardChoiceProps {
  readonly cards: readonly SavedCard[];
  /** The selected card, or null for a new one. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  /** ISO day in the market. */
  readonly today: string;
  /** True if a new card may be entered. */
  readonly withNew: boolean;
  /** Name of the radio group. */
  readonly name: string;
}

const until = ({ expiryMonth, expiryYear }: SavedCard): string => `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;

/** Selects the card that pays for a membership. Expired cards are disabled. */
export function CardChoice({ cards, chosen, onChoose, today, withNew, name }: CardChoiceProps) {
  return (
    <fieldset className="checkout-cards">
      <legend className="label">Card</legend>
      {cards.map((card) => (
        <label key={card.id} className="check">
          <input
            type="radio"
            name={name}
            value={card.id}
            disabled={isExpired(card, today)}
            checked={chosen === card.id}
            onChange={() => onChoose(card.id)}
          />
          <span>
            {card.brand} ending in <span className="num">{card.last4}</span>{' '}
            <span className="small text-muted num">
              {isExpired(card, today) ? 'expired' : 'expires'} {until(card)}
            </span>
          </span>
        </label>
      ))}
      {withNew && (
        <label className="check">
          <input type="radio" name={name} value="" checked={chosen === null} onChange={() => onChoose(null)} />
          <span>Use a new card</span>
        </label>
      )}
    </fieldset>
  );
}
