/** The checkout of a customer's cart: it uses the e-mail address of the account, and earlier links of a guest do not open it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { checkoutContract } from '../contract.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(
    { offerId: 'plenty', productId: 1, level: 500 },
    { offerId: 'gold-only', productId: 2, level: 500, tiersEligible: ['GOLD'] },
  );
});
afterAll(() => shop.stop());

test("uses the account's e-mail address, whatever the cart, the call, the form or the order contains [CHK-12]", async () => {
  const { id: customerId, email, bearer } = await createTestCustomer(shop);
  const checkout = shop.call(checkoutContract);
  const carts = shop.call(cartContract);
  const cart = yes(await carts.create({ offer: {}, productId: 1, customerId }, { bearer })).data;
  yes(await carts.updateGuestEmail({ cartId: cart.id, email: 'noted@example.com' }, { bearer }));
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId: cart.id, email: 'called@example.com' }, { bearer })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  expect(yes(await checkout.read({ token })).data.details.email).toBe(email);

  const details = { ...DETAILS, email: 'typed@example.com' };
  expect(yes(await checkout.saveDetails({ token, details })).data.details.email).toBe(email);
  yes(await checkout.placeOrder({ token, details, dateOfBirth: DATE_OF_BIRTH, expectedTotal: cart.cartTotal }));

  expect(
    await shop.database.queryMany({ text: "select details->>'email' as email from orders where cart_id = $1", values: [cart.id] }),
  ).toEqual([{ email }]);
});

test("ends the link of a guest when the cart becomes a customer's [CHK-11]", async () => {
  const guest = await buyer(shop, [1]);
  const { id: customerId, bearer } = await createTestCustomer(shop, { tier: 'GOLD' });
  const carts = shop.call(cartContract);
  yes(await carts.merge({ cartIds: JSON.stringify([guest.cart.id]) }, { bearer }));
  yes(await carts.addItem({ offer: {}, productId: 2, cartId: guest.cart.id, customerId }, { bearer }));

  expect(JSON.stringify(yes(await shop.call(checkoutContract).read({ token: guest.token })))).not.toContain('gold-only');
  expect(await guest.placeOrder()).toMatchObject({ ok: false, status: 410, code: 'checkout_expired' });
});
