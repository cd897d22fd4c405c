/** The dialogs of a draft: payment link, saved card, cancellation. */
import { type FormEvent, useState } from 'react';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { draftMessages as text } from '#domains/selling/draft-orders/messages/office.ts';
import type { DraftOrder } from '#domains/selling/draft-orders/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { draftCalls } from './draft-calls.ts';
import { useDraftAction } from './use-draft-action.ts';

export interface DraftDialogProps {
  readonly draft: DraftOrder;
  readonly onClose: () => void;
}

export function SendLinkDialog({ draft, onClose }: DraftDialogProps) {
  const action = useDraftAction(draft);
  return (
    <Dialog title={text.sendTitle} isOpen onClose={onClose} role="alertdialog" isDismissable={!action.isPending}>
      <FormError error={action.error} />
      <Consequences items={[text.sendText(draft.email, formatMoneyIn(draft.market, draft.totals.charge)), text.sentHint]} />
      <DialogEnd>
        <Button onPress={onClose} isDisabled={action.isPending}>
          {officeMessages.cancel}
        </Button>
        <Button
          tone="primary"
          icon="mail"
          isPending={action.isPending}
          onPress={() =>
            action.run({
              send: draftCalls.sendDraftLink,
              done: text.sent,
              onDone: onClose,
            })
          }
        >
          {draft.state === 'sent' ? text.sendAgain : text.send}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}

export function ChargeCardDialog({ draft, onClose }: DraftDialogProps) {
  const { cards, totals, market, isGiftCardOnly } = draft;
  const action = useDraftAction(draft);
  const [cardId, setCardId] = useState(cards[0]?.id ?? '');
  const [dateOfBirth, setDateOfBirth] = useState('');
  const amount = formatMoneyIn(market, totals.charge);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    action.run({
      send: (seen) => draftCalls.payDraftByCard({ ...seen, cardId, dateOfBirth, expectedTotal: totals.total }),
      done: text.charged,
      onDone: onClose,
    });
  };
  return (
    <Dialog title={text.chargeTitle(amount)} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" noValidate onSubmit={submit}>
        <FormError error={action.error} />
        <ChoiceField
          label={text.card}
          value={cardId}
          options={cards.map(({ id, brand, last4 }) => ({ value: id, label: text.cardName(brand, last4) }))}
          onChange={setCardId}
        />
        {!isGiftCardOnly && (
          <TextField label={text.birth} hint={text.birthHint} type="date" value={dateOfBirth} onChange={setDateOfBirth} />
        )}
        <Consequences items={[text.consent, text.receipt(draft.email)]} />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" icon="wallet" isPending={action.isPending}>
            {text.chargeNow(amount)}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

export function CancelDraftDialog({ draft, onClose }: DraftDialogProps) {
  const action = useDraftAction(draft);
  return (
    <Dialog title={text.cancelTitle} isOpen onClose={onClose} role="alertdialog" isDismissable={!action.isPending}>
      <FormError error={action.error} />
      <Consequences items={[text.cancelText]} />
      <DialogEnd>
        <Button onPress={onClose} isDisabled={action.isPending}>
          {text.keep}
        </Button>
        <Button
          tone="danger"
          isPending={action.isPending}
          onPress={() =>
            action.run({
              send: draftCalls.cancelDraft,
              done: text.cancelled,
              onDone: onClose,
              undo: draftCalls.restoreDraft,
            })
          }
        >
          {text.cancel}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
