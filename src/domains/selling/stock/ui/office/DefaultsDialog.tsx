/** Sets the low-stock default of a market. */
import { type FormEvent, useEffect, useState } from 'react';
import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { caseCount } from '#domains/selling/stock/model/stock-forms.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { Segmented } from '#ui/office/Segmented.tsx';
import { CaseField } from './CaseField.tsx';
import { stockCalls } from './stock-calls.ts';
import { toCount } from './stock-form.ts';

interface Default {
  readonly market: string;
  readonly threshold: number;
  readonly version: number;
}

export function DefaultsDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { markets } = useMe();
  const [market, setMarket] = useState(markets[0]);
  const [saved, setSaved] = useState<readonly Default[] | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const shown = saved?.find((each) => each.market === market);
  const value = typed ?? (shown ? String(shown.threshold) : '');
  const parsed = caseCount.safeParse(toCount(value));
  const fieldError = shown === undefined || parsed.success ? null : (parsed.error.issues[0]?.message ?? null);

  const load = async (): Promise<void> => {
    const result = await stockCalls.stockDefaults({});
    if (result.ok) setSaved(result.value.rows);
    else setError(result.title);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens
  useEffect(() => void load(), []);

  const save = async (): Promise<void> => {
    if (!parsed.success || !shown || market === undefined) return;
    setIsPending(true);
    setError(null);
    const result = await stockCalls.setDefaultThreshold({ market, threshold: parsed.data, version: shown.version });
    setIsPending(false);
    if (!result.ok) {
      setError(result.title);
      // What was typed stays. The version is that of now, so that a second press saves it over the other change.
      if (result.code === 'changed_meanwhile') await load();
      return;
    }
    toastDone(text.defaultSaved(result.value.threshold));
    onDone();
    onClose();
  };
  return (
    <Dialog title={text.defaultThreshold} isOpen onClose={onClose} isDismissable={!isPending}>
      <form
        className="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={error} />
        {markets.length > 1 && (
          <Segmented
            label={text.columns.market}
            options={markets.map((each) => ({ value: each, label: each }))}
            value={market ?? null}
            onChange={(next) => {
              setMarket(next);
              setTyped(null);
            }}
          />
        )}
        <CaseField label={text.threshold} hint={text.defaultHint} value={value} onChange={setTyped} error={fieldError} autoFocus />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending} isDisabled={shown === undefined}>
            {text.saveDefault}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
