/** Emails a gift card again, to the same or to another address, at once or on a day. */
import { useState } from 'react';
import { sendMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import { recipientFields } from '#domains/selling/gift-cards/model/office-gift-card-forms.ts';
import type { OfficeGiftCard } from '#domains/selling/gift-cards/office-contract.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { formatDay, todayIn } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { CardConflict } from './CardConflict.tsx';
import { giftCardCalls } from './gift-card-calls.ts';
import { useCardAction } from './use-card-action.ts';

export function SendCardDialog({ card, onClose }: { readonly card: OfficeGiftCard; readonly onClose: () => void }) {
  const action = useCardAction(card);
  const { id, market, balance, held, ending, recipientName, recipientEmail, delivery, sendAt } = card.card;
  const chosenDay = delivery === 'scheduled' ? todayIn(market, new Date(sendAt)) : '';
  const [email, setEmail] = useState(recipientEmail);
  const [day, setDay] = useState(chosenDay);
  const isNew = email.trim().toLowerCase() !== recipientEmail.toLowerCase();
  const { form, fields, errorOf } = useOfficeForm({
    schema: recipientFields,
    defaultValue: { recipientName, recipientEmail, sendOn: chosenDay },
    onSubmit: async (chosen) => {
      const done =
        chosen.sendOn === '' ? text.sent(chosen.recipientEmail) : text.scheduled(chosen.recipientEmail, formatDay(market, chosen.sendOn));
      action.run({
        send: (version) => giftCardCalls.sendGiftCard({ id, version, ...chosen }),
        done,
        change: done,
        onDone: onClose,
      });
      return null;
    },
  });
  return (
    <Dialog title={text.title(ending)} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={action.error} />
        <TextField
          label={text.email}
          name={fields.recipientEmail.name}
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
          error={errorOf('recipientEmail', fields.recipientEmail.errors)}
          autoFocus
        />
        <div className="form-row">
          <TextField
            label={text.name}
            name={fields.recipientName.name}
            defaultValue={recipientName}
            isOptional
            maxLength={60}
            error={errorOf('recipientName', fields.recipientName.errors)}
          />
          <DateField
            label={text.day}
            hint={text.dayHint}
            name={fields.sendOn.name}
            value={day}
            onChange={setDay}
            isOptional
            error={errorOf('sendOn', fields.sendOn.errors)}
          />
        </div>
        <Consequences
          items={
            isNew && email.trim() !== ''
              ? [
                  text.newAddress(formatAmount(market, Math.round((balance - held) * 100) / 100)),
                  ...(recipientEmail === '' ? [] : [text.oldAddress]),
                ]
              : [text.sameAddress]
          }
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" icon="mail" isPending={action.isPending}>
            {/^\d{4}-\d\d-\d\d$/.test(day) ? text.onDay(formatDay(market, day)) : text.now}
          </Button>
        </DialogEnd>
      </form>
      <CardConflict card={card} action={action} />
    </Dialog>
  );
}
