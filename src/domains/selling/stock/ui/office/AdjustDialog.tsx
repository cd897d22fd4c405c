/** Adds or takes cases, with a reason and what it does before it is done. */
import { type FormEvent, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { REASON_LABELS, itemMessages as text } from '#domains/selling/stock/messages/office.ts';
import { availableOf, changeLevel, REASONS_OF } from '#domains/selling/stock/model/stock.ts';
import { adjustFields } from '#domains/selling/stock/model/stock-forms.ts';
import type { StockItem } from '#domains/selling/stock/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { Segmented } from '#ui/office/Segmented.tsx';
import { CaseField } from './CaseField.tsx';
import { StockConflict } from './StockConflict.tsx';
import { stockCalls } from './stock-calls.ts';
import { errorsOf, toCount } from './stock-form.ts';
import { stockName } from './stock-name.ts';
import { useStockAction } from './use-stock-action.ts';

const DIRECTIONS = [
  { value: 'went', label: text.went },
  { value: 'came', label: text.came },
] as const;
type Direction = (typeof DIRECTIONS)[number]['value'];

/** Lists what an adjustment does. */
function consequencesOf(item: StockItem, quantity: number): string[] {
  const after = changeLevel(item, quantity);
  const missing = after.oversold - item.oversold;
  return [text.effect(item.available, availableOf(after)), ...(missing > 0 ? [text.missing(missing)] : [])];
}

export function AdjustDialog({ item, onClose }: { readonly item: StockItem; readonly onClose: () => void }) {
  const [direction, setDirection] = useState<Direction>('went');
  const [count, setCount] = useState('1');
  const [reason, setReason] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const action = useStockAction(item, onClose);
  const typed = toCount(count);
  const parsed = adjustFields.safeParse({ quantity: direction === 'went' ? -typed : typed, reason, note });
  const errorOf = errorsOf(parsed);
  const quantity = Number.isSafeInteger(typed) && typed > 0 ? (direction === 'went' ? -typed : typed) : 0;
  const countError = typed <= 0 ? text.positive : errorOf('quantity');

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (!parsed.success || typed < 0) return;
    const fields = parsed.data;
    action.run({
      send: ({ id, version }) => stockCalls.adjustStock({ id, version, ...fields }),
      done: text.adjusted(fields.quantity),
    });
  };
  return (
    <Dialog title={text.adjustTitle(stockName(item))} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" onSubmit={submit} noValidate>
        <FormError error={action.error} />
        <div className="form-row">
          <div className="entry">
            <span className="entry-label">{text.direction}</span>
            <Segmented
              label={text.direction}
              options={DIRECTIONS}
              value={direction}
              onChange={(next) => {
                setDirection(next);
                if (!REASONS_OF[next].some((each) => each === reason)) setReason(null);
              }}
            />
          </div>
          <CaseField
            label={text.quantity}
            value={count}
            onChange={setCount}
            error={isTried || (count.trim() !== '' && quantity === 0) ? countError : null}
            autoFocus
          />
        </div>
        <RadioGroup
          className="entry"
          value={reason}
          onChange={setReason}
          isInvalid={isTried && errorOf('reason') !== null}
          aria-label={text.reason}
        >
          <span className="entry-label">{text.reason}</span>
          <div className="chips">
            {REASONS_OF[direction].map((each) => (
              <Radio key={each} value={each} className="chip-radio">
                {REASON_LABELS[each]}
              </Radio>
            ))}
          </div>
          {isTried && errorOf('reason') !== null && (
            <p className="entry-error" role="alert">
              {errorOf('reason')}
            </p>
          )}
        </RadioGroup>
        <TextField
          label={text.note}
          hint={text.noteHint}
          isOptional
          value={note}
          onChange={setNote}
          maxLength={500}
          error={errorOf('note')}
        />
        <div aria-live="polite">{quantity !== 0 && <Consequences items={consequencesOf(item, quantity)} />}</div>
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={action.isPending}>
            {quantity === 0 ? text.adjust : text.adjustAction(quantity)}
          </Button>
        </DialogEnd>
      </form>
      <StockConflict item={item} action={action} change={text.adjustAction(quantity)} />
    </Dialog>
  );
}
