import { useState } from 'react';
import type { Market } from '#markets/market.ts';
import type { CheckoutView } from '../contract.ts';
import { formatMoneyIn, giftCardLabel } from '../model/price-summary.ts';
import { checkout } from './checkout-calls.ts';

export interface GiftCardsProps {
  readonly token: string;
  readonly market: Market;
  readonly tenders: CheckoutView['tenders'];
  readonly withGiftCard: boolean;
  readonly onView: (view: CheckoutView) => void;
}

type Answer = Awaited<ReturnType<typeof checkout.addGiftCard>> | Awaited<ReturnType<typeof checkout.removeGiftCard>>;

/** Gift cards that pay a part: a field for a code, and those that were entered. */
export function GiftCards({ token, market, tenders, withGiftCard, onView }: GiftCardsProps) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);

  const ask = async (call: () => Promise<Answer>): Promise<void> => {
    setSubmitting(true);
    const result = await call().catch(() => null);
    setSubmitting(false);
    setFault(result?.ok ? null : (result?.title ?? 'The shop cannot be reached. Please try again.'));
    if (!result?.ok) return;
    setCode('');
    onView(result.value.data);
  };
  const add = (): void => {
    if (code.trim() === '') setFault('Please enter the code of the gift card.');
    else void ask(() => checkout.addGiftCard({ token, code }));
  };

  if (withGiftCard) return null;
  return (
    <div className="co-gift">
      <div className={fault ? 'field bad' : 'field'}>
        <label htmlFor="gift-card-code">Gift card code</label>
        <div className="co-gift-row">
          <input
            className="input"
            id="gift-card-code"
            type="text"
            value={code}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? 'gift-card-fault' : undefined}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <button type="button" className="btn btn-line" aria-busy={isSubmitting} disabled={isSubmitting} onClick={add}>
            Use gift card
          </button>
        </div>
        {fault && (
          <p className="fault" id="gift-card-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
      {tenders.giftCards.length > 0 && (
        <ul className="co-gifts" aria-label="Gift cards">
          {tenders.giftCards.map(({ id, ending, balance }) => (
            <li key={id}>
              <span>
                {giftCardLabel(ending)} <span className="quiet num">holds {formatMoneyIn(market, balance)}</span>
              </span>
              <button
                type="button"
                className="link link-lone"
                disabled={isSubmitting}
                aria-label={`Remove: ${giftCardLabel(ending)}`}
                onClick={() => void ask(() => checkout.removeGiftCard({ token, id }))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
