import { type ComponentProps, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type TestCard, tokenOfCard } from '../model/cards.ts';
import { type CardFaults, type CardFields, groupDigits, readExpiry, validateCard } from '../model/validate-card.ts';
import { TestCards } from './TestCards.tsx';

export interface CardFormProps {
  readonly isAlive: boolean;
  readonly isSubmitting: boolean;
  /** The button's words. */
  readonly press: string;
  /** What is charged; null where the card is only kept. */
  readonly amount: string | null;
  readonly onPay: (cardToken: string, expiry: { readonly year: number; readonly month: number }) => Promise<void>;
}

const FIELDS = ['number', 'expiry', 'code', 'holder'] as const;

/** The field of a part of the card. They bear ids only, no names: no form can ever send them. */
const fieldOf = (form: HTMLFormElement, part: keyof CardFields): HTMLInputElement | null => form.querySelector(`#card-${part}`);

const read = (form: HTMLFormElement): CardFields => {
  const value = (part: keyof CardFields): string => fieldOf(form, part)?.value ?? '';
  return { number: value('number'), expiry: value('expiry'), code: value('code'), holder: value('holder') };
};

/** Takes a card, turns its number into a token here in the browser, and hands on the token. */
export function CardForm({ isAlive, isSubmitting, press, amount, onPay }: CardFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setErrors] = useState<CardFaults>({});

  const show = (found: CardFaults): void => {
    flushSync(() => setErrors(found));
    const first = FIELDS.find((part) => found[part] !== undefined);
    if (first && form.current) fieldOf(form.current, first)?.focus();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = read(event.currentTarget);
    const found = validateCard(fields, new Date());
    show(found);
    const token = tokenOfCard(fields.number);
    const expiry = readExpiry(fields.expiry);
    if (Object.keys(found).length === 0 && token !== null && expiry) void onPay(token, expiry);
  };
  const fill = ({ number }: TestCard): void => {
    if (!form.current) return;
    const year = String((new Date().getFullYear() + 3) % 100).padStart(2, '0');
    const parts: CardFields = { number: groupDigits(number), expiry: `12/${year}`, code: '123', holder: 'Test Shopper' };
    for (const part of FIELDS) {
      const field = fieldOf(form.current, part);
      if (field) field.value = parts[part];
    }
    setErrors({});
  };

  return (
    <>
      <form ref={form} className="gw-form" noValidate method="post" onSubmit={submit}>
        <h1>Card</h1>
        <CardField
          part="number"
          label="Card number"
          fault={faults.number}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          maxLength={24}
          onBlur={({ currentTarget }) => {
            if (/^[\d\s-]+$/.test(currentTarget.value)) currentTarget.value = groupDigits(currentTarget.value);
          }}
        />
        <CardField
          part="expiry"
          label="Expiry"
          fault={faults.expiry}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM/YY"
          maxLength={9}
        />
        <CardField
          part="code"
          label="Security code"
          fault={faults.code}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          maxLength={4}
        />
        <CardField part="holder" label="Name on card" fault={faults.holder} autoComplete="cc-name" maxLength={80} />
        <div className="gw-press">
          <button type="submit" className="gw-main" disabled={!isAlive || isSubmitting} aria-busy={isSubmitting}>
            {isSubmitting && <span className="spin" aria-hidden="true" />}
            {press}
          </button>
          {amount !== null && <span className="gw-amount">{amount}</span>}
        </div>
      </form>
      <TestCards isAlive={isAlive && !isSubmitting} onFill={fill} />
    </>
  );
}

interface CardFieldProps extends ComponentProps<'input'> {
  readonly part: keyof CardFields;
  readonly label: string;
  readonly fault: string | undefined;
}

function CardField({ part, label, fault, ...input }: CardFieldProps) {
  const id = `card-${part}`;
  return (
    <div className={`gw-field ${part}${fault ? ' bad' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        spellCheck={false}
        {...input}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && `${id}-fault`}
      />
      {fault && <p id={`${id}-fault`}>{fault}</p>}
    </div>
  );
}
