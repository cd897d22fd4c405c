/** Delivery zones with fees by weight, from the office's setting to the order, over the real server. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { CARRIERS } from '#domains/settings/model/groups/carriers.ts';
import { secretFields } from '#domains/settings/model/setting-group.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { DETAILS, SG_ADDRESS } from '#tests/fixtures/buyers.ts';
import { buyer, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { checkoutContract } from '../contract.ts';
import { oneClickContract } from '../one-click-contract.ts';

/** A case of six weighs 9 kg. */
const CASE_PRICE = 60;
const BANDS = [
  { upTo: 5, fee: 12 },
  { upTo: 10, fee: 18.5 },
  { upTo: 20, fee: 25 },
];
const ZONE = {
  name: 'Perth',
  postcodes: '6000-6199',
  isExcluded: false,
  bands: BANDS,
  perKilogram: 1,
  freeDelivery: 'market',
  freeFrom: null,
};
const NORTH = { ...ZONE, name: 'North', postcodes: '6700-6797, 0872', freeDelivery: 'value', freeFrom: 200 };
const ISLANDS = { ...ZONE, name: 'Islands', postcodes: '6798, 6799', isExcluded: true, bands: [] };
const PERTH = { suburb: 'Perth', state: 'WA', postcode: '6000' };
const ISLAND = { suburb: 'Christmas Island', state: 'WA', postcode: '6798' };
const GIFT = {
  ...{ offerId: 'gift', productId: 3, sku: 'GIFT-50', name: 'Gift card', vintage: '', category: 'Gift card' as const },
  ...{ packSize: 1, skuType: 'digital' as const },
};
const SINGAPORE = { ...SG_ADDRESS, suburb: '', state: '' };

let shop: TestShop;
let manager: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 }, { offerId: 'magnum', productId: 2, level: 5_000, packSize: 1 }, GIFT);
  manager = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Manager'] }));
});
afterAll(() => shop?.stop());

/** Saves zones as the office does. */
async function save(zones: readonly object[], market: 'AU' | 'SG' = 'AU', group = 'delivery-zones', value: object = { zones }) {
  const calls = manager.call(settingOfficeContract);
  const { revision } = yes(await calls.setting({ group, scope: market }));
  return calls.saveSetting({ group, scope: market, value: JSON.parse(JSON.stringify(value)), basedOn: revision });
}
beforeEach(async () => {
  yes(await save([ZONE, NORTH, ISLANDS]));
  yes(await save([], 'SG'));
});

const host = (market: 'AU' | 'SG') => (market === 'AU' ? 'localhost' : 'sg.localhost');
const shown = async (token: string, details: object, market: 'AU' | 'SG' = 'AU', headers = {}) =>
  yes(await shop.call(checkoutContract, host(market), headers).saveDetails({ token, details: { ...DETAILS, ...details } })).data;
const revision = (): string => {
  const { settings, config } = shop.running.services;
  const site = config.sites.find(({ market, kind }) => market === 'AU' && kind === 'wine');
  return site ? settings.current().revision(site) : '';
};

describe('the checkout', () => {
  test('charges the fee of the zone by weight, which it showed, and the order keeps it', async () => {
    const guest = await buyer(shop, [1, 2], 'localhost', PERTH);
    const view = await shown(guest.token, PERTH);
    expect(view.cart).toMatchObject({ shippingTotal: 25, cartTotal: 2 * CASE_PRICE + 25, isFreeShipping: false, region: 'WA' });

    yes(await guest.pay(yes(await guest.placeOrder({}, view.cart?.cartTotal)).data.nextUrl));
    const order = await orderAt(shop, yes(await guest.settle()).data.nextUrl);

    expect(order).toMatchObject({ shippingTotal: 25, total: 2 * CASE_PRICE + 25 });
  });

  test.each([
    ['one bottle', [2], 12],
    ['a case', [1], 18.5],
    ['two cases', [1, 1], 25],
  ] as const)('weighs %s', async (_, productIds, fee) => {
    const guest = await buyer(shop, productIds);
    expect((await shown(guest.token, PERTH)).cart?.shippingTotal).toBe(fee);
  });

  test('charges each further kilogram, and the free delivery of the market or of the zone', async () => {
    const guest = await buyer(shop, [1, 2]);
    const carts = shop.call(cartContract);
    const line = guest.cart.lineItems.find(({ productId }) => productId === 2);
    const change = async (quantity: number) =>
      yes(await carts.updateItem({ cartId: guest.cart.id, cartItemId: line?.id ?? '', productId: 2, quantity }));

    await change(5);
    expect((await shown(guest.token, PERTH)).cart).toMatchObject({
      shippingTotal: 0,
      isFreeShipping: true,
      shippingPromoMessage: 'Free because you ordered 3 or more cases.',
    });
    yes(await save([{ ...ZONE, freeDelivery: 'never' }]));
    // 11 bottles of 1.5 kg.
    expect((await shown(guest.token, PERTH)).cart).toMatchObject({ shippingTotal: 25, isFreeShipping: false });
    await change(9);
    // 22.5 kg.
    expect((await shown(guest.token, PERTH)).cart).toMatchObject({ shippingTotal: 28, isFreeShipping: false });
    yes(await save([{ ...ZONE, freeDelivery: 'value', freeFrom: 600 }]));
    expect((await shown(guest.token, PERTH)).cart).toMatchObject({
      ...{ shippingTotal: 0, isFreeShipping: true, shippingPromoMessage: 'Free because your order is $600 or more.' },
      shippingDiscounts: [{ id: null, name: 'Free because your order is $600 or more.', what: 'value', amount: 28 }],
    });
  });

  test('takes the weight of a bottle from the setting by which labels are weighed', async () => {
    const guest = await buyer(shop, [1]);
    const { settings } = shop.running.services;
    const weigh = async (bottleKilograms: number) => {
      const [last] = settings.versions('carriers', 'AU');
      const value = { ...settings.current().read(CARRIERS, 'AU'), bottleKilograms };
      const stored = Object.fromEntries(Object.entries(value).filter(([name]) => !secretFields(CARRIERS).includes(name)));
      await saveSetting(
        { database: shop.database, sites: DEFAULT_SITES, start: settings.start },
        { group: 'carriers', scope: 'AU', value: stored, effectiveFrom: null, basedOn: last?.revision ?? 0, author: 'Kim' },
      );
      await settings.refresh();
      return (await shown(guest.token, PERTH)).cart?.shippingTotal;
    };

    expect([await weigh(2), await weigh(1.5)]).toEqual([25, 18.5]);
  });

  test('has zones in Singapore by six digits', async () => {
    yes(await save([{ ...ZONE, name: 'Hillcrest', postcodes: '288000-288999', bands: [{ upTo: 30, fee: 7.5 }] }], 'SG'));
    const guest = await buyer(shop, [1], 'sg.localhost', SINGAPORE);
    const inside = await shown(guest.token, SINGAPORE, 'SG');
    const outside = await shown(guest.token, { ...SINGAPORE, postcode: '098585' }, 'SG');

    expect([inside.cart?.shippingTotal, outside.cart?.shippingTotal]).toEqual([7.5, 5]);
    yes(await guest.pay(yes(await guest.placeOrder({}, inside.cart?.cartTotal)).data.nextUrl));
    expect(await orderAt(shop, yes(await guest.settle()).data.nextUrl, 'sg.localhost')).toMatchObject({ shippingTotal: 7.5, total: 87.5 });
  });

  test('charges the fee of the state outside of every zone, and shows the same before the postcode is known', async () => {
    const guest = await buyer(shop, [1]);
    const brisbane = { suburb: 'Brisbane City', state: 'QLD', postcode: '4000' };

    expect((await shown(guest.token, { ...PERTH, postcode: '' })).cart?.shippingTotal).toBe(14.9);
    expect((await shown(guest.token, brisbane)).cart?.shippingTotal).toBe(14.9);
    expect((await shown(guest.token, {})).cart?.shippingTotal).toBe(9.9);
  });

  test('says at the postcode where nothing is delivered, and takes no order there', async () => {
    const guest = await buyer(shop, [1], 'localhost', ISLAND);
    const sentence = 'We don’t deliver to 6798. Enter a delivery address with another postcode.';

    expect((await shown(guest.token, ISLAND)).noDelivery).toBe(sentence);
    expect((await shown(guest.token, PERTH)).noDelivery).toBeUndefined();
    expect(await guest.placeOrder({}, CASE_PRICE + 14.9)).toMatchObject({ ok: false, status: 422, code: 'no_delivery', title: sentence });
  });

  test('charges nothing for collecting, whatever zone was typed before', async () => {
    const place = { name: 'Cellar door', address: '5 Barrel Lane', state: 'VIC', hours: 'Daily', bring: '' };
    yes(await save([], 'AU', 'collection', { isOffered: true, places: [place] }));
    const guest = await buyer(shop, [1], 'localhost', { ...ISLAND, collectFrom: place.name });
    const view = await shown(guest.token, { ...ISLAND, collectFrom: place.name });

    expect(view).toMatchObject({ cart: { shippingTotal: 0, cartTotal: CASE_PRICE } });
    expect(view.noDelivery).toBeUndefined();
    expect((await shown(guest.token, ISLAND)).noDelivery).toContain('or collect the order');
    expect((await guest.placeOrder({}, CASE_PRICE)).ok).toBe(true);
    yes(await save([], 'AU', 'collection', { isOffered: false, places: [] }));
  });
});

describe('a zone that changes during a checkout', () => {
  test('gives a fresh total with a notice, refuses the former one, and charges what is shown then', async () => {
    const guest = await buyer(shop, [1], 'localhost', PERTH);
    const headers = { 'settings-revision': revision() };
    const before = await shown(guest.token, PERTH, 'AU', headers);
    yes(await save([{ ...ZONE, bands: [{ upTo: 30, fee: 21 }] }]));

    const refused = await guest.placeOrder({}, before.cart?.cartTotal);
    const after = await shown(guest.token, PERTH, 'AU', headers);

    expect([before.notices, before.cart?.cartTotal]).toEqual([[], 78.5]);
    expect(refused).toMatchObject({ ok: false, status: 409, code: 'total_changed', title: expect.stringContaining('$81.00') });
    expect(after).toMatchObject({ cart: { cartTotal: 81 }, notices: ['Delivery fees or taxes have changed. Your total is now $81.00.'] });
    yes(await guest.pay(yes(await guest.placeOrder({}, 81)).data.nextUrl));
    expect(await orderAt(shop, yes(await guest.settle()).data.nextUrl)).toMatchObject({ shippingTotal: 21, total: 81 });
  });

  test('gives no notice where the total is the same', async () => {
    const guest = await buyer(shop, [1]);
    const headers = { 'settings-revision': revision() };
    yes(await save([{ ...ZONE, name: 'Perth and surrounds' }]));

    expect((await shown(guest.token, PERTH, 'AU', headers)).notices).toEqual([]);
  });
});

describe('without a zone', () => {
  test('carts, checkouts and pages are what they were', async () => {
    yes(await save([]));
    const guest = await buyer(shop, [1]);
    const fees = async (details: object) => (await shown(guest.token, details)).cart?.shippingTotal;

    expect([await fees(PERTH), await fees(ISLAND), await fees({})]).toEqual([14.9, 14.9, 9.9]);
    expect(Object.keys(await shown(guest.token, ISLAND))).not.toContain('noDelivery');
    const page = (await shop.get('/cart')).text;
    expect(page).not.toContain('hasZones');
    expect((await shop.get('/')).text).not.toContain('Some postcodes');
    expect(shop.running.services.settings.current().terms.AU).toEqual({
      shipping: {
        ...{ defaultCents: 990, regions: { QLD: 1490, WA: 1490 }, freeFromCases: 3, freeFromCents: null, singleBottlesCount: true },
        freeMessage: 'Free because you ordered 3 or more cases.',
      },
      taxPercent: 10,
    });
  });
});

test('pages say that postcodes may have other fees, and do not carry the zones', async () => {
  const home = (await shop.get('/')).text;

  expect(home).toContain('Some postcodes have other fees: the checkout shows them.');
  expect(home).toContain('hasZones');
  expect(home).not.toContain('perKilogramCents');
});

/** Buys with one click, with a default address in Western Australia. */
async function click(postcode: string, suburb: string, productId = 1) {
  const { id, bearer } = await createTestCustomer(shop);
  await shop.database.execute({
    text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, is_default)
      values ($1, 'AU', 'Grace', 'Hopper', '0412345678', '1 Hay Street', $2, 'WA', $3, true)`,
    values: [id, suburb, postcode],
  });
  await shop.database.execute({
    text: "insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default) values ($1, 'AU', 'card_success', 'Visa', '4242', 9, 2031, true)",
    values: [id],
  });
  const authorization = `Bearer ${bearer}`;
  const { data: cart } = yes(
    await shop.call(cartContract, 'localhost', { authorization }).create({ offer: {}, productId, customerId: id }),
  );
  const calls = shop.call(oneClickContract, 'localhost', { authorization });
  const scope = { customerID: id, market: 'AU', cartId: cart.id } as const;
  const total = await calls.total(scope);
  return { total, drafted: await calls.p1({ ...scope, expectedTotal: total.ok ? total.value.data.total : 74.9 }) };
}

test('one-click checkout shows and charges the fee of the zone of the default address, and refuses one without delivery', async () => {
  const refused = { ok: false, status: 422, code: 'no_delivery', title: expect.stringContaining('We don’t deliver to 6798.') };

  const perth = await click('6000', 'Perth');
  expect(yes(perth.total).data.total).toBe(78.5);
  expect(yes(perth.drafted).data).toMatchObject({ shippingTotal: 18.5, total: 78.5 });
  expect(await click('6798', 'Christmas Island')).toMatchObject({ total: refused, drafted: refused });
  // An imported address that lost its leading zero.
  const incomplete = { ...refused, title: 'Enter a 4-digit postcode' };
  expect(await click('872', 'Petermann')).toMatchObject({ total: incomplete, drafted: incomplete });
});

test('a gift card is sold with one click to a default address without delivery', async () => {
  const { total, drafted } = await click('6798', 'Christmas Island', GIFT.productId);

  expect(yes(total).data.total).toBe(CASE_PRICE);
  expect(drafted).toMatchObject({ ok: true });
});

test('the total of one-click checkout is for the owner of the cart only', async () => {
  const [ada, grace] = [await createTestCustomer(shop), await createTestCustomer(shop)];
  const authorization = `Bearer ${ada.bearer}`;
  const { data: cart } = yes(
    await shop.call(cartContract, 'localhost', { authorization }).create({ offer: {}, productId: 1, customerId: ada.id }),
  );
  const ask = (customerID: number, headers: Readonly<Record<string, string>>) =>
    shop.call(oneClickContract, 'localhost', headers).total({ customerID, market: 'AU', cartId: cart.id });

  expect(await ask(ada.id, {})).toMatchObject({ ok: false, status: 401 });
  expect(await ask(ada.id, { authorization: `Bearer ${grace.bearer}` })).toMatchObject({ ok: false, status: 403 });
  expect(await ask(ada.id, { authorization })).toMatchObject({ ok: false, status: 422, code: 'address_missing' });
});

test('zones that share a postcode are refused, and both are named', async () => {
  const refused = await save([ZONE, { ...ZONE, name: 'Hills', postcodes: '6111' }]);

  expect(refused).toMatchObject({
    ok: false,
    status: 422,
    title: expect.stringMatching(/zones\.1\.postcodes: of ‘Hills’ include 6111, which ‘Perth’ includes too/),
  });
});

test('a preview of the first zone shows the cart as it will be, without saving anything', async () => {
  yes(await save([]));
  const value = JSON.parse(JSON.stringify({ zones: [ZONE] }));

  const { links } = yes(await manager.call(settingOfficeContract).previewSetting({ group: 'delivery-zones', scope: 'AU', value }));
  const [link] = links.map(({ url }) => new URL(url));

  expect(link?.pathname).toBe('/cart');
  expect((await shop.get(`/cart${link?.search}`)).text).toContain('hasZones');
  expect((await shop.get('/cart')).text).not.toContain('hasZones');
});

test('the largest zones are saved, and larger ones are refused by the field', async () => {
  const postcodesOf = (zone: number, count: number) =>
    Array.from({ length: count }, (_, index) => String(zone * 600 + index).padStart(6, '0')).join(',');
  const zones = Array.from({ length: 50 }, (_, zone) => ({ ...ZONE, name: `Zone ${zone}`, postcodes: postcodesOf(zone, 571) }));

  expect(yes(await save(zones, 'SG')).revision).toBeGreaterThan(0);
  expect(await save([...zones, { ...ZONE, postcodes: '999999' }], 'SG')).toMatchObject({
    ok: false,
    status: 422,
    title: expect.stringMatching(/^zones: /),
  });
  expect(await save([{ ...ZONE, postcodes: postcodesOf(1, 572) }], 'SG')).toMatchObject({
    ...{ ok: false, status: 422 },
    title: expect.stringMatching(/^zones\.0\.postcodes: /),
  });
});
