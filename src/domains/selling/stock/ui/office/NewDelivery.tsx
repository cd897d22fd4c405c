/** Begins a delivery: market, supplier and delivery note, of which all but the market can wait. */
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { sheetListMessages, sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { todayIn } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { DeliveryFields, type DeliveryValues, parseDelivery } from './DeliveryHead.tsx';
import { SheetMarket } from './SheetMarket.tsx';
import { sheetCalls } from './sheet-calls.ts';
import { errorsOf } from './stock-form.ts';

export function NewDeliveryDialog({ onClose }: { readonly onClose: () => void }) {
  const { markets } = useMe();
  const navigate = useNavigate();
  const [market, setMarket] = useState(markets[0]);
  const [values, setValues] = useState<DeliveryValues>({
    supplier: '',
    reference: '',
    day: market === undefined ? '' : todayIn(market, new Date()),
    note: '',
  });
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const parsed = parseDelivery(values);

  const submit = async (): Promise<void> => {
    if (!parsed.success || market === undefined) return;
    setIsPending(true);
    const result = await sheetCalls.createDelivery({ market, ...parsed.data });
    setIsPending(false);
    if (result.ok) void navigate(`/stock/deliveries/${result.value.id}`);
    else setError(result.title);
  };
  return (
    <Dialog title={text.createTitle} isOpen onClose={onClose} isDismissable={!isPending}>
      <form
        className="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormError error={error} />
        <p>{text.createText}</p>
        <SheetMarket value={market ?? null} onChange={setMarket} />
        <DeliveryFields values={values} onChange={setValues} errorOf={errorsOf(parsed)} />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.create}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

/** The button that begins a delivery. */
export function NewDelivery() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button tone="primary" icon="plus" onPress={() => setIsOpen(true)}>
        {sheetListMessages.newDelivery}
      </Button>
      {isOpen && <NewDeliveryDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
