/** Calls that name a record by its id, asked by another customer: each says there is none, and nothing changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardContract } from '#domains/customers/account/card-contract.ts';
import { accountContract } from '#domains/customers/account/contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import type { EndpointSpec } from '#lib/define-contract.ts';
import { endpoints } from '#server/endpoints.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createClubs, storeAddress, storeCard, testClub } from '#tests/fixtures/clubs.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let ada: TestCustomer;
let bob: TestCustomer;
/** What ada has, by the kind of record. */
let hers: Readonly<Record<'address' | 'card' | 'order' | 'signIn' | 'membership' | 'setup' | 'checkout', string | number>>;

beforeAll(async () => {
  // Without jobs, which write to records of customers too: only the calls of the tests change anything.
  shop = await createTestShop({ SHOP_ROLE: 'web', DATABASE_URL: 'postgres://shared' });
  await shop.stock({ offerId: 'dozen', productId: 1 }, { offerId: 'six', productId: 2 });
  await createClubs(shop, testClub());
  [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
  const shopper = await buyer(shop, [1]);
  yes(await payAt(shop, yes(await shopper.placeOrder()).data.nextUrl));
  const order =
    yes(await shopper.settle())
      .data.nextUrl.split('/')
      .at(-1) ?? '';
  await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [order, ada.id] });
  const card = await storeCard(shop, ada.id);
  const membership = await shop.database.queryOne<{ id: string }>({
    text: `insert into club_memberships (market, customer_id, club_id, variant_id, frequency_id, status, details, instrument_id, anchor_on, joined_at)
      values ('AU', $1, 'table', 'dozen', 'monthly', 'active', $2, $3, current_date, now()) returning id`,
    values: [ada.id, JSON.stringify(DETAILS), card],
  });
  const [session] = yes(await shop.call(accountContract).sessions({}, { bearer: ada.bearer })).data;
  const { data: cart } = yes(await shop.call(cartContract).create({ offer: {}, productId: 1, customerId: ada.id }, { bearer: ada.bearer }));
  const { checkoutUrl } = yes(await shop.call(checkoutContract).redirectUrl({ cartId: cart.id }, { bearer: ada.bearer })).data;
  hers = {
    checkout: checkoutUrl.split('/').at(-1) ?? '',
    address: await storeAddress(shop, ada.id, DETAILS),
    card,
    order,
    signIn: session?.id ?? '',
    membership: membership?.id ?? '',
    setup: yes(await shop.call(cardContract).add({}, { bearer: ada.bearer })).data.setupId,
  };
});
afterAll(() => shop.stop());

const { email: _, giftMessage: __, authorityToLeave: ___, ...ADDRESS } = DETAILS;
const REFUSED = [403, 404];

/** Of each call that names a record: what bob sends, and what he is told. */
const NAMED: Readonly<Record<string, { readonly sends: (of: typeof hers) => object; readonly status?: number }>> = {
  '/api/account/address': { sends: ({ address }) => ({ ...ADDRESS, id: address }) },
  '/api/account/address/remove': { sends: ({ address }) => ({ id: address }) },
  '/api/account/address/default': { sends: ({ address }) => ({ id: address }) },
  '/api/account/instrument/remove': { sends: ({ card }) => ({ id: card, agreed: true }) },
  '/api/account/instrument/default': { sends: ({ card }) => ({ id: card }) },
  '/api/account/instrument/add': { sends: ({ membership }) => ({ membershipId: membership }) },
  '/api/account/instrument/settle': { sends: ({ setup }) => ({ setupId: setup }) },
  '/api/account/order': { sends: ({ order }) => ({ id: order }) },
  // Says how many were ended, which is none.
  '/api/account/sessions/end': { sends: ({ signIn }) => ({ id: signIn }), status: 200 },
  '/api/checkout/wallet': { sends: ({ checkout }) => ({ token: checkout }) },
  '/api/checkout/credit': { sends: ({ checkout }) => ({ token: checkout, use: true }) },
  '/api/wine-clubs/settle': { sends: ({ membership }) => ({ membershipId: membership }) },
  '/api/wine-clubs/skip': { sends: ({ membership }) => ({ membershipId: membership, period: 1 }) },
  '/api/wine-clubs/unskip': { sends: ({ membership }) => ({ membershipId: membership, period: 1 }) },
  '/api/wine-clubs/pause': { sends: ({ membership }) => ({ membershipId: membership }) },
  '/api/wine-clubs/resume': { sends: ({ membership }) => ({ membershipId: membership }) },
  '/api/wine-clubs/swap': { sends: ({ membership }) => ({ membershipId: membership, variantId: 'six', frequencyId: 'monthly' }) },
  '/api/wine-clubs/card': { sends: ({ membership, card }) => ({ membershipId: membership, instrumentId: card }) },
  '/api/wine-clubs/address': { sends: ({ membership, address }) => ({ membershipId: membership, addressId: address }) },
  '/api/wine-clubs/cancel': { sends: ({ membership }) => ({ membershipId: membership }) },
};
/** Where the id is the customer's own, which protected-calls.integration.test.ts proves, or the call's own test does. */
const PROVED_THERE: readonly string[] = [
  '/api/check-referral-code',
  '/api/one-click-checkout-p1',
  '/api/one-click-checkout-p2',
  '/api/one-click-checkout-total',
  '/api/process-payment',
  '/api/wine-clubs/join',
  '/api/remove-user-tags-onesignal',
];

const signedInCalls = (): EndpointSpec[] =>
  endpoints(shop.running.services)
    .map(({ spec }) => spec)
    .filter(({ requiresAuth }) => requiresAuth);

test('covers every call for customers that names a record', () => {
  const naming = signedInCalls().filter(({ input }) => Object.keys(input.shape).some((field) => /^(id|token|.*Id)$/.test(field)));
  expect(naming.map(({ path }) => path).toSorted()).toEqual([...Object.keys(NAMED), ...PROVED_THERE].toSorted());
});

test('rejects another customer and changes nothing of the owner', async () => {
  const headers = { authorization: `Bearer ${bob.bearer}`, 'content-type': 'application/json' };
  const everything = async () => yes(await shop.call(accountContract).myData({}, { bearer: ada.bearer })).data;
  const before = await everything();
  const mismatches: unknown[] = [];
  for (const { method, path } of signedInCalls()) {
    const named = NAMED[path];
    if (!named) continue;
    const input = named.sends(hers);
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
    const response =
      method === 'GET'
        ? await send(shop.running.port, 'localhost', 'GET', `${path}?${query}`, headers)
        : await send(shop.running.port, 'localhost', 'POST', path, headers, JSON.stringify(input));
    const isRight = named.status === undefined ? REFUSED.includes(response.status) : response.status === named.status;
    if (!isRight) mismatches.push([path, response.status, response.text]);
  }
  expect(mismatches).toEqual([]);
  expect(await everything()).toEqual(before);
});
