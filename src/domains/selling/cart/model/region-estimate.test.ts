import { describe, expect, test } from 'vitest';
import { TERMS } from '#tests/fixtures/terms.ts';
import type { Cart } from '../contract.ts';
import { hit } from '../ui/testing/fake-shop.ts';
import { lineOfHit } from './optimistic-cart.ts';
import { deliveredTo } from './region-estimate.ts';
import { toCartResponse } from './to-cart-response.ts';

const cartOf = (cases: number, region: string | null = null): Cart => {
  const line = { ...lineOfHit(hit(1, { packPrice: 100 })), id: 'line', quantity: cases, addedByPromotion: false };
  const state = {
    id: 'cart',
    market: 'AU',
    terms: TERMS.AU,
    version: 1,
    customerId: 0,
    email: null,
    region,
    coupons: [],
    automatic: [],
  } as const;
  return toCartResponse({ ...state, lines: [line] }, true);
};

describe('delivery fee of the estimated region', () => {
  test.each([
    ['QLD', 14.9],
    ['WA', 14.9],
    ['VIC', 9.9],
    ['', 9.9],
    ['toString', 9.9],
  ])('is that of %s [SHIP-2] [SHIP-3]', (region, fee) => {
    const cart = deliveredTo(cartOf(1), 'AU', TERMS.AU, region);
    expect(cart).toMatchObject({ shippingTotal: fee, cartTotal: 100 + fee });
    expect(cart?.taxTotal).toBe(Math.round(((100 + fee) * 100) / 11) / 100);
  });

  test('keeps the region that the server has set', () => {
    expect(deliveredTo(cartOf(1, 'VIC'), 'AU', TERMS.AU, 'WA')).toMatchObject({ region: 'VIC', shippingTotal: 9.9 });
  });

  test('keeps free delivery free, the single fee in SG, and an empty cart', () => {
    expect(deliveredTo(cartOf(3), 'AU', TERMS.AU, 'WA')).toMatchObject({ isFreeShipping: true, shippingTotal: 0, region: 'WA' });
    expect(deliveredTo(cartOf(1), 'SG', TERMS.SG, 'WA')).toMatchObject({ region: null });
    expect(deliveredTo(null, 'AU', TERMS.AU, 'WA')).toBeNull();
  });
});
