/** Colours of the states of clubs. */
import type { ClubRecord } from '#domains/selling/clubs/model/record.ts';
import type { Tone } from '#ui/office/Badge.tsx';

export const CLUB_STATE_TONES: Readonly<Record<ClubRecord['state'], Tone>> = {
  draft: 'plain',
  open: 'good',
  full: 'wait',
  closed: 'plain',
};
