import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MARKETS, type Market } from '#markets/market.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import { casesThatCount, type ShippingRequest, shippingOf as shippingByTable } from './fees.ts';

type Request = ShippingRequest & { readonly market: Market };
const shippingOf = ({ market, ...request }: Request) => shippingByTable(request, TERMS[market].shipping);

const au: Request = { market: 'AU', region: null, cases: 0, orderCents: 0, isGiftCardOnly: false, grantedFree: false };
const sg: Request = { ...au, market: 'SG' };
const BY_CASES = 'Free because you ordered 3 or more cases.';
const BY_VALUE = 'Free because your order is over $200!';

describe('the shipping fee', () => {
  test.each([
    { region: 'QLD', cents: 1490 },
    { region: 'WA', cents: 1490 },
    { region: 'NSW', cents: 990 },
    { region: 'VIC', cents: 990 },
    { region: 'SA', cents: 990 },
    { region: 'TAS', cents: 990 },
    { region: 'ACT', cents: 990 },
    { region: 'NT', cents: 990 },
    { region: null, cents: 990 },
    { region: '', cents: 990 },
    { region: 'constructor', cents: 990 },
  ])('is $cents cents for region $region in AU [SHIP-1, SHIP-2, SHIP-3]', ({ region, cents }) => {
    expect(shippingOf({ ...au, region, cases: 1 })).toEqual({ cents, isFree: false, message: 'add 2 more cases' });
  });

  test.each([{ region: null }, { region: 'QLD' }])('is 500 cents for region $region in SG [SHIP-1, SHIP-4]', ({ region }) => {
    expect(shippingOf({ ...sg, region, cases: 1 })).toEqual({ cents: 500, isFree: false, message: '' });
  });
});

describe('free delivery', () => {
  test.each([
    { name: 'AU, one case', request: { ...au, cases: 1 }, shipping: { cents: 990, isFree: false, message: 'add 2 more cases' } },
    { name: 'AU, two cases', request: { ...au, cases: 2 }, shipping: { cents: 990, isFree: false, message: 'add 1 more case' } },
    { name: 'AU, three cases', request: { ...au, cases: 3 }, shipping: { cents: 0, isFree: true, message: BY_CASES } },
    { name: 'AU, forty cases to WA', request: { ...au, region: 'WA', cases: 40 }, shipping: { cents: 0, isFree: true, message: BY_CASES } },
    {
      name: 'AU, value does not count',
      request: { ...au, cases: 2, orderCents: 5_000_00 },
      shipping: { cents: 990, isFree: false, message: 'add 1 more case' },
    },
    { name: 'SG, a cent short', request: { ...sg, cases: 1, orderCents: 199_99 }, shipping: { cents: 500, isFree: false, message: '' } },
    {
      name: 'SG, exactly 200.00',
      request: { ...sg, cases: 1, orderCents: 200_00 },
      shipping: { cents: 0, isFree: true, message: BY_VALUE },
    },
    {
      name: 'SG, cases do not count',
      request: { ...sg, cases: 9, orderCents: 100_00 },
      shipping: { cents: 500, isFree: false, message: '' },
    },
    { name: 'AU, granted', request: { ...au, cases: 1, grantedFree: true }, shipping: { cents: 0, isFree: true, message: '' } },
    { name: 'SG, granted', request: { ...sg, cases: 1, grantedFree: true }, shipping: { cents: 0, isFree: true, message: '' } },
    {
      name: 'AU, granted and earned: the reason is what the shopper did',
      request: { ...au, cases: 3, grantedFree: true },
      shipping: { cents: 0, isFree: true, message: BY_CASES },
    },
  ])('$name [SHIP-6, SHIP-8, SHIP-9, SHIP-10, SHIP-11, SHIP-12, SHIP-13]', ({ request, shipping }) => {
    expect(shippingOf(request)).toEqual(shipping);
  });

  test.each(MARKETS)('charges nothing and shows no message for a cart of gift cards only in %s [SHIP-5]', (market) => {
    for (const grantedFree of [false, true]) {
      expect(shippingOf({ ...au, market, isGiftCardOnly: true, orderCents: 500_00, grantedFree })).toEqual({
        cents: 0,
        isFree: false,
        message: '',
      });
    }
  });
});

test('shows no message for a cart without cases [SHIP-13]', () => {
  expect(shippingOf(au).message).toBe('');
});

test('charges nothing if delivery is free, and one of the fees otherwise [SHIP-10]', () => {
  const request = fc.record({
    market: fc.constantFrom(...MARKETS),
    region: fc.constantFrom(null, 'QLD', 'WA', 'NSW', 'XX', 'toString', '__proto__'),
    cases: fc.nat({ max: 50 }),
    orderCents: fc.nat({ max: 1_000_000 }),
    isGiftCardOnly: fc.boolean(),
    grantedFree: fc.boolean(),
  });
  fc.assert(
    fc.property(request, (input) => {
      const { cents, isFree } = shippingOf(input);
      if (isFree || input.isGiftCardOnly) expect(cents).toBe(0);
      else expect(input.market === 'SG' ? [500] : [990, 1490]).toContain(cents);
    }),
  );
});

describe('cases that count towards free delivery', () => {
  const lines = [
    { quantity: 2, packSize: 12, isGift: false },
    { quantity: 1, packSize: 1, isGift: false },
    { quantity: 4, packSize: 1, isGift: true },
  ];
  test.each([
    { singleBottlesCount: true, cases: 3, cents: 0 },
    { singleBottlesCount: false, cases: 2, cents: 9_90 },
  ])(
    'follow the setting of the market: singleBottlesCount $singleBottlesCount [SHIP-6, SHIP-7]',
    ({ singleBottlesCount, cases, cents }) => {
      const table = { ...TERMS.AU.shipping, singleBottlesCount };
      const counted = casesThatCount(lines, table);

      expect(counted).toBe(cases);
      const request = {
        region: 'VIC',
        cases: counted,
        orderCents: 100_00,
        isGiftCardOnly: false,
        grantedFree: false,
      } as const;
      expect(shippingByTable(request, table).cents).toBe(cents);
    },
  );

  test('include single bottles in every market by default [SHIP-7]', () => {
    for (const { shipping } of Object.values(TERMS)) expect(shipping.singleBottlesCount).toBe(true);
  });
});
