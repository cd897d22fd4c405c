/** Colours of states: what is on, what waits for somebody, what went wrong. */
import type { MemberProblem } from '#domains/selling/clubs/model/member-list.ts';
import type { DeliveryState, MembershipStatus } from '#domains/selling/clubs/model/membership.ts';
import type { Tone } from '#ui/office/Badge.tsx';

export const STATUS_TONES: Readonly<Record<MembershipStatus, Tone>> = {
  pending: 'info',
  active: 'good',
  paused: 'wait',
  cancelled: 'plain',
};

export const PROBLEM_TONES: Readonly<Record<MemberProblem, Tone>> = { declined: 'bad', sold_out: 'wait', no_card: 'bad' };

export const DELIVERY_TONES: Readonly<Record<DeliveryState, Tone>> = {
  due: 'info',
  paid: 'good',
  skipped: 'plain',
  missed: 'wait',
  unpaid: 'bad',
};
