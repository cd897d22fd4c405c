/** Colours of the states of gift cards and their emails. */
import type { GiftCardDelivery, GiftCardState } from '#domains/selling/gift-cards/model/gift-card-list.ts';
import type { Tone } from '#ui/office/Badge.tsx';

export const STATE_TONES: Readonly<Record<GiftCardState, Tone>> = { active: 'good', used: 'plain', void: 'plain', expired: 'plain' };

export const DELIVERY_TONES: Readonly<Record<GiftCardDelivery, Tone>> = {
  sent: 'good',
  waiting: 'info',
  scheduled: 'info',
  failed: 'bad',
  none: 'plain',
};
