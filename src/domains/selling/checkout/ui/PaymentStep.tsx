import { useState } from 'react';
import type { Market } from '#markets/market.ts';
import { Choice } from '#ui/form/Field.tsx';
import type { CheckoutView } from '../contract.ts';
import { checkoutMessages, paymentStepMessages as m } from '../messages/checkout.ts';
import { formatMoneyIn } from '../model/price-summary.ts';
import type { useSignedCheckout } from './checkout-calls.ts';
import { GiftCards } from './GiftCards.tsx';
import type { CardChoice } from './use-checkout.ts';
import { formatExpiry, isExpired, type PaymentMethods } from './use-payment-methods.ts';
import '#ui/styles/callout.css';
import '#ui/styles/form-page.css';

export interface PaymentStepProps {
  readonly market: Market;
  readonly token: string;
  readonly view: CheckoutView;
  /** The part of the total that a card pays, decimal. */
  readonly charged: number;
  readonly methods: PaymentMethods | null;
  /** ISO day in the market. */
  readonly today: string;
  readonly paying: CardChoice;
  readonly calls: ReturnType<typeof useSignedCheckout>;
  readonly onPaying: (paying: CardChoice) => void;
  readonly onView: (view: CheckoutView) => void;
}

/** Gift cards and store credit first, then a stored card or a new one. */
export function PaymentStep({ market, token, view, charged, methods, today, paying, calls, onPaying, onView }: PaymentStepProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const spendCredit = async (use: boolean): Promise<void> => {
    setFailure(null);
    const result = await calls.spendCredit({ token, use }).catch(() => null);
    if (result?.ok) onView(result.value.data);
    else setFailure(result?.title ?? checkoutMessages.unreachable);
  };
  const cards = methods?.cards ?? [];
  const withGiftCard = view.cart?.withGiftCard ?? false;
  return (
    <div className="choice-stack">
      <GiftCards token={token} tenders={view.tenders} market={market} withGiftCard={withGiftCard} onView={onView} />
      {methods !== null && methods.credit > 0 && !withGiftCard && (
        <Choice checked={view.tenders.usesCredit} onChange={({ currentTarget }) => void spendCredit(currentTarget.checked)}>
          {m.useCredit} <b className="num">{formatMoneyIn(market, methods.credit)}</b>
        </Choice>
      )}
      {failure && (
        <p className="callout has-error" role="alert">
          {failure}
        </p>
      )}
      {charged === 0 ? (
        <p className="text-muted">{m.nothingToPay}</p>
      ) : (
        <>
          {cards.length > 0 && (
            <fieldset className="choice-list">
              <legend className="label">{m.card}</legend>
              {cards.map((card) => (
                <Choice
                  key={card.id}
                  type="radio"
                  name="card"
                  value={card.id}
                  disabled={isExpired(card, today)}
                  checked={paying.instrumentId === card.id}
                  onChange={() => onPaying({ instrumentId: card.id, saveCard: false })}
                >
                  {card.brand} {m.endingIn} <span className="num">{card.last4}</span>{' '}
                  <span className="small text-muted num">{m.expiry(isExpired(card, today), formatExpiry(card))}</span>
                </Choice>
              ))}
              <Choice
                type="radio"
                name="card"
                value=""
                checked={paying.instrumentId === null}
                onChange={() => onPaying({ instrumentId: null, saveCard: false })}
              >
                {m.newCard}
              </Choice>
            </fieldset>
          )}
          {methods !== null && paying.instrumentId === null && (
            <Choice
              checked={paying.saveCard}
              onChange={({ currentTarget }) => onPaying({ instrumentId: null, saveCard: currentTarget.checked })}
            >
              {m.saveCard}
            </Choice>
          )}
          {paying.instrumentId === null && <p className="small text-muted">{m.next}</p>}
        </>
      )}
    </div>
  );
}
