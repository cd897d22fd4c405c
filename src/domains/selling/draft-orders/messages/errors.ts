/** Errors of the office's calls about draft orders. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import { plural } from '#lib/plural.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

export const DRAFT_ORDER_ERRORS = {
  NOT_FOUND: { not_found: { status: 404, title: 'We couldn’t find that draft. It may have been deleted with the customer.' } },
  REFUSED: { action_refused: { status: 409, title: '<reason>' } },
  DELIVERY_INVALID: { delivery_invalid: { status: 422, title: '<reason>' } },
} as const satisfies Readonly<Record<string, Errors>>;

/** Why something cannot be done with a draft. */
export const draftRefusals = {
  customerGone: 'We couldn’t find that customer in this market.',
  sent: 'The payment link was sent, so the draft can’t be changed. Take the link back first.',
  placed: 'This draft has become an order.',
  cancelled: 'This draft is cancelled.',
  expired: 'This draft has expired, because nobody changed it for a month. Begin a new one.',
  notSent: 'There is no payment link to take back.',
  notCancelled: 'This draft isn’t cancelled.',
  otherAddition: 'Another draft adds to the same order. Cancel that one first.',
  paying: 'The buyer is paying at this moment. Try again in ten minutes.',
  empty: 'Add a wine first.',
  goesWith: 'These wines go with another order. Change the delivery of that order instead.',
  noAddress: 'Save where the order goes first.',
  placeGone: (place: string) => `Orders can’t be collected at ${place} any more. Change the delivery first.`,
  noCard: 'That card is no longer saved. Send a payment link instead.',
  noAccount: 'Store credit needs an account.',
  cardConfirm: 'The bank wants the buyer to confirm the payment, so nothing was charged. Send a payment link instead.',
  declined: 'The card was declined, so nothing was charged. Send a payment link instead.',
  unreachable: 'The payment gateway didn’t answer. Look at the orders before you try again: the order is there if the card was charged.',
  discountLost: 'The first-order discount doesn’t apply, because this card or address ordered before. Look at the new total.',
  fewer: (wine: string, count: number) => `${wine}: ${plural(count, 'case')} can’t be ordered any more, so only 1 is in the draft`,
} as const;

/** Refusals of the cart and the checkout, as staff read them. Others are shown as buyers read them. */
export const cartRefusals: Readonly<Record<string, string>> = {
  offer_not_eligible: 'That wine isn’t sold to this customer now.',
  offer_needs_login: 'That wine is for customers with an account.',
  sold_out: 'That wine is sold out.',
  purchase_limit: 'There is a limit of <limit> case<plural> of that wine per customer.',
  /** `not_enough_stock` of the checkout, which names the wine. */
  shortOf: 'There isn’t enough <offer> left.',
  line_not_found: 'That wine is no longer in the draft.',
  cart_not_found: 'Add a wine first.',
  coupon_needs_login: 'That coupon is for customers with an account.',
  coupon_not_eligible: 'That coupon isn’t for this customer.',
  total_changed: '<reason>The total has changed to <total>. Tell the customer before you take the payment.',
  charge_changed: 'The credit has changed, so <charge> would be charged to the card. Tell the customer before you take the payment.',
  order_in_progress: draftRefusals.paying,
  card_not_found: draftRefusals.noCard,
  under_age: 'The customer must be of legal age to buy alcohol.',
};
