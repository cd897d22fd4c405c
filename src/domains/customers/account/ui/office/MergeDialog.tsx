/** Merges another account into this one, after a preview of what moves. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { TIER_LABELS, mergeCustomerMessages as text } from '#domains/customers/account/messages/office.ts';
import { mergeTarget } from '#domains/customers/account/model/office-customer-forms.ts';
import type { MergePreview, OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { customerCalls, nameOf, ownerOf } from './customer-calls.ts';

interface DialogProps {
  readonly customer: OfficeCustomer;
  readonly onClose: () => void;
}

/** Lists what moves, in words. */
function movesOf(preview: MergePreview): string[] {
  const counts = (['orders', 'addresses', 'giftCards', 'referrals', 'notes', 'carts'] as const)
    .filter((name) => preview[name] > 0)
    .map((name) => text[name](preview[name]));
  return [
    ...counts,
    ...preview.credit.map(({ market, amount }) => text.credit(formatMoneyIn(market, amount), market)),
    ...preview.loyalty.filter(({ spent }) => spent > 0).map(({ market, spent }) => text.loyalty(formatMoneyIn(market, spent), market)),
    ...preview.loyalty.flatMap(({ market, from, to }) =>
      to === null || to === from ? [] : [text.tier(TIER_LABELS[from], TIER_LABELS[to], market)],
    ),
  ];
}

function ChooseStep({ customer, onClose, onFound }: DialogProps & { readonly onFound: (other: string, preview: MergePreview) => void }) {
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: mergeTarget,
    onSubmit: async (entered) => {
      const preview = await customerCalls.mergeCustomers({ ...ownerOf(customer), with: entered.with, isPreview: true });
      if (!preview.ok) return { title: preview.title, field: preview.code === 'merge_refused' ? 'with' : undefined };
      onFound(entered.with, preview.value);
      return null;
    },
  });
  return (
    <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
      <p>{text.intro}</p>
      <FormError error={error} />
      <TextField label={text.other} name={fields.with.name} error={errorOf('with', fields.with.errors)} autoFocus />
      <DialogEnd>
        <Button onPress={onClose} isDisabled={isPending}>
          {officeMessages.cancel}
        </Button>
        <Button tone="primary" type="submit" isPending={isPending}>
          {text.check}
        </Button>
      </DialogEnd>
    </form>
  );
}

function ConfirmStep(props: DialogProps & { readonly other: string; readonly preview: MergePreview; readonly onBack: () => void }) {
  const { customer, onClose, other, preview, onBack } = props;
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { removed, cards } = preview;
  const moves = movesOf(preview);
  const merge = async (): Promise<void> => {
    setIsPending(true);
    setError(null);
    const merged = await customerCalls.mergeCustomers({ ...ownerOf(customer), with: other, isPreview: false });
    setIsPending(false);
    if (!merged.ok) return setError(merged.title);
    toastDone(text.done);
    onClose();
    await revalidator.revalidate();
  };
  return (
    <>
      <FormError error={error} />
      {moves.length === 0 ? (
        <p>{text.nothing}</p>
      ) : (
        <>
          <p>{text.moves(removed.name === '' ? removed.email : `${removed.name} (${removed.email})`)}</p>
          <ul className="move-list">
            {moves.map((move) => (
              <li key={move}>{move}</li>
            ))}
          </ul>
        </>
      )}
      <Consequences items={text.lost(removed.email, cards)} />
      <DialogEnd>
        <Button onPress={onBack} isDisabled={isPending}>
          {text.change}
        </Button>
        <Button tone="danger" onPress={() => void merge()} isPending={isPending} autoFocus>
          {text.action}
        </Button>
      </DialogEnd>
    </>
  );
}

export function MergeDialog({ customer, onClose }: DialogProps) {
  const [found, setFound] = useState<{ readonly other: string; readonly preview: MergePreview } | null>(null);
  return (
    <Dialog title={text.title(nameOf(customer))} isOpen onClose={onClose} isWide>
      {found === null ? (
        <ChooseStep customer={customer} onClose={onClose} onFound={(other, preview) => setFound({ other, preview })} />
      ) : (
        <ConfirmStep customer={customer} onClose={onClose} {...found} onBack={() => setFound(null)} />
      )}
    </Dialog>
  );
}
