/** Referral: what it brings in each market, whose code is whose, and what is no referral (SPEC.md §5, §9; DECISIONS.md "Carts and orders"). */
import type { Market } from '#markets/market.ts';

/** What friend and referrer get, dollars (SPEC.md §9). */
export const REFERRAL_CREDIT: Readonly<Record<Market, number>> = { AU: 25, SG: 35 };

/** What is known of a paid order that came with a referral code. */
export interface ReferredOrder {
  readonly referrerExists: boolean;
  /** The friend is the referrer: by account, or by a variant of the e-mail. */
  readonly isReferrer: boolean;
  /** The friend had ordered before: by account, by mailbox, or with the same card to the same address. */
  readonly hadOrdered: boolean;
  /** The order goes to where the referrer lives, or a credited one has gone. */
  readonly isKnownAddress: boolean;
  /** The card is one of the referrer's, or a credited order was paid with it. */
  readonly isKnownCard: boolean;
  /** Somebody was credited for this mailbox already. */
  readonly isKnownMailbox: boolean;
}

export const REFERRAL_STATES = [
  'credited',
  'reversed',
  'held',
  'declined',
  'no_referrer',
  'yourself',
  'not_first',
  'same_card_and_address',
  'counted_before',
  // Of orders that were judged before credit could be held.
  'same_address',
  'same_card',
] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

/** Why credit is held: the one thing that the order shares with the referrer or with an earlier friend. */
export type HeldReason = 'same_address' | 'same_card';

export interface Judgement {
  readonly state: Exclude<ReferralState, 'reversed' | 'declined' | HeldReason>;
  readonly heldReason: HeldReason | null;
}

/** Whether the referrer is credited, and why not. The first reason counts. One shared address or card alone is for staff to decide. */
export function judge(order: ReferredOrder): Judgement {
  const because = (state: Judgement['state'], heldReason: HeldReason | null = null): Judgement => ({ state, heldReason });
  if (!order.referrerExists) return because('no_referrer');
  if (order.isReferrer) return because('yourself');
  if (order.isKnownMailbox) return because('counted_before');
  if (order.hadOrdered) return because('not_first');
  if (order.isKnownAddress && order.isKnownCard) return because('same_card_and_address');
  if (order.isKnownAddress) return because('held', 'same_address');
  if (order.isKnownCard) return because('held', 'same_card');
  return because('credited');
}
