import { expect, test } from 'vitest';
import { regionPlace } from './region-place.ts';

test.each([
  { of: 'a region with its state', country: 'Australia', region: 'Barossa Valley, South Australia', left: 63, top: 73 },
  { of: 'a state of its own', country: 'Australia', region: 'Tasmania', left: 81, top: 95 },
  { of: 'the west', country: 'Australia', region: 'Margaret River, Western Australia', left: 7, top: 71 },
])('finds $of on the map', ({ country, region, left, top }) => {
  const position = regionPlace({ country, region });
  expect(position?.name).toBe(region.split(',')[0]);
  expect([Math.round(position?.left ?? 0), Math.round(position?.top ?? 0)]).toEqual([left, top]);
});

test.each([
  { of: 'a region that nobody knows', country: 'Australia', region: 'Nowhere' },
  { of: 'none', country: 'Australia', region: '' },
  { of: 'a namesake elsewhere', country: 'South Africa', region: 'Tasmania' },
])('returns null for $of', ({ country, region }) => expect(regionPlace({ country, region })).toBeNull());
