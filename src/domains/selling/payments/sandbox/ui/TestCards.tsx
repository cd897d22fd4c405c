import { cardFormMessages as m } from '../messages.ts';
import { TEST_CARDS, type TestCard } from '../model/cards.ts';
import { groupDigits } from '../model/validate-card.ts';
import './TestCards.css';

/** Lists the test cards with their outcomes and a button each that fills the form. */
export function TestCards({ isHydrated, onFill }: { isHydrated: boolean; onFill: (card: TestCard) => void }) {
  return (
    <section className="payment-cards">
      <h2>{m.testCards}</h2>
      <ul>
        {TEST_CARDS.map((card) => (
          <li key={card.token}>
            <span>
              <b>{groupDigits(card.number)}</b>
              {card.meaning}
            </span>
            <button type="button" className="payment-other" disabled={!isHydrated} onClick={() => onFill(card)}>
              {m.useCard}
              <span className="visually-hidden"> {card.last4}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>{m.anyDetails}</p>
    </section>
  );
}
