/** Voids what is left of a gift card. */
import { voidMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import { reasonForm } from '#domains/selling/gift-cards/model/office-gift-card-forms.ts';
import type { OfficeGiftCard } from '#domains/selling/gift-cards/office-contract.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { CardConflict } from './CardConflict.tsx';
import { giftCardCalls } from './gift-card-calls.ts';
import { useCardAction } from './use-card-action.ts';

interface VoidCardDialogProps {
  readonly card: OfficeGiftCard;
  /** Says what was voided, with its undo. */
  readonly done: string;
  readonly onUndo: (card: OfficeGiftCard) => void;
  readonly onClose: () => void;
}

export function VoidCardDialog({ card, done, onUndo, onClose }: VoidCardDialogProps) {
  const action = useCardAction(card);
  const { id, market, balance, held, ending, orderNumber } = card.card;
  const amount = formatAmount(market, Math.round((balance - held) * 100) / 100);
  const { form, fields, errorOf } = useOfficeForm({
    schema: reasonForm,
    onSubmit: async ({ reason }) => {
      action.run({
        send: (version) => giftCardCalls.voidGiftCard({ id, version, reason }),
        done,
        change: text.action(amount),
        onDone: onClose,
        undo: onUndo,
      });
      return null;
    },
  });
  return (
    <Dialog title={text.title(ending)} isOpen onClose={onClose} role="alertdialog" isDismissable={!action.isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={action.error} />
        <Consequences
          items={[
            text.balance(amount),
            ...(held > 0 ? [text.held(formatAmount(market, held))] : []),
            ...(orderNumber === null ? [] : [text.noRefund(orderNumber)]),
            text.noEmail,
            text.undo,
          ]}
        />
        <TextField
          label={text.reason}
          hint={text.reasonHint}
          name={fields.reason.name}
          maxLength={200}
          error={errorOf('reason', fields.reason.errors)}
          autoFocus
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="danger" type="submit" isPending={action.isPending}>
            {text.action(amount)}
          </Button>
        </DialogEnd>
      </form>
      <CardConflict card={card} action={action} />
    </Dialog>
  );
}
