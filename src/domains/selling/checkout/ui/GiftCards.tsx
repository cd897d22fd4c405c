import { useState } from 'react';
import type { Market } from '#markets/market.ts';
import { TextField } from '#ui/form/Field.tsx';
import type { CheckoutView } from '../contract.ts';
import { checkoutMessages, paymentStepMessages as m } from '../messages/checkout.ts';
import { formatMoneyIn, giftCardLabel } from '../model/price-summary.ts';
import { checkout } from './checkout-calls.ts';
import './GiftCards.css';

export interface GiftCardsProps {
  readonly token: string;
  readonly market: Market;
  readonly tenders: CheckoutView['tenders'];
  readonly withGiftCard: boolean;
  readonly onView: (view: CheckoutView) => void;
}

type GiftCardResult = Awaited<ReturnType<typeof checkout.addGiftCard>> | Awaited<ReturnType<typeof checkout.removeGiftCard>>;

/** A field for a gift card code, and the cards that pay for the order [GIFT-3]. */
export function GiftCards({ token, market, tenders, withGiftCard, onView }: GiftCardsProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);

  const send = async (call: () => Promise<GiftCardResult>): Promise<void> => {
    setSubmitting(true);
    const result = await call().catch(() => null);
    setSubmitting(false);
    setError(result?.ok ? null : (result?.title ?? checkoutMessages.unreachable));
    if (!result?.ok) return;
    setCode('');
    onView(result.value.data);
  };
  const add = (): void => {
    if (code.trim() === '') setError(m.enterGiftCardCode);
    else void send(() => checkout.addGiftCard({ token, code }));
  };

  if (withGiftCard) return null;
  return (
    <div className="checkout-gift">
      <TextField
        id="gift-card-code"
        label={m.giftCardCode}
        value={code}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={error}
        announcesError
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        action={
          <button type="button" className="button button-outline" aria-busy={isSubmitting} disabled={isSubmitting} onClick={add}>
            {m.applyGiftCard}
          </button>
        }
      />
      {tenders.giftCards.length > 0 && (
        <ul className="checkout-gifts" aria-label={m.giftCards}>
          {tenders.giftCards.map(({ id, ending, balance }) => (
            <li key={id}>
              <span>
                {giftCardLabel(ending)} <span className="text-muted num">{m.balance(formatMoneyIn(market, balance))}</span>
              </span>
              <button
                type="button"
                className="link link-lone"
                disabled={isSubmitting}
                aria-label={m.removeGiftCard(giftCardLabel(ending))}
                onClick={() => void send(() => checkout.removeGiftCard({ token, id }))}
              >
                {m.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
