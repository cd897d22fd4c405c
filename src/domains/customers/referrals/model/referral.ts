/** The rules that decide which referred orders count. The credit is that of the code. */

/** Facts about a paid order that used a referral code. */
export interface ReferredOrder {
  readonly referrerExists: boolean;
  /** True if the friend is the referrer: same account, or a variant of the email address. */
  readonly isReferrer: boolean;
  /** True if the friend ordered before: by account, by mailbox, or with the same card to the same address. */
  readonly hadOrdered: boolean;
  /** True if the order goes to an address of the referrer or of a credited order. */
  readonly isKnownAddress: boolean;
  /** True if the card belongs to the referrer or paid for a credited order. */
  readonly isKnownCard: boolean;
  /** True if a credit for this mailbox exists. */
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
  // Stored for older orders only, from before credit could be held for review.
  'same_address',
  'same_card',
] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

/** Reasons to hold credit: the one thing shared with the referrer or with an earlier friend. */
export type ReviewReason = 'same_address' | 'same_card';

export interface Judgement {
  readonly state: Exclude<ReferralState, 'reversed' | 'declined' | ReviewReason>;
  readonly reviewReason: ReviewReason | null;
}

/** Decides if the referrer is credited. The first reason counts. Staff review a shared address or card alone. */
export function judge(order: ReferredOrder): Judgement {
  const because = (state: Judgement['state'], reviewReason: ReviewReason | null = null): Judgement => ({ state, reviewReason });
  if (!order.referrerExists) return because('no_referrer');
  if (order.isReferrer) return because('yourself');
  if (order.isKnownMailbox) return because('counted_before');
  if (order.hadOrdered) return because('not_first');
  if (order.isKnownAddress && order.isKnownCard) return because('same_card_and_address');
  if (order.isKnownAddress) return because('held', 'same_address');
  if (order.isKnownCard) return because('held', 'same_card');
  return because('credited');
}
