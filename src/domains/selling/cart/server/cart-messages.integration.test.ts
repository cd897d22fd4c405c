/** Messages that depend on a customer or on earlier purchases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CartShop, createCartTestShop, errorOf, payload, value } from '#tests/fixtures/cart-shop.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { type Cart, cartContract } from '../contract.ts';

let opened: CartShop;
let gold: TestCustomer;
let green: TestCustomer;

beforeAll(async () => {
  opened = await createCartTestShop();
  [gold, green] = await Promise.all([createTestCustomer(opened.shop, { tier: 'GOLD' }), createTestCustomer(opened.shop)]);
  await opened.shop.promotions(
    { id: 30, name: `Referral_code_${green.id}`, code: 'FRIEND', actions: [{ kind: 'amount', amount: 25 }] },
    { id: 31, name: 'Gin only', code: 'GINONLY', scope: { categories: ['Gin'] }, actions: [{ kind: 'amount', amount: 5 }] },
    { id: 32, name: 'Six cases', code: 'SIXCASES', minimumQuantity: 6, actions: [{ kind: 'amount', amount: 5 }] },
    { id: 33, name: 'Soon', code: 'SOON', startsAt: '2100-01-01T00:00:00Z', actions: [{ kind: 'amount', amount: 5 }] },
  );
});
afterAll(() => opened.shop.stop());

const options = (customer: TestCustomer | null) => (customer ? { bearer: customer.bearer } : {});
const cartOf = async (customer: TestCustomer | null, offer = 'dear'): Promise<Cart> =>
  customer ? value(await opened.carts.create({ ...payload(offer), customerId: customer.id }, options(customer))) : opened.cartWith(offer);

describe('adding a coupon [PROMO-15] [PROMO-16] [PROMO-17] [PROMO-18] [PROMO-20] [PROMO-21]', () => {
  const NEEDS_LOGIN = 'Hmmm. You need to be signed-in to try this coupon. Why not join/login and try again?';
  const TOO_SMALL = "This coupon code can't be used with some of the wines in your cart.";
  test.each([
    { name: 'a guest, Gold only', who: () => null, code: 'GOLDONLY', title: NEEDS_LOGIN },
    { name: 'a guest, guests excluded', who: () => null, code: 'MEMBERS15', title: NEEDS_LOGIN },
    { name: 'another group', who: () => green, code: 'GOLDONLY', title: "You're not eligible for this promotion." },
    { name: 'the customer’s own referral', who: () => green, code: 'FRIEND', title: 'You cannot refer yourself.' },
    { name: 'ended', who: () => green, code: 'LASTYEAR', title: 'The coupon code you entered has expired.' },
    { name: 'not begun', who: () => green, code: 'Soon', title: 'The coupon Soon is not valid.' },
    { name: 'unknown, as typed and trimmed', who: () => green, code: ' noSuch ', title: 'The coupon noSuch is not valid.' },
    { name: 'markup stays text', who: () => null, code: '<b>x</b>', title: 'The coupon <b>x</b> is not valid.' },
    { name: 'nothing of its scope in the cart', who: () => null, code: 'GINONLY', title: TOO_SMALL },
    { name: 'too few cases', who: () => null, code: 'SIXCASES', title: TOO_SMALL },
    { name: 'below its own minimum', who: () => null, code: 'BIGSPEND', title: TOO_SMALL },
  ])('$name', async ({ who, code, title }) => {
    const cart = await cartOf(who());
    expect(errorOf(await opened.carts.addCoupon({ cartId: cart.id, couponCode: code }, options(who())))).toMatchObject({
      status: 422,
      title,
    });
  });

  test.each([
    { name: 'Gold', who: () => gold, code: 'GOLDONLY' },
    { name: 'a member', who: () => green, code: 'MEMBERS15' },
    { name: 'a friend’s referral', who: () => gold, code: 'FRIEND' },
    { name: 'a guest’s', who: () => null, code: 'FRIEND' },
  ])('accepts a coupon of $name [PROMO-7]', async ({ who, code }) => {
    const cart = await cartOf(who());
    const after = value(await opened.carts.addCoupon({ cartId: cart.id, couponCode: code }, options(who())));
    expect(after.coupons.map((coupon) => coupon.code)).toContain(code);
  });

  test('returns 404 for an unknown cart [CART-63]', async () => {
    const cartId = '00000000-0000-4000-8000-000000000000';
    expect(errorOf(await opened.carts.addCoupon({ cartId, couponCode: 'TENOFF' }))).toMatchObject({ status: 404, code: 'cart_not_found' });
  });
});

describe('a limit that counts past orders', () => {
  test('identifies guests by email [CART-54]', async () => {
    const { shop, carts } = opened;
    await shop.stock({ offerId: 'allocated', productId: 60, orderQuantityMaximum: 1, limitCountsPastOrders: true });
    const LIMIT = "There's a limit of 1 Case per customer for this wine!";
    const first = await buyer(shop, [60]);
    const placed = yes(await first.placeOrder());
    await first.pay(placed.data.nextUrl);
    expect(yes(await first.settle()).data.status).toBe('paid');

    const again = value(await carts.create(payload('plenty')));
    yes(await carts.updateGuestEmail({ cartId: again.id, email: 'Grace@example.com' }));
    expect(errorOf(await carts.addItem({ offer: {}, productId: 60, cartId: again.id }))).toEqual({
      status: 409,
      code: 'purchase_limit',
      title: LIMIT,
    });

    const stranger = await buyer(shop, [60], 'localhost', { email: 'somebody@example.com' });
    yes(await carts.updateGuestEmail({ cartId: stranger.cart.id, email: 'somebody@example.com' }));
    expect(await stranger.placeOrder({ email: 'somebody@example.com' })).toMatchObject({ ok: true });
    const sneaky = await buyer(shop, [60]);
    expect(await sneaky.placeOrder()).toMatchObject({ ok: false, status: 422 });
  });
});

describe('lines that share a product', () => {
  test('counts the other lines in an update [CART-40]', async () => {
    const cart = await opened.cartWith('two-left', 'six-of-five');
    const line = cart.lineItems[0];
    const result = await opened.carts.updateItem({ cartId: cart.id, cartItemId: line?.id ?? '', productId: 5, quantity: 2 });
    expect(errorOf(result)).toEqual({ status: 409, code: 'not_enough_stock', title: 'Only 1 case is left.' });
  });

  test('returns the purchase limit of a product to everyone, 0 for none', async () => {
    const calls = opened.shop.call(cartContract);
    expect(await calls.productDetails({ id: 1 })).toEqual({ ok: true, value: { data: { order_quantity_maximum: 0 } } });
  });
});
