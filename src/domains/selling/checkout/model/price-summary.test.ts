import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCartResponse } from '#domains/selling/cart/model/to-cart-response.ts';
import { termsWithoutFee } from '#domains/selling/shipping/model/collection.ts';
import { anyCart, cartState, giftLine, line } from '#tests/fixtures/carts.ts';
import { promotion } from '#tests/fixtures/promotions.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import { cartInRegion } from './cart-in-region.ts';
import { cartHandedOver, formatMoneyIn, summaryRows, toPriceBreakdown } from './price-summary.ts';

describe('the price summary of a cart: GST is included, and no row is WET [SITE-27, SITE-28]', () => {
  const rowsOf = (overrides: Parameters<typeof cartState>[0]) => {
    const market = overrides?.market ?? 'AU';
    const cart = toCartResponse(cartState(overrides), false);
    return summaryRows(toPriceBreakdown(market, cart), TERMS[market].taxPercent).map(
      ({ kind, label, amount }) => `${kind}: ${label} ${amount}`,
    );
  };
  test.each([
    {
      name: 'one case to where it is known yet',
      input: {},
      rows: ['lines: 1 case $120.00', 'delivery: Delivery $9.90', 'total: Total $129.90', 'tax: Includes 10% GST $11.81'],
    },
    {
      name: 'labels a coupon by its code and a promotion by its name',
      input: {
        region: 'WA',
        coupons: [promotion({ code: 'WELCOME20', actions: [{ kind: 'amount', cents: 20_00 }] })],
        automatic: [promotion({ id: 9, code: null, name: 'Five off', actions: [{ kind: 'amount', cents: 5_00 }] })],
      },
      rows: [
        'lines: 1 case $120.00',
        'discount: Five off −$5.00',
        'discount: WELCOME20 −$20.00',
        'delivery: Delivery $14.90',
        'total: Total $109.90',
        'tax: Includes 10% GST $9.99',
      ],
    },
    {
      name: 'three cases go free',
      input: { lines: [line({ quantity: 3 })] },
      rows: ['lines: 3 cases $360.00', 'delivery: Delivery Free', 'total: Total $360.00', 'tax: Includes 10% GST $32.73'],
    },
    {
      name: 'Singapore has its own tax and charge',
      input: { market: 'SG' as const },
      rows: ['lines: 1 case $120.00', 'delivery: Delivery $5.00', 'total: Total $125.00', 'tax: Includes 9% GST $10.32'],
    },
    {
      name: 'a gift card beside a case contains no tax',
      input: { lines: [line(), giftLine()] },
      rows: ['lines: 2 items $220.00', 'delivery: Delivery $9.90', 'total: Total $229.90', 'tax: Includes 10% GST $11.81'],
    },
    {
      name: 'a gift card',
      input: { lines: [giftLine()] },
      rows: ['lines: 1 gift card $100.00', 'total: Total $100.00'],
    },
  ])('$name', ({ input, rows }) => {
    expect(rowsOf(input)).toEqual(rows);
  });
});

test.each([
  { state: '', charge: 9.9 },
  { state: 'VIC', charge: 9.9 },
  { state: 'QLD', charge: 14.9 },
  { state: 'WA', charge: 14.9 },
])('charges $charge for the delivery of one case to $state [SHIP-2, SHIP-3]', ({ state, charge }) => {
  const before = toCartResponse(cartState({ region: 'QLD' }), false);
  expect(cartInRegion(TERMS.AU, before, state)).toEqual(toCartResponse(cartState({ region: state || null }), false));
  expect(cartInRegion(TERMS.AU, before, state).shippingTotal).toBe(charge);
});

test('prices a cart for another state as the server does', () => {
  const anyState = fc.constantFrom('', 'ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA');
  fc.assert(
    fc.property(
      anyCart.filter(({ lines }) => lines.length > 0),
      anyState,
      (state, region) => {
        const cart = cartInRegion(state.terms, toCartResponse(state, false), region);
        expect(cart).toEqual(toCartResponse({ ...state, region: region || null }, false));
      },
    ),
  );
});

test('prices a cart that is collected as the server does [SHIP-22]', () => {
  const amounts = ({ shippingTotal, cartTotal, taxTotal }: ReturnType<typeof toCartResponse>) => ({ shippingTotal, cartTotal, taxTotal });
  fc.assert(
    fc.property(
      anyCart.filter(({ lines }) => lines.length > 0),
      (state) => {
        const delivered = toCartResponse(state, false);
        const collected = toCartResponse({ ...state, terms: termsWithoutFee(state.terms) }, false);

        const shown = cartHandedOver(state.terms, delivered, state.region ?? '', { now: true, priced: false });

        expect(amounts(shown)).toEqual(amounts(collected));
        expect(shown.shippingTotal).toBe(0);
        expect(cartHandedOver(state.terms, delivered, state.region ?? '', { now: false, priced: false })).toEqual(delivered);
      },
    ),
  );
});

test('formats amounts with the currency sign and the separators of the market', () => {
  expect([formatMoneyIn('AU', 1234.5), formatMoneyIn('SG', 0.05)]).toEqual(['$1,234.50', '$0.05']);
});

describe('the rate in the tax row', () => {
  const taxRow = (total: number, taxTotal: number, current: number, giftTotal = 0): string | undefined =>
    summaryRows(
      {
        market: 'AU',
        baseAmount: total,
        discounts: [],
        shippingTotal: 0,
        total,
        taxTotal,
        lineItems: [
          { quantity: 1, packSize: 6, bottleMl: 750, category: 'Red', extendedSalePrice: total - giftTotal },
          { quantity: 1, packSize: 1, bottleMl: 0, category: 'Gift card', extendedSalePrice: giftTotal },
        ],
      },
      current,
    ).find(({ kind }) => kind === 'tax')?.label;

  test.each([
    { name: 'is today’s for an order of today', total: 129.9, taxTotal: 11.81, current: 10, label: 'Includes 10% GST' },
    {
      name: 'is that of the order’s day if the rate has changed since',
      total: 129.9,
      taxTotal: 11.81,
      current: 12,
      label: 'Includes 10% GST',
    },
    { name: 'may have a decimal', total: 129.9, taxTotal: 14.43, current: 10, label: 'Includes 12.5% GST' },
    { name: 'leaves gift cards out', total: 229.9, taxTotal: 11.81, giftTotal: 100, current: 12, label: 'Includes 10% GST' },
    { name: 'is today’s where no rate explains the amounts', total: 129.9, taxTotal: 1.23, current: 10, label: 'Includes 10% GST' },
  ])('$name', ({ total, taxTotal, current, giftTotal, label }) => {
    expect(taxRow(total, taxTotal, current, giftTotal)).toBe(label);
  });
});
