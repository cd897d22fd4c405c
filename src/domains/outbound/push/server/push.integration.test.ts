import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { favouriteContract } from '#domains/discovery/favourites/contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { type FakePushService, startPushService } from '#tests/fixtures/fake-push-service.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { pushContract } from '../contract.ts';
import { NO_TAGS } from '../model/tags.ts';
import { planCartReminders, planPriceDrops } from './plan-messages.ts';
import { isPushService } from './push-services.ts';
import { sendPush } from './send-messages.ts';

let shop: TestShop;
let service: FakePushService;

beforeAll(async () => {
  service = await startPushService();
  // Disables the shop's own schedule; the tests send.
  shop = await createTestShop({ PUSH_EXTRA_ORIGINS: service.origin, PUSH_QUIET_HOURS: 'AU=0-24, SG=0-24' });
  await shop.stock({ offerId: 'shiraz', productId: 1 }, { offerId: 'riesling', productId: 2, prices: { AU: { packPrice: 90 } } });
});
afterAll(async () => {
  await shop?.stop();
  await service?.stop();
});
afterEach(async () => {
  await shop.database.execute({ text: 'delete from push_subscriptions' });
  service.delivered.length = 0;
});

const send = (change: Partial<Parameters<typeof sendPush>[1]> = {}) =>
  sendPush(shop.database, { quiet: {}, hoursBetween: 20, contact: 'mailto:shop@example.com', now: new Date(), ...change });
const deliveredMessages = () => service.delivered.map(({ message }) => message);
const subscriptions = () =>
  shop.database.queryMany({ text: 'select endpoint, customer_id, cart_item from push_subscriptions order by endpoint' });

/** Creates a guest with a case in the cart whose browser is subscribed and tagged. */
async function leftCart(name: string): Promise<{ cartId: string; endpoint: string }> {
  const { create } = shop.call(cartContract);
  const made = await create({ customerId: 0, productId: 1, offer: { offerId: 'shiraz' } }, { idempotencyKey: randomUUID() });
  if (!made.ok) throw new Error(made.title);
  const cartId = made.value.data.id;
  const browser = service.browser(name);
  const { subscribe, tag } = shop.call(pushContract);
  expect(await subscribe({ ...browser })).toMatchObject({ ok: true });
  const tags = { cart_item: 'Test House Wine', cart_image: '/pictures/x.png', cart_update: String(Math.floor(Date.now() / 1000)) };
  expect(await tag({ endpoint: browser.endpoint, cartId, ...tags })).toMatchObject({ ok: true, value: { data: { tagged: true } } });
  return { cartId, endpoint: browser.endpoint };
}
const age = (cartId: string, minutes: number) =>
  shop.database.execute({
    text: 'update carts set updated_at = now() - make_interval(mins => $2) where id = $1',
    values: [cartId, minutes],
  });

describe('an abandoned cart', () => {
  test('is notified once, encrypted and signed, and once more if changed and abandoned again', async () => {
    const { cartId } = await leftCart('left');
    expect(await planCartReminders(shop.database, 60)).toBe(0);
    await age(cartId, 61);
    expect(await planCartReminders(shop.database, 60)).toBe(1);
    expect(await planCartReminders(shop.database, 60)).toBe(0);
    expect(await send()).toBe(1);
    expect(await send({ hoursBetween: 0 })).toBe(0);
    expect(deliveredMessages()).toEqual([
      {
        title: 'Your cart is where you left it',
        body: 'Test House Wine is still in it. We don’t hold stock until you pay.',
        url: '/cart',
        image: '/pictures/x.png',
        tag: 'cart',
      },
    ]);
    const headers = service.delivered[0]?.headers ?? {};
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'normal' });
    const key = await shop.call(pushContract).key({});
    expect(headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=/);
    expect(headers.authorization).toContain(key.ok ? key.value.data.publicKey : '-');
    await shop.database.execute({ text: 'update carts set version = version + 1 where id = $1', values: [cartId] });
    expect(await planCartReminders(shop.database, 60)).toBe(1);
    expect(await send({ hoursBetween: 0 })).toBe(1);
  });

  test('is not notified if it was emptied or changed before sending', async () => {
    const { cartId } = await leftCart('changed');
    await age(cartId, 61);
    await planCartReminders(shop.database, 60);
    await shop.database.execute({ text: 'update carts set version = version + 1 where id = $1', values: [cartId] });
    expect(await send()).toBe(0);
    await shop.database.execute({ text: 'delete from cart_lines where cart_id = $1', values: [cartId] });
    expect(await planCartReminders(shop.database, 60)).toBe(0);
  });

  test('is not notified if its tags were blanked [PUSH-7]', async () => {
    const { cartId, endpoint } = await leftCart('blanked');
    await age(cartId, 61);
    await shop.call(pushContract).tag({ endpoint, cartId, ...NO_TAGS });
    expect(await planCartReminders(shop.database, 60)).toBe(0);
  });
});

describe('a favourite', () => {
  test('with a lower price is notified once, and once more after the price rose and fell again', async () => {
    const customer = await createTestCustomer(shop);
    const bearer = { authorization: `Bearer ${customer.bearer}` };
    await shop.call(pushContract, 'localhost', bearer).subscribe(service.browser('hers'));
    await shop.call(favouriteContract, 'localhost', bearer).change({ id: 'riesling', user_id: customer.subject, sku_code: 'SKU-riesling' });
    expect(await planPriceDrops(shop.database)).toBe(0);
    const price = (packPrice: number) => shop.stock({ offerId: 'riesling', productId: 2, prices: { AU: { packPrice } } });
    await price(84);
    expect((await Promise.all([planPriceDrops(shop.database), planPriceDrops(shop.database)])).sort()).toEqual([0, 1]);
    await price(95);
    expect(await planPriceDrops(shop.database)).toBe(0);
    await price(80);
    expect(await planPriceDrops(shop.database)).toBe(1);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    expect(deliveredMessages()).toMatchObject([
      {
        title: 'Price drop on a favourite',
        body: 'Test House Wine riesling 2022 is $84.00 a case now, down from $90.00.',
        url: '/wines/test-house/riesling',
      },
    ]);
    expect(await send({ hoursBetween: 0 })).toBe(1);
  });

  test.each([
    { name: 'a tier that they have', tier: 'GOLD', told: 1 },
    { name: 'a tier that they had', tier: 'GREEN', told: 0 },
  ] as const)('$name: sends $told notifications', async ({ tier, told }) => {
    const customer = await createTestCustomer(shop, { tier: 'GOLD' });
    const bearer = { authorization: `Bearer ${customer.bearer}` };
    const cellar = (packPrice: number) =>
      shop.stock({ offerId: 'cellar', productId: 3, tiersEligible: ['GOLD'], prices: { AU: { packPrice } } });
    await cellar(120);
    await shop.call(pushContract, 'localhost', bearer).subscribe(service.browser(`keeper-${tier}`));
    await shop.call(favouriteContract, 'localhost', bearer).change({ id: 'cellar', user_id: customer.subject, sku_code: 'SKU-cellar' });
    await planPriceDrops(shop.database);
    await shop.database.execute({ text: 'update customer_markets set tier = $2 where customer_id = $1', values: [customer.id, tier] });
    await cellar(100);
    expect(await planPriceDrops(shop.database)).toBe(told);
  });
});

describe('sending', () => {
  const ready = async (name: string) => {
    const remaining = await leftCart(name);
    await age(remaining.cartId, 61);
    await planCartReminders(shop.database, 60);
    return remaining;
  };

  test('waits until the market’s quiet hours end', async () => {
    await ready('asleep');
    const quiet = { AU: { from: 21, to: 8 } };
    expect(await send({ quiet, now: new Date('2026-07-10T12:00:00Z') })).toBe(0);
    expect(await send({ quiet, now: new Date('2026-07-10T02:00:00Z') })).toBe(1);
  });

  test.each([
    ['to Perth, where it is seven in the evening, is told', 'WA', 1],
    ['to Melbourne, where it is nine, is not', 'VIC', 0],
    ['nobody knows where to goes by Sydney', null, 0],
  ])('a cart that goes %s', async (_, region, count) => {
    const { cartId } = await ready(`asleep-${region}`);
    await shop.database.execute({ text: 'update carts set region = $2 where id = $1', values: [cartId, region] });
    expect(await send({ quiet: { AU: { from: 21, to: 8 } }, now: new Date('2026-07-10T11:00:00Z') })).toBe(count);
  });

  test.each([404, 410])('ends the subscription if the push service answers %i', async (status) => {
    await ready(`gone-${status}`);
    service.statuses.push(status);
    expect(await send()).toBe(0);
    expect(await subscriptions()).toEqual([]);
  });

  test('retries if the push service is down, and notifies the browser once', async () => {
    await ready('away');
    service.statuses.push(503);
    expect(await send()).toBe(0);
    expect(await send()).toBe(0);
    await shop.database.execute({ text: 'update push_messages set send_after = now()' });
    expect(await send()).toBe(1);
    expect(deliveredMessages()).toHaveLength(1);
  });

  test('notifies once from several processes', async () => {
    await ready('once');
    const sent = await Promise.all([send(), send(), send(), send()]);
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(deliveredMessages()).toHaveLength(1);
  });
});

describe('subscriptions', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/abc', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com.evil.example/abc', false],
    ['https://169.254.169.254/latest', false],
    ['https://fcm.googleapis.com:8443/abc', false],
  ])('%s: %s', (endpoint, isValid) => {
    expect(isPushService(endpoint, [])).toBe(isValid);
  });

  test('are rejected for a URL of no known push service', async () => {
    const { subscribe } = shop.call(pushContract);
    expect(await subscribe({ ...service.browser('x'), endpoint: 'http://127.0.0.1:1/x' })).toMatchObject({
      ok: false,
      status: 422,
      code: 'push_service_unknown',
    });
  });

  test('move with the browser: nothing of the last customer remains, and off stays off [PUSH-9]', async () => {
    const customer = await createTestCustomer(shop);
    const browser = service.browser('shared');
    const hers = shop.call(pushContract, 'localhost', { authorization: `Bearer ${customer.bearer}` });
    await hers.subscribe(browser);
    await hers.tag({ endpoint: browser.endpoint, ...NO_TAGS, cart_item: 'Secret wine' });
    await shop.call(pushContract).subscribe(browser);
    expect(await subscriptions()).toEqual([{ endpoint: browser.endpoint, customer_id: null, cart_item: '' }]);
    await shop.call(pushContract).unsubscribe({ endpoint: browser.endpoint });
    expect(await subscriptions()).toEqual([]);
  });

  test('have tags that only the customer’s own token removes [PUSH-8, API-43]', async () => {
    const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const calls = (bearer: string) => shop.call(pushContract, 'localhost', { authorization: `Bearer ${bearer}` });
    const browser = service.browser('ada');
    await calls(ada.bearer).subscribe(browser);
    await calls(ada.bearer).tag({ endpoint: browser.endpoint, ...NO_TAGS, cart_item: 'Shiraz' });
    const externalUserId = String(ada.id);
    expect(await shop.call(pushContract).removeUserTags({ externalUserId })).toMatchObject({ status: 401, code: 'token_missing' });
    expect(await calls(bob.bearer).removeUserTags({ externalUserId })).toMatchObject({ status: 403, code: 'not_yours' });
    expect(await subscriptions()).toMatchObject([{ cart_item: 'Shiraz' }]);
    expect(await calls(ada.bearer).removeUserTags({ externalUserId: ada.subject })).toMatchObject({ ok: true });
    expect(await subscriptions()).toMatchObject([{ cart_item: '' }]);
  });
});
