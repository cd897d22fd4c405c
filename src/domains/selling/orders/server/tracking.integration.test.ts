/** The status of an order by email and number, and the order by a link that expires [ORD-19, ORD-20]. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '#lib/server/throttle.repository.ts';
import { errorOf } from '#tests/fixtures/cart-shop.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import { linkIn, mailCount, mailTo } from '#tests/fixtures/mailbox.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { trackingContract } from '../tracking-contract.ts';
import { anonymiseBuyers } from './customer-order.repository.ts';
import { createOrderLink, purgeOrderLinks } from './order-link.repository.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
});
afterAll(() => shop?.stop());
beforeEach(() => shop.database.execute({ text: 'delete from rate_limit_counters' }));

const at = (host = 'localhost') => shop.call(trackingContract, host);
const newEmail = (): string => `${randomUUID()}@example.com`;

async function buy(email = newEmail()) {
  const id = await paidOrder(shop, [1], 'localhost', { email });
  const row = await shop.database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] });
  return { id, email, number: String(row?.number ?? 0) };
}

const tokenOf = (link: string): string => new URL(link, 'http://localhost').searchParams.get('token') ?? '';
const UNKNOWN = { data: { status: null } };

test('a right pair shows the status and nothing else, and emails a link to the order', async () => {
  const { id, email, number } = await buy();
  await shipOrder(orderDepsOf(shop), id, shipmentOf());

  const answer = yes(await at().trackOrder({ email: ` ${email.toUpperCase()}`, number: `#${number}` }));

  expect(answer).toEqual({ data: { status: expect.stringMatching(/^Sent on \d+ \p{L}+ \d{4}$/u) } });
  const mail = await mailTo(shop, email, `link to your order #${number}`);
  const linked = yes(await at().linkedOrder({ token: tokenOf(linkIn(mail)) }));
  expect(linked.data).toMatchObject({ number: Number(number), shipments: [{ trackingNumber: 'OX 1234' }] });
  expect(JSON.stringify(linked)).not.toContain(id);
});

test('pairs that are wrong in any way get one answer, and nobody gets an email', async () => {
  const [first, second] = [await buy(), await buy()];
  const stranger = newEmail();
  await mailTo(shop, first.email, `order #${first.number}`);
  const before = await mailCount(shop, first.email);

  const answers = await Promise.all([
    at().trackOrder({ email: first.email, number: second.number }),
    at().trackOrder({ email: stranger, number: first.number }),
    at().trackOrder({ email: stranger, number: '2147483647' }),
    at('sg.localhost').trackOrder({ email: first.email, number: first.number }),
  ]);

  for (const answer of answers) expect(yes(answer)).toEqual(UNKNOWN);
  const queued = await shop.database.queryMany({
    text: "select id from mail_log where kind = 'order-link' and order_id = $1",
    values: [first.id],
  });
  expect(queued).toEqual([]);
  expect(await mailCount(shop, first.email)).toBe(before);
  expect(await mailCount(shop, stranger)).toBe(0);
});

test.each(['', 'abc', '0x10', '1000001; drop', '99999999999', '2147483648'])('says what a number is if it is %j', async (number) => {
  expect(errorOf(await at().trackOrder({ email: newEmail(), number }))).toMatchObject({ status: 400, code: 'invalid_input' });
});

test('asks an email five times and a client forty times in a while, whatever the answers are', async () => {
  const { email, number } = await buy();
  for (let index = 0; index < LIMITS.track_by_account; index += 1)
    yes(await at().trackOrder({ email, number: index % 2 === 0 ? number : '1' }));

  expect(errorOf(await at().trackOrder({ email, number }))).toMatchObject({ status: 429, code: 'too_many_attempts' });
  expect(errorOf(await at().trackOrder({ email, number: '1' }))).toMatchObject({ status: 429, code: 'too_many_attempts' });

  await shop.database.execute({
    text: "update rate_limit_counters set count = $1 where kind = 'track_by_client'",
    values: [LIMITS.track_by_client],
  });
  expect(errorOf(await at().trackOrder({ email: newEmail(), number }))).toMatchObject({ code: 'too_many_attempts' });
});

test('a link opens its order and documents until it expires, is ended, or its market is another', async () => {
  const { id } = await buy();
  await refundOrder(orderDepsOf(shop), id, refundOf({ all: true }));
  const token = await createOrderLink(shop.database, id);
  const get = (file: string, host = 'localhost') => send(shop.running.port, host, 'GET', `/track-order/${file}?token=${token}`);

  const page = await get('order');
  expect(page.status).toBe(200);
  expect(page.text).toContain('noindex');
  expect(page.text).toContain('content="no-referrer"');
  expect(page.text).not.toContain(id);
  expect(await get('invoice.pdf')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/pdf', 'x-robots-tag': 'noindex' },
  });
  expect((await get('refunds.pdf')).status).toBe(200);
  expect((await get('order', 'sg.localhost')).status).toBe(410);
  expect((await get('invoice.pdf', 'sg.localhost')).status).toBe(404);

  yes(await at().endOrderLink({ token }));
  const ended = await get('order');
  expect(ended.status).toBe(410);
  expect(ended.text).toContain('This link has expired');
  expect(ended.text).toContain('href="/track-order"');
  expect((await get('invoice.pdf')).status).toBe(404);

  const second = await createOrderLink(shop.database, id);
  yes(await at().linkedOrder({ token: second }));
  await shop.database.execute({ text: 'update order_links set expires_at = now()' });
  expect(errorOf(await at().linkedOrder({ token: second }))).toMatchObject({ status: 410, code: 'order_link_ended' });
});

test('the database and the log of emails have no token', async () => {
  const { email, number } = await buy();
  yes(await at().trackOrder({ email, number }));
  const token = tokenOf(linkIn(await mailTo(shop, email, 'link to your order')));
  const stored = await shop.database.queryMany<{ row: string }>({
    text: 'select to_jsonb(m)::text as row from mail_log m union all select to_jsonb(l)::text from order_links l',
  });

  expect(token).toHaveLength(43);
  expect(stored.filter(({ row }) => row.includes(token))).toEqual([]);
});

test('a buyer who was erased is not found, and has no links', async () => {
  const { id, email, number } = await buy();
  const token = await createOrderLink(shop.database, id);
  await shop.database.execute({ text: "update orders set status = 'Completed' where id = $1", values: [id] });
  await shop.database.execute({ text: "insert into order_events (order_id, event) values ($1, 'account_deleted')", values: [id] });
  await anonymiseBuyers(shop.database);

  expect(errorOf(await at().linkedOrder({ token }))).toMatchObject({ code: 'order_link_ended' });
  expect(yes(await at().trackOrder({ email, number }))).toEqual(UNKNOWN);
});

test('links that ended long ago are deleted', async () => {
  const { id } = await buy();
  await createOrderLink(shop.database, id);
  await purgeOrderLinks(shop.database);
  await shop.database.execute({ text: "update order_links set expires_at = now() - interval '31 days'" });

  expect(await purgeOrderLinks(shop.database)).toBeGreaterThan(0);
  expect(await shop.database.queryMany({ text: 'select order_id from order_links' })).toEqual([]);
});
