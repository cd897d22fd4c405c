/** Adds the next vintage of a wine, ends the old one on a day, and sends its visitors to the new page. */
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { nextVintageMessages as text } from '#domains/catalogue/messages/office.ts';
import { wineFieldProblems } from '#domains/catalogue/messages/office-fields.ts';
import { followingYear, isLaterVintage, proposeOfferId, proposeSku } from '#domains/catalogue/model/next-vintage.ts';
import { offerRecord } from '#domains/catalogue/model/record.ts';
import type { OfficeWine } from '#domains/catalogue/office-contract.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { endOfDay, startOfDay } from './sale-days.ts';
import { wineCalls } from './wine-calls.ts';

export interface NextVintageDialogProps {
  readonly wine: OfficeWine;
  readonly name: string;
  readonly onClose: () => void;
}

export function NextVintageDialog({ wine, name, onClose }: NextVintageDialogProps) {
  const navigate = useNavigate();
  const { record } = wine;
  const market = wine.markets[0]?.market ?? DEFAULT_MARKET;
  const [vintage, setVintage] = useState(followingYear(record.vintage) ?? '');
  // What was typed wins over what follows from the year.
  const [typedSku, setTypedSku] = useState<string | null>(null);
  const [typedId, setTypedId] = useState<string | null>(null);
  const [startsOn, setStartsOn] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const [redirects, setRedirects] = useState(true);
  const [keepsPictures, setKeepsPictures] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isLater = isLaterVintage(vintage, record.vintage);
  const sku = typedSku ?? (isLater ? proposeSku(record.sku, record.vintage, vintage) : record.sku);
  const newId = typedId ?? proposeOfferId({ ...record, vintage });
  const isIdValid = offerRecord.shape.offerId.safeParse(newId).success;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setHasTried(true);
    if (!isLater || !isIdValid || sku.trim() === '') return;
    setIsPending(true);
    setError(null);
    const created = await wineCalls.createNextVintage({
      id: wine.id,
      version: wine.version,
      vintage,
      newId,
      sku,
      startsAt: startOfDay(market, startsOn),
      oldEndsAt: endOfDay(market, endsOn),
      redirects,
      keepsPictures,
    });
    setIsPending(false);
    if (!created.ok) return setError(created.title);
    toastDone(text.created(vintage));
    void navigate(`/wines/${created.value.id}`);
    onClose();
  };
  return (
    <Dialog title={text.title(name)} isOpen onClose={onClose} isDismissable={!isPending}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <FormError error={error} />
        <div className="form-row">
          <TextField
            label={text.vintage}
            inputMode="numeric"
            value={vintage}
            onChange={setVintage}
            error={hasTried && !isLater ? text.vintageInvalid : null}
            autoFocus
          />
          <TextField
            label={text.sku}
            value={sku}
            onChange={setTypedSku}
            error={hasTried && sku.trim() === '' ? wineFieldProblems.missing : null}
          />
        </div>
        <TextField
          label={text.id}
          hint={text.idHint}
          value={newId}
          onChange={setTypedId}
          error={hasTried && !isIdValid ? wineFieldProblems.formats.offerId : null}
        />
        <div className="form-row">
          <DateField label={text.startsOn} hint={text.startsHint} isOptional value={startsOn} onChange={setStartsOn} />
          <DateField label={text.endsOn} hint={text.endsHint} isOptional value={endsOn} onChange={setEndsOn} />
        </div>
        <Checkbox isSelected={redirects} onChange={setRedirects}>
          {text.redirects}
        </Checkbox>
        {(record.pictures?.length ?? 0) > 0 && (
          <Checkbox isSelected={keepsPictures} onChange={setKeepsPictures}>
            {text.pictures}
          </Checkbox>
        )}
        <Consequences items={text.consequences} />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.create(vintage)}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
