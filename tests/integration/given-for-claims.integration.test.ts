/** Refunds by hand of orders for which a claim gave something. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimContract } from '#domains/selling/claims/contract.ts';
import { claimOfficeContract } from '#domains/selling/claims/office-contract.ts';
import { linesOfficeContract } from '#domains/selling/orders/lines-office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { createOrderShop } from '#tests/fixtures/order-office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let owner: OfficeBrowser;
beforeAll(async () => {
  ({ shop, owner } = await createOrderShop());
});
afterAll(() => shop?.stop());

const orders = () => owner.call(orderOfficeContract);
const read = async (id: string) => yes(await orders().order({ id }));
const seen = async (id: string) => ({ id, version: (await read(id)).version });
const GIVEN = '$60.00 was already given for claims on this order, as store credit or as cases that were sent again.';

/** Creates an order of a case at $60, of which a case was sent again. */
async function replacedOrder(): Promise<string> {
  const order = await paidOrder(shop, [1], 'localhost', { email: `${randomUUID()}@example.com` });
  await shipOrder(orderDepsOf(shop), order, shipmentOf());
  const claim = await claimOn(order);
  yes(await owner.call(claimOfficeContract).decideClaim({ ...claim, outcome: 'replace', cases: [{ position: 0, cases: 1 }] }));
  return order;
}
async function claimOn(order: string) {
  yes(await shop.call(claimContract).sendClaim({ order, lines: [{ position: 0, problem: 'broken', bottles: 6 }] }));
  const row = await shop.database.queryOne<{ id: string }>({ text: 'select id from claims where order_id = $1', values: [order] });
  const { id, version } = yes(await owner.call(claimOfficeContract).claim({ id: row?.id ?? '' }));
  return { id, version };
}

test('a refund is refused until the person confirms that they know what a claim gave', async () => {
  const id = await replacedOrder();
  expect((await read(id)).payment).toMatchObject({ left: 69.9, givenForClaims: 60 });

  const refused = await orders().refundOrder({ ...(await seen(id)), all: true });

  expect(refused).toMatchObject({ ok: false, status: 409, code: 'action_refused', title: expect.stringContaining(GIVEN) });
  expect((await read(id)).refunds).toEqual([]);
  const refunded = yes(await orders().refundOrder({ ...(await seen(id)), all: true, knowsGiven: true }));
  expect(refunded.payment).toMatchObject({ left: 0, refunded: 69.9 });
});

test('a cancellation asks for the same, and other orders are refunded without it', async () => {
  const [id, other] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  const claim = await claimOn(id);
  // As credit for a claim that was given before anything was sent.
  await shop.database.execute({ text: "update claims set state = 'credited', amount_cents = 6000 where id = $1", values: [claim.id] });

  expect(await orders().cancelOrder(await seen(id))).toMatchObject({ ok: false, status: 409, title: expect.stringContaining(GIVEN) });
  expect((await read(id)).order.status).toBe('Awaiting Fulfillment');
  expect(yes(await orders().cancelOrder({ ...(await seen(id)), knowsGiven: true })).order.status).toBe('Cancelled');
  expect(yes(await orders().cancelOrder(await seen(other))).order.status).toBe('Cancelled');
});

test('taking out items asks for the same', async () => {
  const id = await paidOrder(shop, [1, 1]);
  const claim = await claimOn(id);
  await shop.database.execute({ text: "update claims set state = 'credited', amount_cents = 6000 where id = $1", values: [claim.id] });
  const lines = [{ position: 0, quantity: 1 }];
  const items = owner.call(linesOfficeContract);

  const refused = await items.changeLines({ ...(await seen(id)), lines });

  expect(refused).toMatchObject({ ok: false, status: 409, title: expect.stringContaining(GIVEN) });
  expect(yes(await items.changeLines({ ...(await seen(id)), lines, knowsGiven: true })).payment.refunded).toBe(60);
});

test('the command prints what a claim gave', async () => {
  const { number } = (await read(await replacedOrder())).order;

  const output = await runCommand(shopAccess(shop), 'order refund', [String(number)], { all: true, actor: 'Sam' });

  expect(output).toMatchObject({ code: 0, stdout: expect.stringContaining('$69.90 refunded.') });
  expect(output.stderr).toContain(GIVEN);
});
