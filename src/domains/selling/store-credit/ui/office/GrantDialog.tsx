/** Gives one customer or several store credit, after a preview of who gets what. */
import { useState } from 'react';
import type { z } from 'zod';
import { changeMessages, grantMessages as text } from '#domains/selling/store-credit/messages/office.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { grantForm } from '#domains/selling/store-credit/model/office-credit-forms.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { toDecimal } from '#lib/money.ts';
import { DEFAULT_MARKET, type Market } from '#markets/market.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { creditCalls } from './credit-calls.ts';
import { nameCustomer } from './credit-list-spec.tsx';
import { MarketChoice } from './MarketChoice.tsx';
import { useRepeatKey } from './use-repeat-key.ts';

type Grant = z.output<typeof grantForm>;
type Preview = Extract<Awaited<ReturnType<typeof creditCalls.previewGrant>>, { ok: true }>['value'];

interface GrantPreviewProps {
  readonly market: Market;
  readonly amount: number;
  readonly preview: Preview;
}

function GrantPreview({ market, amount, preview }: GrantPreviewProps) {
  const { customers, unknown, total, isOverLimit, limit, needsStepUp } = preview;
  return (
    <>
      {unknown.length > 0 && (
        <div className="notice notice-bad" role="alert">
          <div>
            <p>{text.unknown(unknown.length)}</p>
            <p className="small grant-unknown">{unknown.join(', ')}</p>
          </div>
        </div>
      )}
      {customers.length > 0 && (
        <div className="table-scroll grant-table">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{text.columns.customer}</th>
                <th scope="col" className="is-numeric">
                  {text.columns.before}
                </th>
                <th scope="col" className="is-numeric">
                  {text.columns.after}
                </th>
              </tr>
            </thead>
            <tbody>
              {customers.map((customer) => (
                <tr key={customer.customerId}>
                  <th scope="row">
                    {nameCustomer(customer)}
                    {customer.name && <span className="line text-muted small">{customer.email}</span>}
                  </th>
                  <td className="is-numeric">{formatAmount(market, customer.balance)}</td>
                  <td className="is-numeric">{formatAmount(market, Math.round((customer.balance + amount) * 100) / 100)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Consequences
        items={[
          text.total(formatAmount(market, total), customers.length),
          ...(isOverLimit && limit !== null ? [text.overLimit(formatAmount(market, limit))] : []),
          ...(needsStepUp && !isOverLimit ? [text.stepUp] : []),
          changeMessages.atOnce,
        ]}
      />
    </>
  );
}

interface GrantDialogProps {
  readonly onClose: () => void;
  readonly onGranted: () => void;
}

export function GrantDialog({ onClose, onGranted }: GrantDialogProps) {
  const me = useMe();
  const keyOf = useRepeatKey();
  const [market, setMarket] = useState(me.markets[0] ?? DEFAULT_MARKET);
  const [shown, setShown] = useState<{ readonly grant: Grant; readonly preview: Preview } | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const {
    form,
    fields,
    isPending: isLooking,
    error,
    errorOf,
  } = useOfficeForm({
    schema: grantForm,
    onSubmit: async (grant) => {
      const preview = await creditCalls.previewGrant({ market, emails: grant.emails, amountCents: grant.amount });
      if (!preview.ok) return { title: preview.title };
      setRefusal(null);
      setShown({ grant, preview: preview.value });
      return null;
    },
  });
  const give = async ({ emails, amount: amountCents, note, reason }: Grant): Promise<void> => {
    setIsPending(true);
    setRefusal(null);
    const input = { market, emails, amountCents, note, reason };
    const granted = await creditCalls.grantCredit(input, { idempotencyKey: keyOf(input) });
    setIsPending(false);
    if (!granted.ok) return setRefusal(granted.title);
    toastDone(text.done(formatAmount(market, granted.value.total), granted.value.customers.length));
    onGranted();
  };
  const amount = shown === null ? 0 : toDecimal(shown.grant.amount);
  const canGive = shown !== null && shown.preview.unknown.length === 0 && shown.preview.customers.length > 0 && !shown.preview.isOverLimit;
  return (
    <Dialog title={text.title} isOpen onClose={onClose} isDismissable={!isPending}>
      <form className="form grant-form" id={form.id} onSubmit={form.onSubmit} noValidate hidden={shown !== null}>
        <p className="text-muted">{text.text}</p>
        <FormError error={error} />
        <MarketChoice value={market} onChange={setMarket} />
        <TextField
          label={text.emails}
          hint={text.emailsHint}
          rows={3}
          autoComplete="off"
          name={fields.emails.name}
          error={errorOf('emails', fields.emails.errors)}
          autoFocus
        />
        <TextField
          label={text.amount}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          name={fields.amount.name}
          error={errorOf('amount', fields.amount.errors)}
        />
        <TextField
          label={changeMessages.note}
          hint={changeMessages.noteHint}
          isOptional
          maxLength={200}
          name={fields.note.name}
          error={errorOf('note', fields.note.errors)}
        />
        <TextField
          label={changeMessages.reason}
          hint={changeMessages.reasonHint}
          maxLength={200}
          name={fields.reason.name}
          error={errorOf('reason', fields.reason.errors)}
        />
        <DialogEnd>
          <Button onPress={onClose}>{officeMessages.cancel}</Button>
          <Button tone="primary" type="submit" isPending={isLooking}>
            {text.next}
          </Button>
        </DialogEnd>
      </form>
      {shown !== null && (
        <div className="form">
          <FormError error={refusal} />
          <GrantPreview market={market} amount={amount} preview={shown.preview} />
          <DialogEnd>
            <Button onPress={() => setShown(null)} isDisabled={isPending} autoFocus>
              {text.change}
            </Button>
            <Button tone="primary" onPress={() => void give(shown.grant)} isPending={isPending} isDisabled={!canGive}>
              {text.action(formatAmount(market, amount), shown.preview.customers.length)}
            </Button>
          </DialogEnd>
        </div>
      )}
    </Dialog>
  );
}
