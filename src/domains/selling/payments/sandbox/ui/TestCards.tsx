import { TEST_CARDS, type TestCard } from '../model/cards.ts';
import { groupDigits } from '../model/validate-card.ts';

/** The cards that work here, what each does, and a key each that types it in. */
export function TestCards({ isAlive, onFill }: { isAlive: boolean; onFill: (card: TestCard) => void }) {
  return (
    <section className="gw-cards">
      <h2>Test cards</h2>
      <ul>
        {TEST_CARDS.map((card) => (
          <li key={card.token}>
            <span>
              <b>{groupDigits(card.number)}</b>
              {card.meaning}
            </span>
            <button type="button" className="gw-other" disabled={!isAlive} onClick={() => onFill(card)}>
              Fill in<span className="vh"> {card.last4}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>Any expiry to come, any security code and any name will do.</p>
    </section>
  );
}
