import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { defaultProgramme } from '#domains/settings/model/groups/loyalty.ts';
import { runs } from '#tests/stress/run-count.ts';
import { computeLoyaltyStatus, countsUntil, type LedgerEntry, retainedTier, type TierChange } from './loyalty-status.ts';
import { toConfig } from './programme.ts';
import { couponValuesOf } from './programme-values.ts';

const AU = toConfig('AU', defaultProgramme('AU'));
const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T10:00:00Z');
const spend = (orderId: string, dollars: number, at = NOW - DAY): LedgerEntry => ({
  kind: 'spend',
  source: `order:${orderId}`,
  orderId,
  cents: Math.round(dollars * 100),
  at,
});
const refund = (orderId: string, dollars: number, at = NOW - 1, part = 1): LedgerEntry => ({
  kind: 'refund',
  source: `refund:${orderId}:${part}`,
  orderId,
  cents: Math.round(dollars * 100),
  at,
});
const grant = (tier: (typeof TIERS)[number], at = NOW - 2 * DAY): LedgerEntry => ({
  kind: 'grant',
  source: `grant:${tier}:${at}`,
  tier,
  at,
});

const tierOf = (...entries: LedgerEntry[]) => computeLoyaltyStatus(entries, AU, NOW).tier;

describe('tiers', () => {
  test.each<[string, string, LedgerEntry[]]>([
    ['nothing bought', 'GREEN', []],
    ['a cent below Silver', 'GREEN', [spend('a', 999.99)]],
    ['exactly Silver', 'SILVER', [spend('a', 1_000)]],
    ['a cent below Gold', 'SILVER', [spend('a', 4_000), spend('b', 999.99)]],
    ['exactly Gold', 'GOLD', [spend('a', 4_000), spend('b', 1_000)]],
    ['exactly Black', 'BLACK', [spend('a', 20_000)]],
    ['more than Black does not make a founder', 'BLACK', [spend('a', 500_000)]],
    ['the same order twice counts once', 'GREEN', [spend('a', 400), spend('a', 400)]],
    ['a refund takes back', 'GREEN', [spend('a', 1_000), refund('a', 0.01)]],
    ['a refund takes no more than its order gave', 'SILVER', [spend('a', 1_000), spend('b', 50), refund('b', 80)]],
    ['the same refund twice counts once', 'SILVER', [spend('a', 1_100), refund('a', 100), refund('a', 100)]],
    ['two refunds of an order add up', 'GREEN', [spend('a', 1_100), refund('a', 60), refund('a', 60, NOW - 1, 2)]],
    ['a refund of an order that is not known yet', 'GREEN', [refund('a', 60)]],
    ['the last moment of the window', 'SILVER', [spend('a', 1_000, Date.parse('2025-11-21T10:00:00.001Z'))]],
    ['the first moment after it', 'GREEN', [spend('a', 1_000, Date.parse('2025-11-21T10:00:00.000Z'))]],
    ['what is granted stays without spending', 'GOLD', [grant('GOLD')]],
    ['spending lifts above what is granted', 'BLACK', [grant('GOLD'), spend('a', 20_000)]],
    ['the last grant counts', 'SILVER', [grant('GOLD', NOW - 9), grant('SILVER', NOW - 5)]],
    ['a founder stays one', 'FOUNDERS', [grant('FOUNDERS'), spend('a', 10)]],
    ['new before the first order', 'NEW', [grant('NEW')]],
    ['not new after it', 'GREEN', [grant('NEW'), spend('a', 10)]],
  ])('%s: %s [LOY-10]', (_, tier, entries) => expect(tierOf(...entries)).toBe(tier));

  test('reports what is missing for the next tier and when the counted spending decreases', () => {
    expect(computeLoyaltyStatus([spend('a', 450, Date.parse('2026-02-01T00:00:00Z'))], AU, NOW)).toEqual({
      tier: 'GREEN',
      spentCents: 45_000,
      next: { tier: 'SILVER', missingCents: 55_000 },
      lessAt: Date.parse('2027-02-01T00:00:00Z'),
    });
    expect(computeLoyaltyStatus([grant('FOUNDERS')], AU, NOW)).toMatchObject({ next: null, lessAt: null });
  });

  test.each([
    ['2024-02-29T12:00:00Z', '2025-02-28T12:00:00.000Z'],
    ['2025-11-30T00:00:00Z', '2026-11-30T00:00:00.000Z'],
  ])('spending of %s counts until %s', (at, until) => {
    expect(new Date(countsUntil(Date.parse(at), 12)).toISOString()).toBe(until);
  });
});

describe('a tier that was reached', () => {
  /** The programme was changed ten days ago: Gold needs 6,000, and spending counts for six months. */
  const CHANGED = NOW - 10 * DAY;
  const raised = {
    ...AU,
    windowMonths: 6,
    tiers: AU.tiers.map((each) => (each.tier === 'GOLD' ? { ...each, name: 'Vintage', spend: 6_000 } : each)),
  };
  const programmeAt = (at: number) => (at < CHANGED ? AU : raised);
  const to = (from: TierChange['from'], tier: TierChange['to'], days: number): TierChange => ({ from, to: tier, at: NOW - days * DAY });
  const rose = to('GREEN', 'GOLD', 40);

  test.each<{ name: string; tier: string; entries: LedgerEntry[]; changes: TierChange[]; current?: TierChange['to'] }>([
    { name: 'stays when its threshold rises', tier: 'GOLD', entries: [spend('a', 5_500, NOW - 40 * DAY)], changes: [rose] },
    {
      name: 'stays when spending counts for less time',
      tier: 'GOLD',
      entries: [spend('a', 7_000, NOW - 200 * DAY)],
      changes: [to('GREEN', 'GOLD', 200)],
    },
    {
      name: 'is not given to those who did not reach it',
      tier: 'GREEN',
      entries: [spend('a', 5_500, NOW - 200 * DAY)],
      changes: [],
      current: 'GREEN',
    },
    {
      name: 'ends when its orders stop counting',
      tier: 'GREEN',
      entries: [spend('a', 5_500, NOW - 400 * DAY)],
      changes: [to('GREEN', 'GOLD', 400)],
    },
    {
      name: 'ends with a refund, and the one below stays',
      tier: 'SILVER',
      entries: [spend('a', 5_500, NOW - 200 * DAY), refund('a', 4_000)],
      changes: [to('GREEN', 'SILVER', 300), to('SILVER', 'GOLD', 200)],
    },
    {
      name: 'stays after a fall to it from a higher one',
      tier: 'SILVER',
      entries: [spend('a', 1_500, NOW - 200 * DAY)],
      changes: [to('GREEN', 'GOLD', 200), to('GOLD', 'SILVER', 5)],
      current: 'SILVER',
    },
    {
      name: 'does not come back when staff took it away',
      tier: 'SILVER',
      entries: [spend('a', 5_500, NOW - 200 * DAY)],
      changes: [to('GREEN', 'GOLD', 200)],
      current: 'SILVER',
    },
    {
      name: 'needs the new spending when it is reached again',
      tier: 'GREEN',
      entries: [spend('a', 5_500, NOW - 200 * DAY)],
      changes: [to('GREEN', 'GOLD', 200), to('GOLD', 'GREEN', 8), to('GREEN', 'GOLD', 5)],
    },
  ])('$name [LOY-10]', ({ tier, entries, changes, current = 'GOLD' }) => {
    const kept = retainedTier(entries, { current, changes, programmeAt, now: NOW });

    expect(computeLoyaltyStatus(entries, raised, NOW, kept).tier).toBe(tier);
  });
});

const history = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constant('spend' as const),
      order: fc.integer({ min: 0, max: 9 }),
      cents: fc.integer({ min: 1, max: 900_000 }),
      days: fc.integer({ min: 1, max: 700 }),
    }),
    fc.record({
      what: fc.constant('refund' as const),
      order: fc.integer({ min: 0, max: 9 }),
      cents: fc.integer({ min: 1, max: 900_000 }),
      days: fc.integer({ min: 1, max: 700 }),
    }),
    fc.record({
      what: fc.constant('grant' as const),
      order: fc.integer({ min: 0, max: TIERS.length - 1 }),
      cents: fc.constant(0),
      days: fc.integer({ min: 1, max: 700 }),
    }),
  ),
  { maxLength: 30 },
);

/** Creates entries as the shop records them: an order is placed once, its refunds have numbers. */
function entriesOf(steps: readonly { what: 'spend' | 'refund' | 'grant'; order: number; cents: number; days: number }[]): LedgerEntry[] {
  const placed = new Set<number>();
  return steps.flatMap(({ what, order, cents, days }, index): LedgerEntry[] => {
    const at = NOW - days * DAY;
    if (what === 'grant') return [grant(TIERS[order] ?? 'GREEN', at - index)];
    if (what === 'refund') return [refund(String(order), cents / 100, at, index)];
    if (placed.has(order)) return [];
    placed.add(order);
    return [spend(String(order), cents / 100, at)];
  });
}

test('computes the same balance in any order and with duplicate entries', () => {
  fc.assert(
    fc.property(history, fc.infiniteStream(fc.integer({ min: 0, max: 1_000 })), (steps, random) => {
      const entries = entriesOf(steps);
      // Reference calculation: the remainder of each order, updated entry by entry.
      const orders = new Map<string, { spent: number; back: number; at: number }>();
      for (const entry of entries) {
        if (entry.kind === 'grant') continue;
        const order = orders.get(entry.orderId) ?? { spent: 0, back: 0, at: Number.NaN };
        orders.set(
          entry.orderId,
          entry.kind === 'spend' ? { ...order, spent: entry.cents, at: entry.at } : { ...order, back: order.back + entry.cents },
        );
      }
      const byHand = [...orders.values()]
        .filter(({ at }) => NOW < countsUntil(at, 12))
        .reduce((sum, { spent, back }) => sum + Math.max(0, spent - back), 0);
      const shuffled = [...entries, ...entries.slice(0, 5)]
        .map((entry) => ({ entry, place: random.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ entry }) => entry);
      const replayed = computeLoyaltyStatus(shuffled, AU, NOW);
      expect(replayed.spentCents).toBe(byHand);
      expect(replayed).toEqual(computeLoyaltyStatus(entries, AU, NOW));
    }),
    { numRuns: runs(2_000) },
  );
});

test.each([
  ['GOLD', { birthday: 40, anniversary: 20 }],
  ['gold', { birthday: 40, anniversary: 20 }],
  ['GREEN', { birthday: 10, anniversary: 0 }],
  ['PLATINUM', { birthday: 0, anniversary: 0 }],
  [null, { birthday: 0, anniversary: 0 }],
])('returns the coupon values of %s, 0 by default [LOY-22]', (tier, values) => {
  expect(couponValuesOf(AU, tier)).toEqual(values);
  expect(couponValuesOf(null, tier)).toEqual({ birthday: 0, anniversary: 0 });
});
