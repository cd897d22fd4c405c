/** A customer who used every feature: the data download is complete, and nothing identifies them after the account is deleted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountContract } from '#domains/customers/account/contract.ts';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { referralContract } from '#domains/customers/referrals/contract.ts';
import { favouriteContract } from '#domains/discovery/favourites/contract.ts';
import { pushContract } from '#domains/outbound/push/contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { anonymiseBuyers } from '#domains/selling/orders/server/customer-order.repository.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { storeCard } from '#tests/fixtures/clubs.ts';
import { createTestCustomer, PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { findWords } from '#tests/fixtures/personal-data.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { visitor } from '#tests/fixtures/test-client.ts';

/** Texts that only this customer enters. */
const NAMES = ['quillon', 'marchbanks', '491 570 006', '491570006', 'periwinkle'] as const;
const PERSON = { firstName: 'Quillon', lastName: 'Marchbanks', phone: '0491 570 006', address: '7 Periwinkle Lane' };
const EMAIL = 'Quillon@Marchbanks.example';
const NEW_EMAIL = 'new.quillon@marchbanks.example';
const WINE = 1;
const GIFT = {
  offerId: 'gift',
  productId: 2,
  sku: 'GIFT-50',
  name: 'Gift card',
  vintage: '',
  category: 'Gift card' as const,
  packSize: 1,
  skuType: 'digital' as const,
};

let shop: TestShop;
let person: TestCustomer;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'wine', productId: WINE }, GIFT);
  person = await createTestCustomer(shop, { email: EMAIL, withPassword: true });
});
afterAll(() => shop.stop());

/** Creates a paid order of the customer. */
async function order(productId: number): Promise<void> {
  const gift = giftDetails.parse({ recipientName: 'Friend', senderName: 'Quillon', message: 'From your Quillon' });
  const shopper = await buyer(
    shop,
    [productId],
    'localhost',
    { ...PERSON, email: EMAIL, giftMessage: 'Yours, Quillon' },
    productId === WINE ? undefined : gift,
  );
  yes(await payAt(shop, yes(await shopper.placeOrder()).data.nextUrl));
  const id =
    yes(await shopper.settle())
      .data.nextUrl.split('/')
      .at(-1) ?? '';
  await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, person.id] });
}

/** Uses every feature as the customer. */
async function liveHere(): Promise<void> {
  const signed = { bearer: person.bearer };
  const account = shop.call(accountContract);
  const { firstName: givenName, lastName: familyName, phone } = PERSON;
  yes(await account.saveProfile({ givenName, familyName, phone, birthday: '1980-02-29' }, signed));
  yes(await account.saveConsent({ email: true, sms: true }, signed));
  const { suburb, state, postcode } = DETAILS;
  yes(await account.saveAddress({ ...PERSON, suburb, state, postcode, instructions: 'Ring for Quillon' }, signed));
  await storeCard(shop, person.id);
  yes(await shop.call(favouriteContract).change({ id: 'wine', sku_code: 'SKU-wine', user_id: person.subject }, signed));
  yes(await shop.call(referralContract).mine({}, signed));
  const { data: cart } = yes(await shop.call(cartContract).create({ offer: {}, productId: WINE, customerId: person.id }, signed));
  const { checkoutUrl } = yes(await shop.call(checkoutContract).redirectUrl({ cartId: cart.id }, signed)).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  yes(await shop.call(checkoutContract).saveDetails({ token, details: { ...DETAILS, ...PERSON, email: EMAIL } }));
  const keys = {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  };
  yes(await shop.call(pushContract).subscribe({ endpoint: 'https://fcm.googleapis.com/fcm/send/quillon', ...keys }, signed));
  yes(await shop.call(identityContract).changeEmailStep2({ email: NEW_EMAIL }, signed));
  await mailTo(shop, NEW_EMAIL, 'Your Cellardoor code');
  await visitor(shop).post('/auth/login/forgot-password', { email: EMAIL.toUpperCase() });
  await mailTo(shop, EMAIL, 'Reset your password');
  await order(WINE);
  await order(GIFT.productId);
  await expect
    .poll(async () => (await shop.database.queryMany({ text: 'select 1 from gift_cards where sent_at is not null' })).length)
    .toBe(1);
}

const namedIn = (): Promise<Record<string, string>> => findWords(shop.database, [...NAMES, person.subject]);

describe('a customer who used everything', () => {
  test('downloads all data, and is named nowhere after the account is deleted and the orders are completed', async () => {
    await liveHere();
    const signed = { bearer: person.bearer };
    const before = Object.keys(await namedIn());
    expect(before).toEqual(expect.arrayContaining(['public.customers', 'public.orders', 'public.checkouts', 'public.gift_cards']));
    const { data } = yes(await shop.call(accountContract).myData({}, signed));
    expect(data).toMatchObject({
      account: {
        email: EMAIL,
        phone: '0491570006',
        new_email: NEW_EMAIL,
        addresses: [{ address: PERSON.address }],
        cards: [{ last4: '4242' }],
      },
      orders: [{ details: PERSON, lines: [{ name: 'Wine wine' }] }, { lines: [{ gift: { message: 'From your Quillon' } }] }],
      carts: [{ lines: [{ offer_id: 'wine' }] }],
      favourites: [{ offer_id: 'wine' }],
      notifications: [{ market: 'AU' }],
      mail: expect.arrayContaining([expect.objectContaining({ recipient: NEW_EMAIL })]),
    });

    yes(await shop.call(accountContract).remove({ password: PASSWORD, confirm: true }, signed));
    // Orders keep their recipient until they are delivered.
    await shop.database.execute({ text: "update orders set status = 'Completed' where number is not null" });
    await anonymiseBuyers(shop.database);
    expect(await namedIn()).toEqual({});
    const deps = await shop.database.queryMany({
      text: 'select customer_id, total_cents > 0 as kept from orders where number is not null',
    });
    expect(deps).toEqual([
      { customer_id: 0, kept: true },
      { customer_id: 0, kept: true },
    ]);
  });
});
