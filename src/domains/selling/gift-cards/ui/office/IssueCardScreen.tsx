/** Issues a gift card that nobody pays for, with its email beside the form. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { giftCardListMessages, issueMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import { issueForm } from '#domains/selling/gift-cards/model/office-gift-card-forms.ts';
import { STEP_UP_CHANGE_CENTS } from '#domains/selling/store-credit/model/change-limits.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { MarketChoice } from '#domains/selling/store-credit/ui/office/MarketChoice.tsx';
import { useRepeatKey } from '#domains/selling/store-credit/ui/office/use-repeat-key.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { toDecimal } from '#lib/money.ts';
import { parseAmount } from '#lib/parse-amount.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { Button } from '#ui/office/Button.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { GiftCardMail } from './GiftCardMail.tsx';
import { giftCardCalls } from './gift-card-calls.ts';
import './gift-card.css';

const FIELDS = ['amount', 'recipientName', 'recipientEmail', 'senderName', 'message'] as const;
type Typed = Readonly<Record<(typeof FIELDS)[number], string>>;
const EMPTY: Typed = { amount: '', recipientName: '', recipientEmail: '', senderName: '', message: '' };

/** What is typed into the fields that the preview shows. */
function useTyped(formId: string): Typed {
  const [typed, setTyped] = useState<Typed>(EMPTY);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const read = (): void => {
      const data = new FormData(form);
      const textOf = (name: string): string => {
        const value = data.get(name);
        return typeof value === 'string' ? value : '';
      };
      setTyped({
        amount: textOf('amount'),
        recipientName: textOf('recipientName').trim(),
        recipientEmail: textOf('recipientEmail').trim(),
        senderName: textOf('senderName').trim(),
        message: textOf('message').trim(),
      });
    };
    // On the document, after React has taken the new value.
    document.addEventListener('input', read);
    return () => document.removeEventListener('input', read);
  }, [formId]);
  return typed;
}

export function IssueCardScreen() {
  const me = useMe();
  const may = useMay();
  const navigate = useNavigate();
  const [market, setMarket] = useState(me.markets[0] ?? DEFAULT_MARKET);
  const [sendOn, setSendOn] = useState('');
  const [issuedId, setIssuedId] = useState<string | null>(null);
  // After the guard has seen that nothing is unsaved.
  useEffect(() => {
    if (issuedId !== null) void navigate(`/gift-cards/${issuedId}`);
  }, [issuedId, navigate]);
  const keyOf = useRepeatKey();
  const limitCents = me.creditLimitCents[market];
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: issueForm(!may('credit.reveal')),
    onSubmit: async ({ amount: amountCents, ...details }) => {
      const input = { market, amountCents, ...details };
      const issued = await giftCardCalls.issueGiftCard(input, { idempotencyKey: keyOf(input) });
      if (!issued.ok) return { title: issued.title, field: fieldOf(issued.code) };
      toastDone(text.done(formatAmount(market, toDecimal(amountCents))));
      setIssuedId(issued.value.card.id);
      return null;
    },
  });
  const { amount: typedAmount, ...details } = useTyped(form.id);
  const cents = parseAmount(typedAmount) ?? 0;
  const limit = limitCents === null ? '' : formatAmount(market, toDecimal(limitCents));
  const amountHint =
    limitCents !== null && cents > limitCents
      ? text.overLimit(limit)
      : cents > STEP_UP_CHANGE_CENTS
        ? text.stepUp
        : limitCents === null
          ? undefined
          : text.upTo(limit);
  return (
    <div className="screen">
      <PageHeader title={text.title} parent={{ label: giftCardListMessages.title, to: listAddress('/gift-cards') }} summary={text.free} />
      <div className="panel-columns card-issue">
        <form className="form panel panel-body card-form" id={form.id} onSubmit={form.onSubmit} noValidate>
          <FormError error={error} />
          <MarketChoice value={market} onChange={setMarket} />
          <TextField
            label={text.amount}
            {...(amountHint === undefined ? {} : { hint: amountHint })}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            name={fields.amount.name}
            error={errorOf('amount', fields.amount.errors)}
            autoFocus
          />
          <div className="form-row">
            <TextField
              label={text.name}
              isOptional
              autoComplete="off"
              maxLength={60}
              name={fields.recipientName.name}
              error={errorOf('recipientName', fields.recipientName.errors)}
            />
            <TextField
              label={text.email}
              {...(may('credit.reveal') ? { hint: text.emailHint, isOptional: true } : {})}
              type="email"
              inputMode="email"
              autoComplete="off"
              name={fields.recipientEmail.name}
              error={errorOf('recipientEmail', fields.recipientEmail.errors)}
            />
          </div>
          <div className="form-row">
            <TextField
              label={text.sender}
              isOptional
              autoComplete="off"
              maxLength={60}
              name={fields.senderName.name}
              error={errorOf('senderName', fields.senderName.errors)}
            />
            <DateField
              label={text.day}
              hint={text.dayHint}
              isOptional
              value={sendOn}
              onChange={setSendOn}
              name={fields.sendOn.name}
              error={errorOf('sendOn', fields.sendOn.errors)}
            />
          </div>
          <TextField
            label={text.message}
            hint={text.messageHint}
            isOptional
            rows={3}
            maxLength={500}
            name={fields.message.name}
            error={errorOf('message', fields.message.errors)}
          />
          <TextField
            label={text.reason}
            hint={text.reasonHint}
            maxLength={200}
            name={fields.reason.name}
            error={errorOf('reason', fields.reason.errors)}
          />
          <div className="save-bar">
            <Button tone="primary" type="submit" icon="cards" isPending={isPending}>
              {text.action(cents === 0 ? '' : formatAmount(market, toDecimal(cents)))}
            </Button>
          </div>
          <UnsavedGuard isDirty={form.isDirty && issuedId === null} />
        </form>
        <GiftCardMail market={market} cents={cents} details={details} />
      </div>
    </div>
  );
}

/** The field that a refusal is about. */
const fieldOf = (code: string): string | undefined => (code === 'over_limit' ? 'amount' : code === 'gift_day' ? 'sendOn' : undefined);
