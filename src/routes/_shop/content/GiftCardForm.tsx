import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { money, roundMoney } from '#domains/catalogue/ui/format-price.ts';
import { useCart, useCartStore } from '#domains/selling/cart/ui/cart-context.tsx';
import type { GiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { lastGiftDay, validateGift } from '#domains/selling/gift-cards/model/validate-gift.ts';
import { todayIn } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { GiftCardPreview } from './GiftCardPreview.tsx';
import './gift-card.css';

const EMPTY: GiftDetails = { recipientName: '', recipientEmail: '', senderName: '', message: '', sendOn: '' };
type FieldName = keyof GiftDetails;

interface FieldProps {
  readonly name: FieldName;
  readonly label: string;
  readonly fault: string | undefined;
  readonly help?: string;
  readonly isWide?: boolean;
  readonly children: (links: {
    id: string;
    name: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

function Field({ name, label, fault, help, isWide = false, children }: FieldProps) {
  const id = `gc-${name}`;
  const described = [fault && `${id}-fault`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`field${fault ? ' has-error' : ''}${isWide ? ' span2' : ''}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, name, 'aria-invalid': fault ? true : undefined, 'aria-describedby': described })}
      {fault && (
        <p className="field-error" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** Form that chooses an amount and a recipient, previews the card and adds it to the cart. */
export function GiftCardForm({ cards, now }: { cards: readonly CatalogueHit[]; now: number }) {
  const facts = useMarketConfig();
  const store = useCartStore();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, choose] = useState(cards[1]?.offerId ?? cards[0]?.offerId ?? '');
  const [gift, setGift] = useState(EMPTY);
  const [faults, setFaults] = useState<Partial<Record<FieldName, string>>>({});
  const isInCart = useCart(({ cart }) => cart?.lineItems.some((item) => item.offerId === chosen && !item.addedByPromotion) === true);
  const card = cards.find(({ offerId }) => offerId === chosen);
  const today = todayIn(facts.market, new Date(now));

  const set = (name: FieldName) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setGift((before) => ({ ...before, [name]: value }));
    setFaults(({ [name]: _, ...others }) => others);
  };
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
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (card) store.add(card, 1, gift);
  };

  return (
    <form className="gift-card" ref={form} noValidate onSubmit={submit}>
      <div className="gift-card-fields">
        <fieldset className="gift-card-amounts">
          <legend className="label text-muted">How much</legend>
          {cards.map(({ offerId, packPrice }) => (
            <label key={offerId} className="gift-card-amount">
              <input type="radio" name="amount" value={offerId} defaultChecked={offerId === chosen} onChange={() => choose(offerId)} />
              <span className="num">{roundMoney(packPrice, facts)}</span>
            </label>
          ))}
        </fieldset>
        <div className="gift-card-grid">
          <Field name="recipientName" label="Their name" fault={faults.recipientName}>
            {(links) => (
              <input className="input" type="text" maxLength={60} autoComplete="off" onChange={set('recipientName')} {...links} />
            )}
          </Field>
          <Field name="recipientEmail" label="Their email" fault={faults.recipientEmail}>
            {(links) => (
              <input className="input" type="email" maxLength={254} autoComplete="off" onChange={set('recipientEmail')} {...links} />
            )}
          </Field>
          <Field name="senderName" label="From" fault={faults.senderName} help="Left empty, we put the name on the order.">
            {(links) => <input className="input" type="text" maxLength={60} autoComplete="name" onChange={set('senderName')} {...links} />}
          </Field>
          <Field name="sendOn" label="Send it on" fault={faults.sendOn} help="Left empty, it goes as soon as you have paid.">
            {(links) => <input className="input" type="date" min={today} max={lastGiftDay(today)} onChange={set('sendOn')} {...links} />}
          </Field>
          <Field name="message" label="A few words" fault={faults.message} isWide>
            {(links) => <textarea className="input" rows={4} maxLength={500} onChange={set('message')} {...links} />}
          </Field>
        </div>
        <button type="submit" className="button button-primary button-tall needs-script">
          Add to cart
        </button>
        <p className="small text-muted" role="status">
          {isInCart && (
            <>
              In your cart.{' '}
              <Link className="link" to="/cart">
                See the cart
              </Link>
            </>
          )}
        </p>
      </div>
      <GiftCardPreview worth={card ? money(card.packPrice, facts) : ''} gift={gift} />
    </form>
  );
}
