/** Asks the carrier for labels of one order, with the prices of its services. */
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { labelMessages as text } from '#domains/selling/orders/messages/labels.ts';
import { MAX_PARCELS } from '#domains/selling/orders/model/labels/label.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import type { Market } from '#markets/market.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { SelectField } from '#ui/office/form/SelectField.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { labelCalls } from './label-calls.ts';
import { type LabelQuotes, useQuotes } from './use-quotes.ts';

interface QuoteFieldsProps {
  readonly quotes: LabelQuotes | null;
  readonly chosen: string;
  readonly market: Market;
  readonly onChoose: (service: string) => void;
}

/** The services of the carrier to choose from. A carrier that sells nothing has none. */
function QuoteFields({ quotes, chosen, market, onChoose }: QuoteFieldsProps) {
  if (quotes === null)
    return (
      <p className="text-muted small" role="status">
        {text.asking}
      </p>
    );
  if (!quotes.hasPrices) return null;
  if (quotes.services.length === 0)
    return (
      <p className="notice notice-wait small" role="status">
        {text.noPrices(quotes.reason)}
      </p>
    );
  return (
    <SelectField
      label={text.service(quotes.carrier)}
      hint={text.serviceHint(quotes.services.find(({ id }) => id === chosen)?.estimate ?? '')}
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
      options={quotes.services.map(({ id, name, price }) => ({
        value: id,
        label: `${formatMoneyIn(market, price)} · ${name}`,
      }))}
    />
  );
}

export function BuyLabelsDialog({ order, onClose }: { readonly order: OfficeOrder; readonly onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [value, setValue] = useState(String(Math.max(1, order.parcels)));
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const { id, number } = order.order;
  const typed = /^\s*\d{1,3}\s*$/.test(value) ? Number(value) : 0;
  const parcels = typed >= 1 && typed <= MAX_PARCELS ? typed : null;
  const quotes = useQuotes(id, parcels);
  const [wanted, setWanted] = useState<string | null>(null);
  // The cheapest is first.
  const chosen = quotes?.services.find((service) => service.id === wanted) ?? quotes?.services[0] ?? null;

  const buy = async (): Promise<void> => {
    if (parcels === null) return;
    setIsPending(true);
    const asked = await labelCalls.buyLabels({
      orders: [{ id, parcels, seen: order.labels.map((label) => label.id), service: chosen?.id ?? '' }],
    });
    setIsPending(false);
    await revalidate();
    if (!asked.ok) return setError(asked.title);
    const [result] = asked.value.results;
    if (result && !result.isDone) return setError(result.reason);
    toastDone(text.asked(parcels));
    onClose();
  };
  return (
    <Dialog title={text.buyTitle(number)} isOpen onClose={onClose} isDismissable={!isPending}>
      <form
        className="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void buy();
        }}
      >
        <FormError error={error} />
        <TextField
          label={text.parcels}
          hint={text.parcelsHint}
          value={value}
          onChange={setValue}
          error={parcels === null ? text.parcelsError(MAX_PARCELS) : null}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          autoFocus
        />
        {parcels !== null && <QuoteFields quotes={quotes} chosen={chosen?.id ?? ''} market={order.order.market} onChoose={setWanted} />}
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending} isDisabled={parcels === null}>
            {parcels === null ? text.buy : text.buyMany(parcels)}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
