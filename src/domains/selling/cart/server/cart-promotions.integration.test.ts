import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { promotionContract } from '#domains/selling/promotions/contract.ts';
import type { PromotionRecordInput } from '#domains/selling/promotions/model/promotion-record.ts';
import type { Client } from '#lib/client.ts';
import { type CartShop, createCartTestShop, errorOf, payload, value } from '#tests/fixtures/cart-shop.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { type Cart, cartContract } from '../contract.ts';

let shop: TestShop;
let carts: Client<typeof cartContract>;
let cartWith: CartShop['cartWith'];

beforeAll(async () => {
  ({ shop, carts, cartWith } = await createCartTestShop());
});
afterAll(() => shop.stop());

const setQuantity = async (cart: Cart, offerId: string, quantity: number): Promise<Cart> => {
  const line = cart.lineItems.find((item) => item.offerId === offerId && !item.addedByPromotion);
  return value(await carts.updateItem({ cartId: cart.id, cartItemId: line?.id ?? '', productId: line?.productId ?? 0, quantity }));
};
/** Runs a test with an automatic promotion that ends after it. */
async function during<T>(record: Omit<PromotionRecordInput, 'record'>, work: () => Promise<T>): Promise<T> {
  await shop.promotions(record);
  try {
    return await work();
  } finally {
    await shop.promotions({ ...record, endsAt: '2020-01-01T00:00:00Z' });
  }
}
const changesOf = (cart: Cart) =>
  cart.changes.map(({ kind, reason, offerId, previousQuantity, quantity }) => [kind, reason, offerId, previousQuantity, quantity]);
const declined = (cart: Cart) => cart.declinedGifts ?? [];
const gifts = (cart: Cart) => cart.lineItems.filter((item) => item.addedByPromotion);

describe('gifts', () => {
  const gift = {
    id: 50,
    name: 'A case for every three',
    minimumQuantity: 3,
    scope: { offerIds: ['plenty'] },
    actions: [{ kind: 'gift' as const, offerId: 'two-left', perCases: 3 }],
  };

  test('are added, changed and removed with the condition, with a notice each time', () =>
    during(gift, async () => {
      let cart = await cartWith('plenty', 'plenty');
      expect(gifts(cart)).toEqual([]);
      cart = await setQuantity(cart, 'plenty', 3);
      expect(changesOf(cart)).toEqual([['added', 'promotion', 'two-left', 0, 1]]);
      expect(cart.notices).toEqual(['Test House Wine two-left is in your cart as a gift.']);
      expect(gifts(cart)).toMatchObject([
        { offerId: 'two-left', quantity: 1, extendedSalePrice: 0, discountAmount: 0, discounts: [{ id: 50, what: 'gift', amount: 60 }] },
      ]);
      const [first] = gifts(cart);
      expect(cart).toMatchObject({ cartQuantity: 4, cartAmount: 180, totalDiscountAmount: 0 });
      expect(gifts(value(await carts.initialize({ cartId: cart.id })))).toEqual(gifts(cart));

      cart = await setQuantity(cart, 'plenty', 7);
      expect(changesOf(cart)).toEqual([['updated', 'promotion', 'two-left', 1, 2]]);
      expect(gifts(cart)[0]?.id).toBe(first?.id);
      cart = await setQuantity(cart, 'plenty', 20);
      expect([changesOf(cart), gifts(cart)[0]?.quantity]).toEqual([[], 2]);

      cart = await setQuantity(cart, 'plenty', 2);
      expect(changesOf(cart)).toEqual([['removed', 'promotion', 'two-left', 2, 0]]);
      expect(gifts(cart)).toEqual([]);
    }));

  test('share the stock of the shopper’s own lines, and their quantity cannot be set', () =>
    during(gift, async () => {
      let cart = await cartWith('two-left', 'plenty');
      cart = await setQuantity(cart, 'plenty', 6);
      expect(gifts(cart)).toMatchObject([{ quantity: 1 }]);
      const id = gifts(cart)[0]?.id ?? '';
      const more = value(await carts.updateItem({ cartId: cart.id, cartItemId: id, productId: 5, quantity: 9 }));
      expect(gifts(more)).toMatchObject([{ quantity: 1 }]);
      expect(errorOf(await carts.updateItem({ cartId: cart.id, cartItemId: id, productId: 1, quantity: 1 }))).toMatchObject({
        code: 'line_not_found',
      });
      expect(gifts(await setQuantity(cart, 'two-left', 2))).toEqual([]);
    }));

  describe.each(['remove-cart-item', 'update-cart-item'] as const)('declined by %s', (call) => {
    const decline = async (cart: Cart): Promise<Cart> => {
      const [line] = gifts(cart);
      const ids = { cartId: cart.id, cartItemId: line?.id ?? '' };
      return value(
        call === 'remove-cart-item'
          ? await carts.removeItem(ids)
          : await carts.updateItem({ ...ids, productId: line?.productId ?? 0, quantity: 0 }),
      );
    };
    const takeBack = async (cart: Cart): Promise<Cart> => {
      const [line] = declined(cart);
      return value(await carts.updateItem({ cartId: cart.id, cartItemId: line?.id ?? '', productId: line?.productId ?? 0, quantity: 1 }));
    };

    test('stays away through later changes and reads, and can be taken back', () =>
      during(gift, async () => {
        const before = await setQuantity(await cartWith('plenty'), 'plenty', 3);
        let cart = await decline(before);
        expect(gifts(cart)).toEqual([]);
        expect(cart).toMatchObject({ cartQuantity: 3, cartAmount: 180, promotions: [], notices: [], changes: [] });
        expect(declined(cart)).toMatchObject([{ id: gifts(before)[0]?.id, offerId: 'two-left', quantity: 1, addedByPromotion: true }]);

        cart = value(await carts.removeItem({ cartId: cart.id, cartItemId: gifts(before)[0]?.id ?? '' }));
        expect(gifts(cart)).toEqual([]);
        cart = await setQuantity(cart, 'plenty', 7);
        expect([gifts(cart), declined(cart)[0]?.quantity]).toEqual([[], 2]);
        cart = await setQuantity(cart, 'plenty', 2);
        expect([gifts(cart), declined(cart), cart.notices]).toEqual([[], [], []]);
        cart = await setQuantity(cart, 'plenty', 3);
        cart = value(await carts.addCoupon({ cartId: cart.id, couponCode: 'SHIPFREE' }));
        expect(gifts(cart)).toEqual([]);
        const read = value(await carts.initialize({ cartId: cart.id }));
        expect([gifts(read), declined(read).length, read.notices]).toEqual([[], 1, []]);

        cart = await takeBack(cart);
        expect(gifts(cart)).toEqual(gifts(before));
        expect(declined(cart)).toEqual([]);
        expect(gifts(await takeBack(read))).toEqual(gifts(before));
        expect(gifts(await setQuantity(cart, 'plenty', 6))).toMatchObject([{ quantity: 2 }]);
      }));

    test('is added by another promotion anyway, and declined from both after that', () =>
      during(gift, async () => {
        const cart = await decline(await setQuantity(await cartWith('plenty'), 'plenty', 3));
        await during({ ...gift, id: 51, name: 'Another thank-you' }, async () => {
          const both = await setQuantity(cart, 'plenty', 4);
          expect(gifts(both)).toMatchObject([{ quantity: 1, discounts: [{ id: 51, amount: 60 }] }]);
          expect(gifts(await setQuantity(await decline(both), 'plenty', 5))).toEqual([]);
        });
      }));

    test('can be declined by the id it had before its cart was merged', () =>
      during(gift, async () => {
        const before = await setQuantity(await cartWith('plenty'), 'plenty', 3);
        const other = await cartWith('dear');
        expect(await carts.merge({ cartIds: JSON.stringify([before.id]), cartId: other.id })).toMatchObject({ ok: true });
        const after = await decline(before);
        expect([after.id, gifts(after), declined(after).length]).toEqual([other.id, [], 1]);
      }));

    test('does not return on sign-in, whichever of the carts it was declined in', () =>
      during(gift, async () => {
        const customer = await createTestCustomer(shop);
        const guest = await decline(await setQuantity(await cartWith('plenty'), 'plenty', 3));
        const merge = async (id: string) => {
          const result = await carts.merge({ cartIds: JSON.stringify([id]) }, { bearer: customer.bearer });
          if (!result.ok || !result.value.data) throw new Error('not merged');
          return result.value.data;
        };
        const own = value(await carts.create({ ...payload('plenty'), customerId: customer.id }, { bearer: customer.bearer }));
        const [line] = own.lineItems;
        const saved = value(
          await carts.updateItem({ cartId: own.id, cartItemId: line?.id ?? '', productId: 1, quantity: 3 }, { bearer: customer.bearer }),
        );
        expect(gifts(saved)).toHaveLength(1);
        const merged = await merge(guest.id);
        expect([merged.id, merged.cartQuantity, gifts(merged), declined(merged).length, merged.notices]).toEqual([own.id, 6, [], 1, []]);

        const another = await setQuantity(await cartWith('plenty'), 'plenty', 3);
        expect(gifts(another)).toHaveLength(1);
        expect(gifts(await merge(another.id))).toEqual([]);
        const seen = value(await carts.initialize({ cartId: own.id }));
        expect([gifts(seen), declined(seen)]).toEqual([[], []]);
      }));
  });

  test('reports a gift whose offer has ended when the cart is read', async () => {
    const cart = await during(gift, async () => setQuantity(await cartWith('plenty'), 'plenty', 3));
    expect(changesOf(value(await carts.initialize({ cartId: cart.id })))).toEqual([['removed', 'promotion', 'two-left', 1, 0]]);
  });
});

describe('automatic promotions', () => {
  test('explains every cent of a price', () =>
    during({ id: 51, name: 'Half the cheap ones', scope: { offerIds: ['cheap'] }, actions: [{ kind: 'percentage', percent: 50 }] }, () =>
      during({ id: 52, name: 'Three off', priority: 1, actions: [{ kind: 'amount', amount: 3 }] }, async () => {
        const cart = await cartWith('cheap', 'plenty');
        expect(cart).toMatchObject({ baseAmount: 69, discountAmount: 7.5, totalDiscountAmount: 7.5, cartAmount: 61.5 });
        expect(
          cart.lineItems.map((item) => [item.discountAmount, item.discounts.map(({ id, what, amount }) => [id, what, amount])]),
        ).toEqual([
          [
            4.71,
            [
              [51, 'percentage', 4.5],
              [52, 'amount', 0.21],
            ],
          ],
          [2.79, [[52, 'amount', 2.79]]],
        ]);
      }),
    ));

  test('apply to included groups and not to excluded ones [PROMO-2]', () =>
    during({ id: 53, name: 'Gold', groupIds: [4], actions: [{ kind: 'amount', amount: 5 }] }, () =>
      during({ id: 54, name: 'Not guests', excludedGroupIds: [0], actions: [{ kind: 'free_shipping' }] }, async () => {
        const gold = await createTestCustomer(shop, { tier: 'GOLD' });
        const green = await createTestCustomer(shop);
        const guest = await cartWith('plenty');
        const of = async (customer: { id: number; bearer: string }) =>
          value(await carts.create({ ...payload('plenty'), customerId: customer.id }, { bearer: customer.bearer }));
        const felt = (cart: Cart) => cart.promotions.map(({ id }) => id);
        expect([felt(guest), felt(await of(green)), felt(await of(gold))]).toEqual([[], [54], [53, 54]]);
      }),
    ));

  test('show by banners how much is missing, and that they are applied [PROMO-3]', () =>
    during(
      {
        id: 55,
        name: 'Delivery',
        minimumQuantity: 2,
        actions: [{ kind: 'free_shipping' }],
        banners: [
          { type: 'upsell', text: '<cases> to go' },
          { type: 'applied', text: 'Delivered free' },
        ],
      },
      async () => {
        const cart = await cartWith('plenty');
        expect(cart.banners).toEqual([{ id: '55-0', type: 'upsell', page: 'cart', text: '1 case to go' }]);
        const after = await setQuantity(cart, 'plenty', 2);
        expect(after.banners).toEqual([{ id: '55-1', type: 'applied', page: 'cart', text: 'Delivered free' }]);
        expect(after.shippingDiscounts).toEqual([{ id: 55, name: 'Delivery', what: 'free_shipping', amount: 9.9 }]);
      },
    ));

  test('apply to the next change if they are written while the shop runs', async () => {
    const cart = await cartWith('plenty');
    await during({ id: 56, name: 'Now', actions: [{ kind: 'amount', amount: 1 }] }, async () => {
      expect(value(await carts.addItem({ ...payload('plenty'), cartId: cart.id })).totalDiscountAmount).toBe(1);
    });
    expect(value(await carts.addItem({ ...payload('plenty'), cartId: cart.id })).totalDiscountAmount).toBe(0);
  });
});

describe('the promotions’ endpoints', () => {
  test('return a promotion by code, as typed, without any code', async () => {
    const promotions = shop.call(promotionContract);
    const found = await promotions.byCode({ code: ' goldonly ' });
    expect(found).toMatchObject({
      ok: true,
      value: { data: { id: 5, name: 'Gold', redemption_type: 'COUPON', customer: { group_ids: [4], excluded_group_ids: [] } } },
    });
    expect(JSON.stringify(found)).not.toContain('GOLDONLY');
    expect(await promotions.byCode({ code: 'SHIPFREE' })).toMatchObject({
      value: { data: { rules: [{ action: { shipping: { free_shipping: true } } }] } },
    });
    expect(errorOf(await promotions.byCode({ code: 'NOSUCH' }))).toEqual({
      status: 404,
      code: 'coupon_invalid',
      title: 'The coupon NOSUCH is not valid.',
    });
    expect(errorOf(await promotions.byCode({ code: 'SGONLY' }))).toMatchObject({ status: 404 });
  });

  test('return a promotion by id, or 404 [PROMO-4]', async () => {
    const promotions = shop.call(promotionContract);
    expect(await promotions.single({ promotionId: 7 })).toMatchObject({
      value: {
        data: { name: 'Big', rules: [{ action: { cart_value: { discount: { fixed_amount: 50 } } }, condition: { minimum_spend: 300 } }] },
      },
    });
    expect(errorOf(await promotions.single({ promotionId: 999 }))).toMatchObject({ status: 404, code: 'promotion_not_found' });
  });
});

test('hide the customer of a referral code on a cart', async () => {
  const friend = await createTestCustomer(shop);
  await shop.promotions({ id: 70, name: `Referral_code_${friend.id}`, code: 'FRIEND-70', actions: [{ kind: 'amount', amount: 25 }] });
  const { id: cartId } = await cartWith('plenty');

  const cart = value(await carts.addCoupon({ cartId, couponCode: 'FRIEND-70' }));

  expect(cart.promotions).toMatchObject([{ id: 70, name: 'Referral code', discountedAmount: 25 }]);
  expect(cart.lineItems[0]?.discounts).toMatchObject([{ id: 70, name: 'Referral code' }]);
  expect(JSON.stringify(cart)).not.toContain('Referral_code_');
});

test('reject another customer’s coupon as unknown, and ask a guest to sign in [PROMO-15] [PROMO-20]', async () => {
  const [owner, other] = [await createTestCustomer(shop), await createTestCustomer(shop)];
  await shop.promotions({
    id: 71,
    name: 'Birthday',
    code: 'BIRTHDAY-71',
    customerIds: [owner.id],
    actions: [{ kind: 'amount', amount: 5 }],
  });
  const { id: cartId } = await cartWith('plenty');
  const triedBy = async (headers: Readonly<Record<string, string>>) =>
    errorOf(await shop.call(cartContract, 'localhost', headers).addCoupon({ cartId, couponCode: 'BIRTHDAY-71' }));

  expect(await triedBy({ authorization: `Bearer ${other.bearer}` })).toMatchObject({ code: 'coupon_invalid' });
  expect(await triedBy({})).toMatchObject({ code: 'coupon_needs_login' });
  expect(await triedBy({ authorization: `Bearer ${owner.bearer}` })).toBe('ok');
});
