import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordEvent } from '#domains/selling/checkout/server/order.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';
import { expandAnnouncements, listDeliveries, MAX_ATTEMPTS, reviveDeliveries } from './webhook.repository.ts';
import { sendWebhooks, signWebhook } from './webhooks.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

interface Received {
  readonly id: string;
  readonly isSigned: boolean;
  readonly body: { readonly type: string; readonly data: { readonly order: { readonly number: number; readonly status: string } } };
}

let shop: TestShop;
let receiver: Server;
let url = '';
let received: Received[] = [];
/** Responses of the receiver, one after another, then 200. */
let responses: (number | 'hang up')[] = [];

const read = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 }, { offerId: 'two', productId: 2, level: 500 });
  receiver = createServer(async (request, response) => {
    const text = await read(request);
    const id = String(request.headers['webhook-id']);
    const timestamp = Number(request.headers['webhook-timestamp']);
    const isFresh = Math.abs(Date.now() / 1_000 - timestamp) < 60;
    const isSigned = isFresh && request.headers['webhook-signature'] === signWebhook(SECRET, id, timestamp, text);
    received.push({ id, isSigned, body: JSON.parse(text) });
    const status = responses.shift() ?? 200;
    if (status === 'hang up') request.socket.destroy();
    else response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
afterAll(async () => {
  await shop.stop();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  await shop.database.execute({ text: 'delete from webhook_dispatches' });
  await shop.database.execute({ text: 'delete from webhook_deliveries' });
  received = [];
  responses = [];
});

// The jobs of the shop discard events without a receiver, so events are recorded and taken in one transaction.
const announceAgain = (orderId: string) =>
  shop.database.transaction(async (transaction) => {
    await transaction.execute({
      text: 'insert into webhook_dispatches select id from order_events where order_id = $1 on conflict do nothing',
      values: [orderId],
    });
    await expandAnnouncements(transaction, [url]);
  });
const send = () => sendWebhooks(shop.database, { urls: [url], secret: SECRET });
const due = () => shop.database.execute({ text: 'update webhook_deliveries set next_attempt_at = now()' });

/** The messages about an order that is placed, sent and refunded. */
async function enqueueOrderEmail(): Promise<string> {
  const id = await paidOrder(shop, [1, 2]);
  await shipOrder(orderDepsOf(shop), id, shipmentOf([{ position: 0, quantity: 1 }]));
  await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 1, quantity: 1 }] }));
  await announceAgain(id);
  await send();
  return id;
}

test('signs messages by the Standard Webhooks specification', () => {
  const body = '{"test": 2432232314}';
  expect(signWebhook(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, body)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('sends the events of an order in their order, signed, each with its own id', async () => {
  await enqueueOrderEmail();
  expect(received.map(({ body }) => body.type)).toEqual(['order.placed', 'order.shipped', 'order.refund_intended', 'order.refunded']);
  expect(received.every(({ isSigned }) => isSigned)).toBe(true);
  expect(new Set(received.map(({ id }) => id)).size).toBe(4);
  expect(received[0]?.body.data.order).toMatchObject({ status: 'Partially Refunded' });
  await due();
  expect(await send()).toBe(0);
  expect(received).toHaveLength(4);
});

test.each([
  { name: 'answers 500', answer: 500, says: '500' },
  { name: 'sends it elsewhere', answer: 302, says: '302' },
  { name: 'hangs up', answer: 'hang up' as const, says: 'other side closed' },
])('retries later under the same id if the receiver $name', async ({ answer, says }) => {
  responses = [answer];
  await enqueueOrderEmail();
  const [pending, ...others] = await listDeliveries(shop.database, ['pending'], 10);
  expect(others).toEqual([]);
  expect(pending).toMatchObject({ event: 'placed', attempts: 1, lastResponse: says });
  expect(pending?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now());
  await due();
  expect(await send()).toBe(1);
  expect(received.filter(({ id }) => id === pending?.id)).toHaveLength(2);
});

test('gives up after the last try, and commands list and resend the message', async () => {
  responses = [500];
  await enqueueOrderEmail();
  await shop.database.execute({
    text: "update webhook_deliveries set attempts = $1, next_attempt_at = now() where state = 'pending'",
    values: [MAX_ATTEMPTS - 1],
  });
  responses = [500];
  await send();
  const failed = await listDeliveries(shop.database, ['failed'], 10);
  expect(failed).toHaveLength(1);
  expect(await reviveDeliveries(shop.database, failed[0]?.id ?? null)).toHaveLength(1);
  expect(await send()).toBe(1);
});

test('writes an event and its message in one transaction', async () => {
  const id = await paidOrder(shop, [1]);
  const count = (db: Queryable) =>
    db.queryOne<{ count: number }>({
      text: "select count(*) as count from webhook_dispatches a join order_events e on e.id = a.event_id where e.order_id = $1 and e.event = 'marked'",
      values: [id],
    });
  await expect(
    shop.database.transaction(async (transaction) => {
      await recordEvent(transaction, id, 'marked');
      expect(await count(transaction)).toEqual({ count: 1 });
      throw new Error('power is gone');
    }),
  ).rejects.toThrow('power is gone');
  expect(await count(shop.database)).toEqual({ count: 0 });
});

test('sends each message once with two processes', async () => {
  const id = await paidOrder(shop, [1]);
  await announceAgain(id);
  await Promise.all([send(), send(), send()]);
  expect(received.map(({ body }) => body.type)).toEqual(['order.placed']);
});
