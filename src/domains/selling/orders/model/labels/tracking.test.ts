import { expect, test } from 'vitest';
import { isFinalStage, outcomeOfParcels, TRACKING_STAGES, type TrackingStage } from './tracking.ts';

test.each<{ stages: readonly (TrackingStage | null)[]; outcome: string | null }>([
  { stages: ['delivered'], outcome: 'delivered' },
  { stages: ['delivered', 'delivered'], outcome: 'delivered' },
  { stages: ['delivered', null], outcome: null },
  { stages: ['delivered', 'returned'], outcome: null },
  { stages: ['returned', 'returned'], outcome: 'returned' },
  { stages: ['refused'], outcome: 'refused' },
  { stages: ['moving'], outcome: null },
  { stages: [null], outcome: null },
  { stages: [], outcome: null },
])('$stages is $outcome', ({ stages, outcome }) => {
  expect(outcomeOfParcels(stages)).toBe(outcome);
});

test('three stages can end a delivery', () => {
  expect(TRACKING_STAGES.filter(isFinalStage)).toEqual(['delivered', 'refused', 'returned']);
});
