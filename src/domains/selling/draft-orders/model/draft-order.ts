/** Draft orders: their states and limits. */

/** `sent`: the buyer has a payment link. `expired`: nobody changed it for a month, and its cart is gone. */
export const DRAFT_STATES = ['open', 'sent', 'expired', 'placed', 'cancelled'] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

/** Days without a change after which a draft expires, as a guest's cart does. */
export const DRAFT_DAYS = 30;

/** Days for which a payment link works. */
export const LINK_DAYS = 3;

/** Tag of orders that were taken by phone. */
export const PHONE_TAG = 'phone';

export const DRAFT_SORTS = ['changed', '-changed'] as const;
export type DraftSort = (typeof DRAFT_SORTS)[number];
