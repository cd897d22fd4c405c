import { useState } from 'react';
import type { Market } from '#markets/market.ts';
import type { CheckoutView } from '../contract.ts';
import { formatMoneyIn } from '../model/price-summary.ts';
import type { useSignedCheckout } from './checkout-calls.ts';
import { GiftCards } from './GiftCards.tsx';
import type { PayingWith } from './use-checkout.ts';
import { isExpired, type Wallet } from './use-payment-methods.ts';

export interface PaymentStepProps {
  readonly market: Market;
  readonly token: string;
  readonly view: CheckoutView;
  /** What is left for a card, decimal. */
  readonly charged: number;
  readonly wallet: Wallet | null;
  /** ISO day in the market. */
  readonly today: string;
  readonly paying: PayingWith;
  readonly calls: ReturnType<typeof useSignedCheckout>;
  readonly onPaying: (paying: PayingWith) => void;
  readonly onView: (view: CheckoutView) => void;
}

/** How it is paid: gift cards and credit first, then a stored card or a new one. */
export function PaymentStep({ market, token, view, charged, wallet, today, paying, calls, onPaying, onView }: PaymentStepProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const spendCredit = async (use: boolean): Promise<void> => {
    setFailure(null);
    const result = await calls.spendCredit({ token, use }).catch(() => null);
    if (result?.ok) onView(result.value.data);
    else setFailure(result?.title ?? 'The shop cannot be reached. Please try again.');
  };
  const cards = wallet?.cards ?? [];
  const withGiftCard = view.cart?.withGiftCard ?? false;
  return (
    <div className="co-pay">
      <GiftCards token={token} tenders={view.tenders} market={market} withGiftCard={withGiftCard} onView={onView} />
      {wallet !== null && wallet.credit > 0 && !withGiftCard && (
        <label className="check">
          <input
            type="checkbox"
            checked={view.tenders.usesCredit}
            onChange={({ currentTarget }) => void spendCredit(currentTarget.checked)}
          />
          <span>
            Use your store credit of <b className="num">{formatMoneyIn(market, wallet.credit)}</b>
          </span>
        </label>
      )}
      {failure && (
        <p className="co-notice bad" role="alert">
          {failure}
        </p>
      )}
      {charged === 0 ? (
        <p className="quiet">There is nothing left to pay, so no card is needed.</p>
      ) : (
        <>
          {cards.length > 0 && (
            <fieldset className="co-cards">
              <legend className="label">Card</legend>
              {cards.map((card) => (
                <label key={card.id} className="check">
                  <input
                    type="radio"
                    name="card"
                    value={card.id}
                    disabled={isExpired(card, today)}
                    checked={paying.instrumentId === card.id}
                    onChange={() => onPaying({ instrumentId: card.id, saveCard: false })}
                  />
                  <span>
                    {card.brand} ending in <span className="num">{card.last4}</span>{' '}
                    <span className="small quiet num">
                      {isExpired(card, today) ? 'ended' : 'until'} {String(card.expiryMonth).padStart(2, '0')}/{card.expiryYear}
                    </span>
                  </span>
                </label>
              ))}
              <label className="check">
                <input
                  type="radio"
                  name="card"
                  value=""
                  checked={paying.instrumentId === null}
                  onChange={() => onPaying({ instrumentId: null, saveCard: false })}
                />
                <span>A new card</span>
              </label>
            </fieldset>
          )}
          {wallet !== null && paying.instrumentId === null && (
            <label className="check">
              <input
                type="checkbox"
                checked={paying.saveCard}
                onChange={({ currentTarget }) => onPaying({ instrumentId: null, saveCard: currentTarget.checked })}
              />
              <span>Save this card for next time. Our payment provider keeps it; we never see its number.</span>
            </label>
          )}
          {paying.instrumentId === null && <p className="small quiet">Next you enter your card on the page of our payment provider.</p>}
        </>
      )}
    </div>
  );
}
