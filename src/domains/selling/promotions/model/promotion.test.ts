import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { couponKey, UNRESTRICTED } from './promotion.ts';
import { type PromotionRecordInput, promotionRecord, toPromotion } from './promotion-record.ts';

const record: PromotionRecordInput = {
  record: 'promotion',
  id: 7,
  name: 'Fifty off',
  code: 'BIG',
  actions: [{ kind: 'amount', amount: 50 }],
};

const { minimumCents: _, ...unrestricted } = UNRESTRICTED;

describe('promotion record', () => {
  test('defaults to no restriction by shopper, market, time or scope', () => {
    expect(promotionRecord.parse(record)).toEqual({
      ...record,
      couponType: 'promotion',
      ...unrestricted,
      minimum: 0,
    });
  });

  test.each([
    { name: 'no action', fault: { actions: [] } },
    { name: 'an amount of nothing', fault: { actions: [{ kind: 'amount', amount: 0 }] } },
    { name: 'a part of a cent', fault: { actions: [{ kind: 'amount', amount: 1.005 }] } },
    { name: 'more than a hundred percent', fault: { actions: [{ kind: 'percentage', percent: 100.01 }] } },
    { name: 'a negative percentage', fault: { actions: [{ kind: 'percentage', percent: -5 }] } },
    { name: 'an unknown action', fault: { actions: [{ kind: 'buy_one_get_one' }] } },
    { name: 'an id that is no integer', fault: { id: 'seven' } },
    { name: 'id 0', fault: { id: 0 } },
    { name: 'an empty code', fault: { code: '  ' } },
    { name: 'no market', fault: { markets: [] } },
    { name: 'a market that does not exist', fault: { markets: ['NZ'] } },
    { name: 'a day in place of an instant', fault: { endsAt: '2026-06-01' } },
    { name: 'a negative minimum', fault: { minimum: -1 } },
    { name: 'a NUL in its name', fault: { name: 'Fifty\0off' } },
    { name: 'half a character in its code', fault: { code: 'BIG\ud83c' } },
  ])('rejects $name', ({ fault }) => {
    expect(promotionRecord.safeParse({ ...record, ...fault }).success).toBe(false);
  });
});

describe('toPromotion [PROMO-4] [PROMO-5]', () => {
  test('converts decimals to cents and keeps percentages and other fields', () => {
    const parsed = promotionRecord.parse({
      ...record,
      minimum: 300,
      actions: [{ kind: 'amount', amount: 19.99 }, { kind: 'percentage', percent: 12.5 }, { kind: 'free_shipping' }],
    });
    expect(toPromotion(parsed)).toEqual({
      id: 7,
      name: 'Fifty off',
      code: 'BIG',
      couponType: 'promotion',
      ...UNRESTRICTED,
      minimumCents: 300_00,
      actions: [{ kind: 'amount', cents: 19_99 }, { kind: 'percentage', percent: 12.5 }, { kind: 'free_shipping' }],
    });
  });

  test('converts every amount of whole cents exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_00 }), (cents) => {
        const parsed = promotionRecord.parse({ ...record, minimum: cents / 100, actions: [{ kind: 'amount', amount: cents / 100 }] });
        expect(toPromotion(parsed)).toMatchObject({ minimumCents: cents, actions: [{ kind: 'amount', cents }] });
      }),
    );
  });
});

test.each([
  ['welcome20', 'WELCOME20'],
  ['  Welcome20\t', 'WELCOME20'],
  ['WELCOME20', 'WELCOME20'],
])('couponKey trims and upper-cases %j', (typed, key) => {
  expect(couponKey(typed)).toBe(key);
});
