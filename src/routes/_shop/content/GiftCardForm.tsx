import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { money, roundMoney } from '#domains/catalogue/ui/format-price.ts';
import { useCart, useCartStore } from '#domains/selling/cart/ui/cart-context.tsx';
import type { GiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { lastGiftDay, validateGift } from '#domains/selling/gift-cards/model/validate-gift.ts';
import { todayIn } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { TextAreaField, TextField } from '#ui/form/Field.tsx';
import { GiftCardPreview } from './GiftCardPreview.tsx';
import './GiftCardForm.css';
import { giftCardMessages as m } from './messages.ts';

const EMPTY: GiftDetails = { recipientName: '', recipientEmail: '', senderName: '', message: '', sendOn: '' };
type FieldName = keyof GiftDetails;

/** Form that chooses an amount and a recipient, previews the card and adds it to the cart. */
export function GiftCardForm({ cards, now }: { cards: readonly CatalogueHit[]; now: number }) {
  const market = useMarketConfig();
  const store = useCartStore();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, choose] = useState(cards[1]?.offerId ?? cards[0]?.offerId ?? '');
  const [gift, setGift] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({});
  const isInCart = useCart(({ cart }) => cart?.lineItems.some((item) => item.offerId === chosen && !item.addedByPromotion) === true);
  const card = cards.find(({ offerId }) => offerId === chosen);
  const today = todayIn(market.market, new Date(now));

  const set = (name: FieldName) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setGift((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others);
  };
  const fieldOf = (name: FieldName) => ({ id: `gift-${name}`, name, error: errors[name], onChange: set(name) });
  // Reads what was chosen and typed before hydration.
  useEffect(() => {
    const typed = new FormData(form.current ?? undefined);
    const textOf = (name: string): string => {
      const value = typed.get(name);
      return typeof value === 'string' ? value : '';
    };
    choose((before) => textOf('amount') || before);
    setGift({
      recipientName: textOf('recipientName'),
      recipientEmail: textOf('recipientEmail'),
      senderName: textOf('senderName'),
      message: textOf('message'),
      sendOn: textOf('sendOn'),
    });
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = validateGift(gift, today);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (card) store.add(card, 1, gift);
  };

  return (
    <form className="gift-card" ref={form} noValidate onSubmit={submit}>
      <div className="gift-card-fields">
        <fieldset className="gift-card-amounts">
          <legend className="label text-muted">{m.amount}</legend>
          {cards.map(({ offerId, packPrice }) => (
            <label key={offerId} className="gift-card-amount">
              <input type="radio" name="amount" value={offerId} defaultChecked={offerId === chosen} onChange={() => choose(offerId)} />
              <span className="num">{roundMoney(packPrice, market)}</span>
            </label>
          ))}
        </fieldset>
        <div className="gift-card-grid">
          <TextField {...fieldOf('recipientName')} label={m.recipientName} maxLength={60} autoComplete="off" />
          <TextField {...fieldOf('recipientEmail')} label={m.recipientEmail} type="email" maxLength={254} autoComplete="off" />
          <TextField {...fieldOf('senderName')} label={m.senderName} hint={m.senderHint} maxLength={60} autoComplete="name" />
          <TextField {...fieldOf('sendOn')} label={m.sendOn} hint={m.sendOnHint} type="date" min={today} max={lastGiftDay(today)} />
          <TextAreaField {...fieldOf('message')} label={m.message} isWide rows={4} maxLength={500} />
        </div>
        <button type="submit" className="button button-primary button-tall needs-script">
          {m.addToCart}
        </button>
        <p className="small text-muted" role="status">
          {isInCart && (
            <>
              {m.inCart}{' '}
              <Link className="link" to="/cart">
                {m.viewCart}
              </Link>
            </>
          )}
        </p>
      </div>
      <GiftCardPreview worth={card ? money(card.packPrice, market) : ''} gift={gift} />
    </form>
  );
}
