import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offer } from '#tests/fixtures/offers.ts';
import {
  applyWineChange,
  changedFields,
  changedPrice,
  mergeWine,
  ROUNDINGS,
  type Rounding,
  restoreFields,
  wineChange,
  wineProblem,
} from './wine-change.ts';

const roundings = Object.keys(ROUNDINGS).filter((name): name is Rounding => Object.hasOwn(ROUNDINGS, name));

describe('a changed price', () => {
  test.each([
    [10_000, { by: 'percent', percent: 5, rounding: 'cent' }, 10_500],
    [9_999, { by: 'percent', percent: -10, rounding: 'cent' }, 8_999],
    [12_345, { by: 'percent', percent: 2.5, rounding: 'ten_cents' }, 12_650],
    [12_345, { by: 'amount', amount: -1.5, rounding: 'dollar' }, 12_200],
    [12_345, { by: 'percent', percent: 0, rounding: 'ends_99' }, 12_299],
    [12_360, { by: 'percent', percent: 0, rounding: 'ends_99' }, 12_399],
    [12_345, { by: 'set', amount: 99.9 }, 9_990],
  ] as const)('of %i cents by %o is %i', (cents, change, expected) => {
    expect(changedPrice(cents, change)).toBe(expected);
  });

  test('is a whole number of steps and never further than half a step away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: -5_000, max: 20_000 }),
        fc.constantFrom(...roundings),
        (cents, basisPoints, rounding) => {
          const percent = basisPoints / 100;
          const made = changedPrice(cents, { by: 'percent', percent, rounding });
          const exact = (cents * (100 + percent)) / 100;
          const step = ROUNDINGS[rounding];
          expect(Math.abs((made + (rounding === 'ends_99' ? 1 : 0)) % step)).toBe(0);
          expect(Math.abs(made - exact)).toBeLessThanOrEqual(step / 2 + 1e-6);
        },
      ),
    );
  });
});

describe('a change of a wine', () => {
  const wine = offer({ tags: ['Organic'] });

  test('changes the price of one market and keeps its recommended price with evidence', () => {
    const changed = applyWineChange(wine, 'AU', wineChange.parse({ price: { by: 'percent', percent: 10, rounding: 'dollar' } }));

    expect(changed).toMatchObject({
      ok: true,
      record: { prices: { AU: { packPrice: 264, packRRP: 300, rrpSource: 'Price list' }, SG: { packPrice: 288.5 } } },
    });
  });

  test('adds a tag once, whatever its case, and removes others', () => {
    const changed = applyWineChange(wine, 'AU', { addTags: ['ORGANIC', 'Vegan'], removeTags: ['organic'] });

    expect(changed).toMatchObject({ ok: true, record: { tags: ['ORGANIC', 'Vegan'] } });
  });

  test.each([
    ['a price below a cent', { price: { by: 'amount', amount: -240, rounding: 'cent' } }],
    ['an end before the start', { startsAt: '2026-12-02T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' }],
    ['more tags than a wine can have', { addTags: Array.from({ length: 20 }, (_, index) => `tag ${index}`) }],
  ] as const)('is refused with %s', (_name, change) => {
    expect(applyWineChange(wine, 'AU', wineChange.parse(change)).ok).toBe(false);
  });

  test('is refused for a price in a market where the wine is not sold', () => {
    const { SG: _, ...prices } = wine.prices;

    expect(applyWineChange({ ...wine, prices }, 'SG', { price: { by: 'set', amount: 10 } }).ok).toBe(false);
  });

  test('cannot make a wine replace itself', () => {
    expect(wineProblem({ ...wine, nextOfferId: wine.offerId })?.path).toBe('nextOfferId');
  });
});

describe('the difference between two versions of a wine', () => {
  const opened = offer();

  test('names the changed fields, prices by market', () => {
    const after = { ...opened, quote: 'Dark', prices: { ...opened.prices, SG: { packPrice: 300, packRRP: null } } };

    expect(changedFields(opened, after)).toEqual({
      before: { quote: '', 'prices.SG': opened.prices.SG },
      after: { quote: 'Dark', 'prices.SG': { packPrice: 300, packRRP: null } },
    });
    expect(changedFields(opened, opened)).toEqual({ before: {}, after: {} });
  });

  test('merges a person’s fields into a wine that others changed since', () => {
    const yours = { ...opened, quote: 'Mine', prices: { ...opened.prices, AU: { packPrice: 199, packRRP: null } } };
    const theirs = {
      ...opened,
      region: 'Eden Valley',
      quote: 'Theirs',
      prices: { ...opened.prices, SG: { packPrice: 310, packRRP: null } },
    };

    expect(mergeWine(opened, yours, theirs)).toMatchObject({
      region: 'Eden Valley',
      quote: 'Mine',
      prices: { AU: { packPrice: 199 }, SG: { packPrice: 310 } },
    });
  });
});

describe('a change that is taken back', () => {
  const before = offer({ quote: 'First' });
  const after = { ...before, quote: 'Second', nextOfferId: 'next', prices: { ...before.prices, AU: { packPrice: 199, packRRP: null } } };
  const made = changedFields(before, after);

  test('leaves the wine as it was, also what was not stated', () => {
    expect(restoreFields(after, made.before, made.after)).toEqual({ ok: true, record: before });
    expect(restoreFields(before, made.after, made.before)).toEqual({ ok: true, record: after });
  });

  test('leaves what others changed since', () => {
    const restored = restoreFields({ ...after, region: 'Eden Valley' }, made.before, made.after);

    expect(restored).toEqual({ ok: true, record: { ...before, region: 'Eden Valley' } });
  });

  test('is recognised whatever the order in which its values were stored', () => {
    const stored = { ...made.after, 'prices.AU': { packRRP: null, packPrice: 199 } };

    expect(restoreFields(after, made.before, stored).ok).toBe(true);
  });

  test.each([
    ['a field that was changed again', { ...after, quote: 'Third' }, made.before, made.after],
    ['a price that was changed again', { ...after, prices: before.prices }, made.before, made.after],
    ['nothing', after, {}, {}],
    ['its id', after, { offerId: 'other' }, { offerId: after.offerId }],
    ['its stock', after, { productId: 1 }, { productId: after.productId }],
    ['a value that the record does not take', after, { quote: 7 }, { quote: 'Second' }],
    ['a name that is none of its fields', after, { toString: 'x' }, { toString: null }],
  ] as const)('is refused for %s', (_name, record, from, to) => {
    expect(restoreFields(record, from, to).ok).toBe(false);
  });
});
