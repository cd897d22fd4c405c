/** Gives one customer credit, or takes back what they have not spent. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { z } from 'zod';
import { creditMessages, changeMessages as text } from '#domains/selling/store-credit/messages/office.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { creditForm } from '#domains/selling/store-credit/model/office-credit-forms.ts';
import type { OfficeCredit } from '#domains/selling/store-credit/office-contract.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { toDecimal } from '#lib/money.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { creditCalls } from './credit-calls.ts';
import { nameCustomer } from './credit-list-spec.tsx';
import { useRepeatKey } from './use-repeat-key.ts';

type Change = z.output<typeof creditForm>;

interface ChangeCreditDialogProps {
  readonly credit: OfficeCredit;
  readonly kind: 'give' | 'take';
  readonly onClose: () => void;
}

interface CreditConflict {
  readonly title: string;
  readonly current: OfficeCredit;
  readonly change: Change;
}

export function ChangeCreditDialog({ credit, kind, onClose }: ChangeCreditDialogProps) {
  const me = useMe();
  const revalidator = useRevalidator();
  const keyOf = useRepeatKey();
  const [conflict, setConflict] = useState<CreditConflict | null>(null);
  const [isRepeating, setIsRepeating] = useState(false);
  const { market, customerId, email, balance, held } = credit;
  const available = Math.round((balance - held) * 100) / 100;
  const limitCents = me.creditLimitCents[market];
  const limit = limitCents === null ? null : formatAmount(market, toDecimal(limitCents));

  /** Makes the change. @param version that a taken amount is taken from @returns null if it was done */
  const send = async (change: Change, version: number): Promise<{ title: string; field?: string } | null> => {
    const { amount: amountCents, note, reason } = change;
    const amount = formatAmount(market, toDecimal(amountCents));
    const input = { market, amountCents, note, reason };
    const options = { idempotencyKey: keyOf({ ...input, version }) };
    const done =
      kind === 'give'
        ? await creditCalls.grantCredit({ ...input, emails: [email] }, options)
        : await creditCalls.takeBackCredit({ ...input, customerId, version }, options);
    if (done.ok) {
      toastDone(kind === 'give' ? text.given(amount) : text.taken(amount));
      onClose();
      await revalidator.revalidate();
      return null;
    }
    if (done.code !== 'changed_meanwhile') return { title: done.title, ...(done.code === 'too_little' ? { field: 'amount' } : {}) };
    const current = await creditCalls.credit({ customerId, market });
    if (!current.ok) return { title: done.title };
    setConflict({ title: done.title, current: current.value, change });
    return null;
  };
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: creditForm,
    onSubmit: (change) => send(change, credit.version),
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const keepYours = async (): Promise<void> => {
    if (!conflict) return;
    setIsRepeating(true);
    const refused = await send(conflict.change, conflict.current.version);
    setIsRepeating(false);
    if (refused) {
      setConflict(null);
      setRefusal(refused.title);
    }
  };
  const hint = kind === 'take' ? text.available(formatAmount(market, available)) : limit === null ? null : text.upTo(limit);
  const name = nameCustomer(credit);
  return (
    <Dialog title={kind === 'give' ? text.giveTitle(name) : text.takeTitle(name)} isOpen onClose={onClose} isDismissable={!isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error ?? refusal} />
        <TextField
          label={text.amount}
          {...(hint === null ? {} : { hint })}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          name={fields.amount.name}
          error={errorOf('amount', fields.amount.errors)}
          autoFocus
        />
        <TextField
          label={text.note}
          hint={text.noteHint}
          isOptional
          maxLength={200}
          name={fields.note.name}
          error={errorOf('note', fields.note.errors)}
        />
        <TextField
          label={text.reason}
          hint={text.reasonHint}
          maxLength={200}
          name={fields.reason.name}
          error={errorOf('reason', fields.reason.errors)}
        />
        <Consequences items={[kind === 'give' ? text.atOnce : text.gone]} />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone={kind === 'give' ? 'primary' : 'danger'} type="submit" isPending={isPending}>
            {kind === 'give' ? text.give('') : text.take('')}
          </Button>
        </DialogEnd>
      </form>
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={
          conflict
            ? [
                {
                  label: creditMessages.conflictBalance,
                  theirs: formatAmount(market, conflict.current.balance),
                  yours: formatAmount(market, balance),
                },
                {
                  label: creditMessages.conflictChange,
                  theirs: '–',
                  yours: text.take(formatAmount(market, toDecimal(conflict.change.amount))),
                },
              ]
            : []
        }
        onKeepTheirs={() => {
          onClose();
          void revalidator.revalidate();
        }}
        onKeepYours={() => void keepYours()}
        isPending={isRepeating}
      />
    </Dialog>
  );
}
