/** Sets the stock of one wine by what was found on the shelf. */
import { type FormEvent, useState } from 'react';
import { itemMessages as text } from '#domains/selling/stock/messages/office.ts';
import { availableOf, changeLevel } from '#domains/selling/stock/model/stock.ts';
import { countedFields } from '#domains/selling/stock/model/stock-forms.ts';
import type { StockItem } from '#domains/selling/stock/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { CaseField } from './CaseField.tsx';
import { StockConflict } from './StockConflict.tsx';
import { stockCalls } from './stock-calls.ts';
import { errorsOf, toCount } from './stock-form.ts';
import { stockName } from './stock-name.ts';
import { useStockAction } from './use-stock-action.ts';

/** Lists what a count does. */
function consequencesOf(item: StockItem, difference: number): string[] {
  if (difference === 0) return [text.same];
  const after = changeLevel(item, difference);
  const missing = after.oversold - item.oversold;
  return [text.difference(difference), text.effect(item.available, availableOf(after)), ...(missing > 0 ? [text.missing(missing)] : [])];
}

export function CountDialog({ item, onClose }: { readonly item: StockItem; readonly onClose: () => void }) {
  const [count, setCount] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const action = useStockAction(item, onClose);
  const parsed = countedFields.safeParse({ counted: toCount(count), note });
  const errorOf = errorsOf(parsed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (!parsed.success) return;
    const fields = parsed.data;
    action.run({
      send: ({ id, version, shelf }) => stockCalls.setStock({ id, version, shelf, ...fields }),
      done: text.countDone,
    });
  };
  return (
    <Dialog title={text.countTitle(stockName(item))} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" onSubmit={submit} noValidate>
        <FormError error={action.error} />
        <p>{text.countText(item.shelf, item.toSend)}</p>
        <CaseField
          label={text.counted}
          hint={text.countedHint}
          value={count}
          onChange={setCount}
          error={isTried || count.trim() !== '' ? errorOf('counted') : null}
          autoFocus
        />
        <TextField
          label={text.note}
          hint={text.noteHint}
          isOptional
          value={note}
          onChange={setNote}
          maxLength={500}
          error={errorOf('note')}
        />
        <div aria-live="polite">{parsed.success && <Consequences items={consequencesOf(item, parsed.data.counted - item.shelf)} />}</div>
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={action.isPending}>
            {parsed.success ? text.countAction(parsed.data.counted) : text.setCount}
          </Button>
        </DialogEnd>
      </form>
      <StockConflict item={item} action={action} change={parsed.success ? text.countAction(parsed.data.counted) : ''} />
    </Dialog>
  );
}
