import { describe, expect, test } from 'vitest';
import { isFor, nextChange, type PageViewer } from './publication.ts';
import { pageRecord } from './record.ts';

const page = (more: object) => pageRecord.parse({ record: 'page', id: 'a', template: 'content', path: '/a', title: 'A', ...more });
const guest: PageViewer = { market: 'AU', siteKind: 'wine', tier: null, isStaff: false };
const NOON = Date.parse('2026-12-01T12:00:00Z');

describe('visibility of pages', () => {
  test.each([
    { name: 'everyone', more: {}, visitor: guest, expected: true },
    { name: 'nobody: a draft', more: { state: 'draft' }, visitor: guest, expected: false },
    { name: 'nobody before publication', more: { publishAt: '2026-12-01T12:00:00.001Z' }, visitor: guest, expected: false },
    { name: 'everyone from its instant', more: { publishAt: '2026-12-01T12:00:00Z' }, visitor: guest, expected: true },
    { name: 'nobody after its end', more: { endAt: '2026-12-01T12:00:00Z' }, visitor: guest, expected: false },
    { name: 'not the other market', more: { markets: ['SG'] }, visitor: guest, expected: false },
    { name: 'not the other shop', more: { shops: ['spirits'] }, visitor: guest, expected: false },
    { name: 'not a guest, for gold', more: { tiersEligible: ['GOLD'] }, visitor: guest, expected: false },
    { name: 'gold, for gold', more: { tiersEligible: ['GOLD'] }, visitor: { ...guest, tier: 'GOLD' }, expected: true },
    {
      name: 'not black, for gold: tiers match by name',
      more: { tiersEligible: ['GOLD'] },
      visitor: { ...guest, tier: 'BLACK' },
      expected: false,
    },
    { name: 'staff', more: { tiersEligible: ['GOLD'] }, visitor: { ...guest, tier: 'FOUNDERS', isStaff: true }, expected: true },
  ])('$name', ({ more, visitor, expected }) => {
    expect(isFor(page(more), visitor, NOON)).toBe(expected);
  });
});

test('returns the earliest future change of pages that are not drafts', () => {
  const pages = [
    page({ publishAt: '2026-12-01T11:00:00Z', endAt: '2026-12-03T00:00:00Z' }),
    page({ publishAt: '2026-12-02T00:00:00Z' }),
    page({ state: 'draft', publishAt: '2026-12-01T13:00:00Z' }),
  ];
  expect(nextChange(pages, NOON)).toBe(Date.parse('2026-12-02T00:00:00Z'));
  expect(nextChange([], NOON)).toBe(Number.POSITIVE_INFINITY);
});
