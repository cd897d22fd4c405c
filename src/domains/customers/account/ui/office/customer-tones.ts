/** Colours of tiers and memberships. */
import type { Tier } from '#domains/customers/identity/model/tiers.ts';
import type { MembershipStatus } from '#domains/selling/clubs/model/membership.ts';
import type { Tone } from '#ui/office/Badge.tsx';

export const TIER_TONES: Readonly<Record<Tier, Tone>> = {
  NEW: 'plain',
  GREEN: 'good',
  SILVER: 'plain',
  GOLD: 'wait',
  BLACK: 'info',
  FOUNDERS: 'info',
};

export const MEMBERSHIP_TONES: Readonly<Record<MembershipStatus, Tone>> = {
  pending: 'wait',
  active: 'good',
  paused: 'wait',
  cancelled: 'plain',
};
