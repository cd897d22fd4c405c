/** What a customer's account decides in their cart: the fee of delivery, and the cart that it holds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountContract } from '#domains/customers/account/contract.ts';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { storeCard } from '#tests/fixtures/clubs.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'plenty', productId: 1, level: 500 }, { offerId: 'dear', productId: 2, level: 500 });
});
afterAll(() => shop.stop());

const BRISBANE = {
  firstName: 'Grace',
  lastName: 'Hopper',
  phone: '0412 345 678',
  address: '1 Queen Street',
  suburb: 'Brisbane City',
  state: 'QLD',
  postcode: '4000',
};

async function customerInBrisbane() {
  const customer = await createTestCustomer(shop);
  const { bearer, id: customerId } = customer;
  yes(await shop.call(accountContract).saveAddress(BRISBANE, { bearer }));
  const cardId = await storeCard(shop, customerId);
  yes(await shop.call(accountContract).defaultInstrument({ id: cardId }, { bearer }));
  const { data: cart } = yes(await shop.call(cartContract).create({ offer: {}, productId: 1, customerId }, { bearer }));
  return { ...customer, cart };
}
const cartIdOf = async (bearer: string) =>
  yes(await shop.call(identityContract).userWithMetadata({}, { bearer })).data.app_metadata.BIGCOMMERCE_AU_CART_ID ?? null;

test('decides the delivery fee by the default address in the cart and in one-click checkout [CART-6]', async () => {
  const { bearer, id: customerID, cart } = await customerInBrisbane();
  const carts = shop.call(cartContract);
  expect(cart).toMatchObject({ region: 'QLD', shippingTotal: 14.9, cartTotal: 74.9, showOneClickCheckout: true });
  expect(yes(await carts.initialize({ cartId: cart.id }, { bearer })).data).toMatchObject({ region: 'QLD', cartTotal: 74.9 });
  const more = yes(await carts.addItem({ offer: {}, productId: 2, cartId: cart.id }, { bearer })).data;
  expect(more).toMatchObject({ region: 'QLD', cartTotal: 134.9 });

  const order = yes(
    await shop.call(oneClickContract).p1({ customerID, market: 'AU', cartId: cart.id, expectedTotal: more.cartTotal }, { bearer }),
  ).data;

  expect(order).toMatchObject({ total: more.cartTotal, shippingTotal: more.shippingTotal });
});

test('does not reveal a customer’s address to guests or to another customer’s cart [CART-15]', async () => {
  const { bearer, cart } = await customerInBrisbane();
  const carts = shop.call(cartContract);
  expect(yes(await carts.initialize({ cartId: cart.id })).data).toMatchObject({ region: null, shippingTotal: 9.9 });
  const guests = yes(await carts.create({ offer: {}, productId: 1 })).data;
  expect(yes(await carts.initialize({ cartId: guests.id }, { bearer })).data.region).toBeNull();
});

test('removes the cart id from the account after an order that empties the cart [CART-18] [CART-32, SITE-18]', async () => {
  const { bearer, cart } = await customerInBrisbane();
  expect(await cartIdOf(bearer)).toBe(cart.id);
  const checkout = shop.call(checkoutContract);
  const token =
    yes(await checkout.redirectUrl({ cartId: cart.id }, { bearer }))
      .data.checkoutUrl.split('/')
      .at(-1) ?? '';
  const placed = yes(await checkout.placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: 69.9 })).data;
  await payAt(shop, placed.nextUrl);

  expect(yes(await checkout.settle({ token })).data.status).toBe('paid');

  expect(await cartIdOf(bearer)).toBeNull();
});

test('keeps the id of a cart that still has lines after an order', async () => {
  const { bearer, cart } = await customerInBrisbane();
  const checkout = shop.call(checkoutContract);
  const token =
    yes(await checkout.redirectUrl({ cartId: cart.id }, { bearer }))
      .data.checkoutUrl.split('/')
      .at(-1) ?? '';
  const placed = yes(await checkout.placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: 69.9 })).data;
  yes(await shop.call(cartContract).addItem({ offer: {}, productId: 2, cartId: cart.id }, { bearer }));
  await payAt(shop, placed.nextUrl);
  yes(await checkout.settle({ token }));
  expect(await cartIdOf(bearer)).toBe(cart.id);
});
