/** Whom a gift card is for, as its buyer chooses with the cart's line. */
import { z } from 'zod';
import { isPersonName, NAME_RULE } from '#domains/customers/identity/model/person-name.ts';
import { emptyOrEmailField } from '#lib/email-field.ts';
import { storableText } from '#lib/is-storable-text.ts';

export const giftDetails = z.object({
  recipientName: storableText(60).default(''),
  recipientEmail: emptyOrEmailField.default(''),
  senderName: storableText(60).default(''),
  message: storableText(500).default(''),
  /** ISO day in the market; empty is at once. */
  sendOn: z.union([z.literal(''), z.iso.date()]).default(''),
});

/** The same as somebody enters them: the card's mail repeats both names to a third person, so neither may carry a link. */
export const enteredGiftDetails = giftDetails.extend({
  recipientName: giftDetails.shape.recipientName.refine(isPersonName, NAME_RULE),
  senderName: giftDetails.shape.senderName.refine(isPersonName, NAME_RULE),
});
export type GiftDetails = z.output<typeof giftDetails>;

/** What a cart shows of them to whoever holds its id: nobody's address, and no letter. */
export const giftTag = giftDetails.pick({ recipientName: true, sendOn: true });
export type GiftTag = z.output<typeof giftTag>;

/** Whether cards are for one person, so that they are one line of a cart; without an e-mail they are for their buyer. */
export const isForSame = (a: GiftDetails | undefined, b: GiftDetails | undefined): boolean =>
  (a?.recipientEmail ?? '').toLowerCase() === (b?.recipientEmail ?? '').toLowerCase();
