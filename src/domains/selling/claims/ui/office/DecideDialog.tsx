/** Decides a claim, with what it will do before it is done. */
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { OUTCOME_LABELS, officeClaimMessages as text } from '#domains/selling/claims/messages/office.ts';
import { CLAIM_OUTCOMES, type ClaimOutcome, MAX_CLAIM_ANSWER } from '#domains/selling/claims/model/claim.ts';
import type { OfficeClaim } from '#domains/selling/claims/office-contract.ts';
import { LineQuantities, requestedOf, sumOf } from '#domains/selling/orders/ui/office/LineQuantities.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { parseAmount } from '#lib/parse-amount.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { claimCalls } from './claim-calls.ts';

interface DecideDialogProps {
  readonly claim: OfficeClaim;
  readonly onClose: () => void;
}

/** Lists what a decision will do. */
function consequencesOf({ email }: OfficeClaim, outcome: ClaimOutcome, amount: string, cases: number): string[] {
  const { consequences } = text;
  return [
    ...(outcome === 'refund' ? [consequences.refund(amount), consequences.stock] : []),
    ...(outcome === 'credit' ? [consequences.credit(amount)] : []),
    ...(outcome === 'replace' ? [consequences.replace(cases), consequences.value] : []),
    ...(outcome === 'decline' ? [consequences.decline] : []),
    ...(email === '' ? [] : [consequences.email(email)]),
  ];
}

export function DecideDialog({ claim, onClose }: DecideDialogProps) {
  const { id, number, market, left, hasAccount, lines } = claim;
  const may = useMay();
  const revalidator = useRevalidator();
  const [outcome, setOutcome] = useState<ClaimOutcome>('refund');
  const [amount, setAmount] = useState('');
  const [cases, setCases] = useState<ReadonlyMap<number, number>>(new Map());
  const [answer, setAnswer] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  /** The version that the person saw when the dialog opened. */
  const version = useRef(claim.version);
  const outcomes = CLAIM_OUTCOMES.filter((each) => each !== 'credit' || (hasAccount && may('credit.write')));
  const cents = amount.trim() === '' ? 0 : parseAmount(amount);
  const isMoney = outcome === 'refund' || outcome === 'credit';
  const sendable = lines.filter((line) => line.sendable > 0);
  const isReady = isMoney ? cents !== null && cents > 0 : outcome === 'replace' ? sumOf(cases) > 0 : answer.trim() !== '';
  const formatted = formatMoneyIn(market, (cents ?? 0) / 100);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || cents === null) return;
    setIsPending(true);
    setError(null);
    const requested = outcome === 'replace' ? requestedOf(cases).map(({ position, quantity }) => ({ position, cases: quantity })) : [];
    const input = { id, version: version.current, outcome, amountCents: isMoney ? cents : 0, cases: requested, answer };
    const decided = await claimCalls.decideClaim(input);
    setIsPending(false);
    if (decided.ok) {
      onClose();
      toastDone(decided.value.refund === 'intended' ? text.refundIntended(formatted) : text.done[outcome](formatted));
    } else if (decided.code === 'changed_meanwhile') {
      onClose();
      toastFailed(`${decided.title} ${text.conflict}`);
    } else {
      setError(decided.title);
      if (decided.code !== 'action_refused') return;
      // A refund that the gateway refused was recorded. The claim waits again, as a later version.
      const current = await claimCalls.claim({ id });
      if (current.ok) version.current = current.value.version;
    }
    await revalidator.revalidate();
  };
  return (
    <Dialog title={text.decideTitle(number)} isOpen onClose={onClose} isDismissable={!isPending}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <FormError error={error} />
        <ChoiceField
          label={text.outcome}
          value={outcome}
          options={outcomes.map((value) => ({ value, label: OUTCOME_LABELS[value] }))}
          onChange={(value) => setOutcome(CLAIM_OUTCOMES.find((each) => each === value) ?? 'refund')}
        />
        {isMoney && (
          <TextField
            label={text.amount}
            hint={text.amountHint(formatMoneyIn(market, left))}
            prefix="$"
            inputMode="decimal"
            value={amount}
            onChange={setAmount}
            error={cents === null ? text.amountInvalid : null}
          />
        )}
        {outcome === 'replace' &&
          (sendable.length === 0 ? (
            <p className="text-muted">{text.nothingSent}</p>
          ) : (
            <fieldset className="stack">
              <legend className="entry-label">{text.cases}</legend>
              <LineQuantities
                lines={sendable.map(({ position, name, available, sendable: max }) => ({
                  position,
                  name: text.inStock(name, available),
                  max,
                }))}
                quantities={cases}
                onChange={setCases}
                label={text.casesOf}
                of={text.ofSent}
              />
            </fieldset>
          ))}
        <TextField
          label={text.answer}
          hint={text.answerHint}
          isOptional={outcome !== 'decline'}
          value={answer}
          onChange={setAnswer}
          maxLength={MAX_CLAIM_ANSWER}
          rows={3}
        />
        {isReady && <Consequences items={consequencesOf(claim, outcome, formatted, sumOf(cases))} />}
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone={isMoney ? 'danger' : 'primary'} type="submit" isPending={isPending} isDisabled={!isReady}>
            {text.submit[outcome]}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
