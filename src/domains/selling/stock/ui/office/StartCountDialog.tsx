/** Starts a count: of nothing yet, of ticked wines, or of everything that a list shows. */
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { MAX_SHEET_LINES } from '#domains/selling/stock/model/sheet.ts';
import { countFields } from '#domains/selling/stock/model/stock-forms.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { SheetMarket } from './SheetMarket.tsx';
import type { CollectedStock } from './selected-stock.ts';
import { sheetCalls } from './sheet-calls.ts';
import { errorsOf } from './stock-form.ts';

export interface StartCountProps {
  /** Wines that were chosen. */
  readonly count: number;
  /** Collects the ids of the items. */
  readonly collect: (goOn: (ids: number) => boolean) => Promise<CollectedStock>;
  readonly onClose: () => void;
}

export function StartCountDialog({ count, collect, onClose }: StartCountProps) {
  const { markets } = useMe();
  const navigate = useNavigate();
  const [market, setMarket] = useState(markets[0]);
  const [note, setNote] = useState('');
  const [isBlind, setIsBlind] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const parsed = countFields.safeParse({ note, isBlind });

  /** Starts the count. @returns why it could not be started; null if it was */
  const start = async (): Promise<string | null> => {
    if (!parsed.success || market === undefined) return null;
    const collected = await collect((ids) => ids <= MAX_SHEET_LINES * markets.length);
    if (!collected.ok) return collected.title;
    const ids = collected.ids.filter((id) => id.startsWith(`${market}-`));
    if (ids.length > MAX_SHEET_LINES) return text.tooMany(MAX_SHEET_LINES);
    if (ids.length === 0 && collected.ids.length > 0) return text.otherMarket;
    const result = await sheetCalls.startCount({ market, ids, ...parsed.data });
    if (!result.ok) return result.title;
    void navigate(`/stock/counts/${result.value.id}`);
    return null;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsPending(true);
    setError(null);
    setError(await start());
    setIsPending(false);
  };
  return (
    <Dialog title={text.countDialogTitle(count)} isOpen onClose={onClose} isDismissable={!isPending}>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <FormError error={error} />
        <p>{text.countDialogText}</p>
        <SheetMarket value={market ?? null} onChange={setMarket} />
        <TextField
          label={text.countName}
          hint={text.countNameHint}
          isOptional
          value={note}
          onChange={setNote}
          maxLength={120}
          error={errorsOf(parsed)('note')}
        />
        <Checkbox isSelected={isBlind} onChange={setIsBlind}>
          {text.countBlind}
        </Checkbox>
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.startCounting}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
