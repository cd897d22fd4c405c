/** Orders of gift cards: completed when they are paid, and refunded as far as the cards are unspent. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giftCardAccount, queueDueCards } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { availableCents, recordEntry } from '#lib/server/ledger.repository.ts';
import { orderDepsOf, paidOrder, refundOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { accountingRows } from './accounting-rows.ts';
import { cancelOrder } from './cancel-order.ts';
import { changeLines } from './change-lines.ts';
import { readOrder } from './order-view.ts';
import { refundOrder } from './refund-order.ts';

const CARD = 10;
const WINE = 1;
let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(
    { offerId: 'one', productId: WINE, level: 500 },
    {
      offerId: 'card',
      productId: CARD,
      sku: 'GIFT-50',
      category: 'Gift card',
      skuType: 'digital',
      packSize: 1,
      prices: { AU: { packPrice: 50 } },
      level: 500,
    },
  );
});
afterAll(() => shop.stop());

const statusOf = async (id: string) =>
  (await shop.database.queryOne<{ status: string }>({ text: 'select status from orders where id = $1', values: [id] }))?.status;
async function balancesOf(orderId: string): Promise<Record<string, number>> {
  const cards = await shop.database.queryMany<{ id: string }>({
    text: 'select id from gift_cards where order_id = $1 order by unit',
    values: [orderId],
  });
  return Object.fromEntries(
    await Promise.all(cards.map(async ({ id }) => [id, await availableCents(shop.database, giftCardAccount(id))] as const)),
  );
}
const balances = async (orderId: string) => Object.values(await balancesOf(orderId));
async function spend(orderId: string, which: number, cents: number): Promise<void> {
  const id = Object.keys(await balancesOf(orderId))[which] ?? '';
  await shop.database.transaction((transaction) =>
    recordEntry(transaction, { account: giftCardAccount(id), kind: 'redeem', cents: -cents, source: `test ${id}` }),
  );
}

test('completes an order of gift cards when it is paid, but not an order with wine', async () => {
  expect(await statusOf(await paidOrder(shop, [CARD, CARD]))).toBe('Completed');
  expect(await statusOf(await paidOrder(shop, [CARD, WINE]))).toBe('Awaiting Fulfillment');
});

test('contains no tax for gift cards, in the order and in its accounting rows', async () => {
  const id = await paidOrder(shop, [CARD, WINE]);
  await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 0, quantity: 1 }] }));
  const order = await readOrder(shop.database, id);
  const wine = (order?.total ?? 0) - 50;
  expect(order?.taxTotal).toBe(Math.round((wine * 100) / 11) / 100);
  const rows: unknown[][] = [];
  for await (const row of accountingRows(shop.database, shop.running.services.settings, null))
    if (row.order === order?.number) rows.push([row.kind, row.amount, row.tax]);
  expect(rows).toContainEqual(['line', 50, 0]);
  expect(rows).toContainEqual(['refund', -50, 0]);
});

test('empties the unspent card when one of two is refunded', async () => {
  const id = await paidOrder(shop, [CARD, CARD]);
  await spend(id, 0, 2_000);
  expect(await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 0, quantity: 1 }] }))).toMatchObject({
    amountCents: 5_000,
  });
  expect((await balances(id)).toSorted((a, b) => a - b)).toEqual([0, 3_000]);
  expect(await statusOf(id)).toBe('Partially Refunded');
});

test('excludes what was spent from a full refund, and leaves nothing to refund', async () => {
  const id = await paidOrder(shop, [CARD, CARD]);
  await spend(id, 0, 2_000);
  expect(await refundOrder(orderDepsOf(shop), id, refundOf({ all: true }))).toMatchObject({ state: 'done', amountCents: 8_000 });
  expect(await balances(id)).toEqual([0, 0]);
  await expect(refundOrder(orderDepsOf(shop), id, refundOf({ all: true }))).rejects.toThrow('gift cards that are spent');
  await expect(refundOrder(orderDepsOf(shop), id, refundOf({ amountCents: 100 }))).rejects.toThrow('gift cards that are spent');
});

test('rejects the refund of a spent card and the cancellation of its order', async () => {
  const id = await paidOrder(shop, [CARD, WINE]);
  await spend(id, 0, 5_000);
  const input = refundOf({ lines: [{ position: 0, quantity: 1 }] });
  await expect(refundOrder(orderDepsOf(shop), id, input)).rejects.toThrow('has 0 gift cards with something left, not 1.');
  await expect(cancelOrder(orderDepsOf(shop), id, { reason: '', actor: 'Sam' })).rejects.toThrow('can’t be cancelled. Refund it instead.');
});

test('voids the cards of a cancelled order and does not e-mail them', async () => {
  const id = await paidOrder(shop, [CARD, WINE]);
  await shop.database.execute({ text: 'update gift_cards set queued_at = null, sent_at = null where order_id = $1', values: [id] });
  expect(await cancelOrder(orderDepsOf(shop), id, { reason: '', actor: 'Sam' })).toMatchObject({ state: 'done' });
  expect(await balances(id)).toEqual([0]);
  const queued: string[] = [];
  await queueDueCards(shop.database, async (_, card) => void queued.push(card));
  expect(queued.filter((card) => card === id)).toEqual([]);
  expect(Object.keys(await balancesOf(id)).filter((card) => queued.includes(card))).toEqual([]);
});

test('restores the cards if the gateway rejects the refund of a cancellation, which staff can refund later', async () => {
  const id = await paidOrder(shop, [CARD, WINE]);
  const refusing = orderDepsOf(shop, { refund: async () => ({ id: null, status: 'refused', reason: 'the card is closed' }) });
  expect(await cancelOrder(refusing, id, { reason: '', actor: 'Sam' })).toMatchObject({ state: 'refused' });
  expect(await balances(id)).toEqual([5_000]);
  expect(await refundOrder(orderDepsOf(shop), id, refundOf({ all: true }))).toMatchObject({ state: 'done' });
  expect(await balances(id)).toEqual([0]);
  expect(await statusOf(id)).toBe('Cancelled');
  await expect(refundOrder(orderDepsOf(shop), id, refundOf({ all: true }))).rejects.toThrow('has already been refunded');
});

test('refunds the delivery charge with the last wine if only gift cards stay', async () => {
  const id = await paidOrder(shop, [CARD, WINE]);
  const before = await readOrder(shop.database, id);
  const position = before?.lineItems.findIndex(({ productId }) => productId === WINE) ?? -1;

  await changeLines(orderDepsOf(shop), id, { key: randomUUID(), lines: [{ position, quantity: 0 }], reason: '', actor: 'Sam' });

  const order = await readOrder(shop.database, id);
  expect(before?.shippingTotal).toBeGreaterThan(0);
  expect(order?.refundedTotal).toBeCloseTo((before?.total ?? 0) - 50, 2);
});
