/** A shop with a few telling offers and coupons, and what tests of carts say all the time. */
import { type Cart, cartContract } from '../../src/cart/contract.ts';
import type { PromotionRecordInput } from '../../src/coupons/promotion-record.ts';
import type { Client, Result } from '../../src/platform/client.ts';
import { createTestShop, type TestOffer, type TestShop } from './shop.ts';

const OFFERS: readonly TestOffer[] = [
  { offerId: 'plenty', productId: 1, level: 500 },
  {
    offerId: 'dear',
    productId: 2,
    prices: { AU: { packPrice: 180.5, packRRP: 240, rrpSource: 'Price list', rrpDate: '2026-01-01' }, SG: { packPrice: 210 } },
  },
  { offerId: 'one-each', productId: 3, orderQuantityMaximum: 1 },
  { offerId: 'gone', productId: 4, level: 0 },
  { offerId: 'two-left', productId: 5, level: 2 },
  { offerId: 'six-of-five', productId: 5, level: 2 },
  { offerId: 'gold-only', productId: 6, tiersEligible: ['GOLD'] },
  { offerId: 'secret', productId: 7, secret: true },
  { offerId: 'special', productId: 8, specialAccess: true },
  { offerId: 'au-only', productId: 9, audience: 'AU', prices: { AU: { packPrice: 60 } } },
  {
    offerId: 'gift',
    productId: 10,
    sku: 'GIFT-50',
    category: 'Gift card',
    skuType: 'digital',
    packSize: 1,
    prices: { AU: { packPrice: 50 }, SG: { packPrice: 50 } },
  },
  { offerId: 'ended', productId: 11, endsAt: '2020-01-01T00:00:00Z' },
  { offerId: 'cheap', productId: 12, prices: { AU: { packPrice: 9 }, SG: { packPrice: 9 } } },
];

const COUPONS: readonly Omit<PromotionRecordInput, 'record'>[] = [
  { id: 1, name: 'Twenty', code: 'WELCOME20', couponType: 'per_total_discount', actions: [{ kind: 'amount', amount: 20 }] },
  { id: 2, name: 'Ten', code: 'TENOFF', couponType: 'percentage_discount', actions: [{ kind: 'percentage', percent: 10 }] },
  { id: 3, name: 'Delivery', code: 'SHIPFREE', couponType: 'free_shipping', stackable: true, actions: [{ kind: 'free_shipping' }] },
  { id: 4, name: 'Old', code: 'LASTYEAR', endsAt: '2021-01-01T00:00:00Z', actions: [{ kind: 'amount', amount: 5 }] },
  { id: 5, name: 'Gold', code: 'GOLDONLY', groupIds: [4], actions: [{ kind: 'amount', amount: 5 }] },
  { id: 6, name: 'Members', code: 'MEMBERS15', excludedGroupIds: [0], actions: [{ kind: 'amount', amount: 5 }] },
  { id: 7, name: 'Big', code: 'BIGSPEND', minimum: 300, actions: [{ kind: 'amount', amount: 50 }] },
  { id: 8, name: 'Singapore', code: 'SGONLY', markets: ['SG'], actions: [{ kind: 'amount', amount: 5 }] },
];

export interface CartShop {
  readonly shop: TestShop;
  readonly carts: Client<typeof cartContract>;
  /** A cart with a case of each offer, in this order. */
  cartWith(...offers: string[]): Promise<Cart>;
}

export async function createCartTestShop(): Promise<CartShop> {
  const shop = await createTestShop();
  await shop.stock(...OFFERS);
  await shop.promotions(...COUPONS);
  const carts = shop.call(cartContract);
  return {
    shop,
    carts,
    async cartWith(...offers) {
      const [first = 'plenty', ...rest] = offers;
      let cart = value(await carts.create(payload(first)));
      for (const offer of rest) cart = value(await carts.addItem({ ...payload(offer), cartId: cart.id }));
      return cart;
    },
  };
}

/** What a browser sends for an offer. */
export const payload = (offerId: string) => ({
  offer: { offerId },
  productId: OFFERS.find((offer) => offer.offerId === offerId)?.productId ?? 0,
});

/** The cart of an answer that must hold one. */
export function value(result: Result<{ data: Cart } | null, string>): Cart {
  if (!result.ok || !result.value) throw new Error(`not a cart: ${JSON.stringify(result)}`);
  return result.value.data;
}

/** Status, code and sentence of a no. */
export const refusal = (result: Result<unknown, string>) =>
  result.ok ? 'ok' : { status: result.status, code: result.code, title: result.title };
