import { type ComponentProps, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextField } from '#ui/form/Field.tsx';
import { cardFormMessages as m } from '../messages.ts';
import { type TestCard, tokenOfCard } from '../model/cards.ts';
import { type CardErrors, type CardFields, groupDigits, parseExpiry, validateCard } from '../model/validate-card.ts';
import { TestCards } from './TestCards.tsx';
import './CardForm.css';

export interface CardFormProps {
  readonly isHydrated: boolean;
  readonly isSubmitting: boolean;
  readonly submitLabel: string;
  /** The charge, or null if the card is only saved. */
  readonly amount: string | null;
  readonly onPay: (cardToken: string, expiry: { readonly year: number; readonly month: number }) => Promise<void>;
}

const FIELDS = ['number', 'expiry', 'code', 'holder'] as const;

/** Returns a field of the card. Fields have ids and no names, so that no form can send them [CHK-33]. */
const fieldOf = (form: HTMLFormElement, part: keyof CardFields): HTMLInputElement | null => form.querySelector(`#card-${part}`);

const read = (form: HTMLFormElement): CardFields => {
  const value = (part: keyof CardFields): string => fieldOf(form, part)?.value ?? '';
  return { number: value('number'), expiry: value('expiry'), code: value('code'), holder: value('holder') };
};

/** The card form. It turns the number into a token in the browser and passes on the token only [CHK-33]. */
export function CardForm({ isHydrated, isSubmitting, submitLabel, amount, onPay }: CardFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<CardErrors>({});

  const show = (found: CardErrors): void => {
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
    const expiry = parseExpiry(fields.expiry);
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
      <form ref={form} className="payment-form" noValidate method="post" onSubmit={submit}>
        <h1>{m.title}</h1>
        <CardField
          part="number"
          isWide
          label={m.number}
          error={errors.number}
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
          label={m.expiry}
          error={errors.expiry}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={m.expiryFormat}
          maxLength={9}
        />
        <CardField
          part="code"
          label={m.securityCode}
          error={errors.code}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          maxLength={4}
        />
        <CardField part="holder" isWide label={m.nameOnCard} error={errors.holder} autoComplete="cc-name" maxLength={80} />
        <div className="payment-press">
          <button type="submit" className="payment-main" disabled={!isHydrated || isSubmitting} aria-busy={isSubmitting}>
            {isSubmitting && <span className="spin" aria-hidden="true" />}
            {submitLabel}
          </button>
          {amount !== null && <span className="payment-amount">{amount}</span>}
        </div>
      </form>
      <TestCards isHydrated={isHydrated && !isSubmitting} onFill={fill} />
    </>
  );
}

interface CardFieldProps extends ComponentProps<typeof TextField> {
  readonly part: keyof CardFields;
}

function CardField({ part, ...field }: CardFieldProps) {
  return <TextField id={`card-${part}`} spellCheck={false} {...field} />;
}
