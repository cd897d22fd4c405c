/** Recipient, message and date of a gift card, which the buyer enters with the cart line. */
import { z } from 'zod';
import { isPersonName, NAME_RULE } from '#domains/customers/identity/model/person-name.ts';
import { emptyOrEmailField } from '#lib/email-field.ts';
import { storableText } from '#lib/is-storable-text.ts';

/** Validity in years, the minimum under Australian law. */
export const VALID_YEARS = 3;

export const giftDetails = z.object({
  recipientName: storableText(60).default(''),
  recipientEmail: emptyOrEmailField.default(''),
  senderName: storableText(60).default(''),
  message: storableText(500).default(''),
  /** ISO day in the market. Empty sends it at once. */
  sendOn: z.union([z.literal(''), z.iso.date()]).default(''),
});

/** Schema of entered details. The card's e-mail shows both names to a third person, so neither may contain a link. */
export const enteredGiftDetails = giftDetails.extend({
  recipientName: giftDetails.shape.recipientName.refine(isPersonName, NAME_RULE),
  senderName: giftDetails.shape.senderName.refine(isPersonName, NAME_RULE),
});
export type GiftDetails = z.output<typeof giftDetails>;

/** Returns the details that a cart may show to anyone with its id: no e-mail address and no message. */
export const giftTag = giftDetails.pick({ recipientName: true, sendOn: true });
export type GiftTag = z.output<typeof giftTag>;

/** Time of day and offset at which cards with a date are sent. One offset suits both markets. */
const SENT_AT = '00:00:00+08:00';

/** Returns when the e-mail of a card is due. Null is at once. */
export const giftDueAt = ({ sendOn }: Pick<GiftDetails, 'sendOn'>): Date | null =>
  sendOn === '' ? null : new Date(`${sendOn}T${SENT_AT}`);

/** Returns true if two cards share a cart line: they have the same recipient. Cards without an e-mail address are for the buyer. */
export const isForSame = (a: GiftDetails | undefined, b: GiftDetails | undefined): boolean =>
  (a?.recipientEmail ?? '').toLowerCase() === (b?.recipientEmail ?? '').toLowerCase();
