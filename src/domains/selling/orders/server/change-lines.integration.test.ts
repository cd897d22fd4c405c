/** Staff take cases out of orders that were not sent, over the real server. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Queryable, Statement } from '#lib/db/pool.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { createOrderShop } from '#tests/fixtures/order-office.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { linesOfficeContract } from '../lines-office-contract.ts';
import { orderOfficeContract } from '../office-contract.ts';
import { cancelOrder } from './cancel-order.ts';
import { changeLines } from './change-lines.ts';
import { anonymiseBuyers } from './customer-order.repository.ts';
import { refundOrder, retryPendingRefunds } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let kim: OfficeBrowser;
let reader: OfficeBrowser;
beforeAll(async () => {
  ({ shop, owner, kim, reader } = await createOrderShop());
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(linesOfficeContract);
const read = async (id: string) => yes(await owner.call(orderOfficeContract).order({ id }));
const seen = async (id: string) => ({ id, version: (await read(id)).version });
const keep = (position: number, quantity: number) => ({ position, quantity });
/** Cases of a wine that can be sold. */
const onSale = async (productId: number): Promise<number> => {
  const row = await shop.database.queryOne<{ count: number }>({
    text: 'select level - reserved as count from stock_levels where product_id = $1 and market = $2',
    values: [productId, 'AU'],
  });
  return row?.count ?? 0;
};
const printed = async (kind: 'invoice' | 'packing-slip' | 'credit-note', id: string) => {
  const { content } = yes(await owner.call(orderOfficeContract).orderDocument({ kind, ids: id }));
  return (await readPdf(Buffer.from(content, 'base64'))).pages.map(({ lines }) => lines.join('\n')).join('\n');
};
const countOf = async (id: string) =>
  shop.database.queryOne<{ refunds: number; events: number; cents: number }>({
    text: `select (select count(*)::int from order_refunds where order_id = $1) as refunds,
      (select count(*)::int from order_events where order_id = $1 and event = 'items_changed') as events,
      (select coalesce(sum(amount_cents), 0)::int from order_refunds where order_id = $1) as cents`,
    values: [id],
  });

describe('fewer cases of an order', () => {
  test('are refunded as they were paid, go on sale, and are on the order, its documents, its log and the buyer’s mail', async () => {
    const id = await paidOrder(shop, [1, 1, 2]);
    const [before, stock] = [await read(id), await onSale(1)];
    const [first] = before.lines;
    const each = (first?.paid ?? 0) / 2;
    const preview = yes(await at(kim).previewLines({ id, lines: [keep(0, 1)] }));
    expect(preview).toMatchObject({ amount: each, toCard: each, left: before.payment.paid - each, restocked: 1, isOverLimit: false });

    const changed = yes(await at(kim).changeLines({ id, version: before.version, lines: [keep(0, 1)], reason: 'One is enough' }));

    expect(changed.lines[0]).toMatchObject({ quantity: 2, unshipped: 1, refunded: 1 });
    expect(changed.payment).toMatchObject({ refunded: each, left: preview.left });
    expect(await onSale(1)).toBe(stock + 1);
    expect(changed.timeline.find(({ event }) => event === 'items_changed')).toMatchObject({
      actor: 'Kim',
      note: expect.stringMatching(/2 cases → 1 case$/),
    });
    expect(await printed('credit-note', id)).toContain('One is enough');
    expect(await printed('packing-slip', id)).toMatch(/cancelled: .*1/);
    const mail = await mailTo(shop, DETAILS.email, `Your order #${changed.order.number} changed`);
    expect(mail.text).toContain('Not sent any more:');
    const log = await shop.database.queryMany({
      text: "select action, before, after from activity_log where subject_id = $1 and action = 'order.items_changed'",
      values: [id],
    });
    expect(log).toEqual([
      {
        action: 'order.items_changed',
        before: { status: 'Awaiting Fulfillment', lines: [keep(0, 2)] },
        after: { lines: [keep(0, 1)], fields: ['reason'] },
      },
    ]);
  });

  test('are taken out of the rest of an order that was sent in part, and the rest is still sent', async () => {
    const id = await paidOrder(shop, [1, 1, 2]);
    await shipOrder(orderDepsOf(shop), id, shipmentOf([keep(0, 1)]));

    const changed = yes(await at(kim).changeLines({ ...(await seen(id)), lines: [keep(0, 0)] }));

    expect(changed.lines[0]).toMatchObject({ shipped: 1, unshipped: 0, refunded: 1 });
    await shipOrder(orderDepsOf(shop), id, shipmentOf());
    expect((await read(id)).order.status).toBe('Shipped');
  });

  test('are taken out once by a double press, and refused to a colleague who saw the order before', async () => {
    const id = await paidOrder(shop, [1, 1, 1]);
    const input = { ...(await seen(id)), lines: [keep(0, 2)] };
    const idempotencyKey = randomUUID();

    const answers = await Promise.all(Array.from({ length: 3 }, () => at(kim).changeLines(input, { idempotencyKey })));
    const late = await at(owner).changeLines({ ...input, lines: [keep(0, 1)] });

    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(late).toMatchObject({ ok: false, code: 'changed_meanwhile' });
    expect(await countOf(id)).toMatchObject({ refunds: 1, events: 1 });
  });

  test('of two people at the same time are taken out by one', async () => {
    const id = await paidOrder(shop, [1, 1, 1]);
    const input = await seen(id);

    const answers = await Promise.all([
      at(kim).changeLines({ ...input, lines: [keep(0, 2)] }),
      at(owner).changeLines({ ...input, lines: [keep(0, 1)] }),
    ]);

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'changed_meanwhile' });
    expect(await countOf(id)).toMatchObject({ refunds: 1, events: 1 });
  });

  test.each([
    ['everything', [keep(0, 0), keep(1, 0)], /^Nothing would be left of order #\d+\. Cancel it instead\.$/],
    ['more than there was', [keep(0, 5)], /^Line 1 \(.*\) has 2 left to send\. Enter 0 to 2/],
    ['no difference', [keep(0, 2)], /^Nothing is different/],
    ['an unknown line', [keep(7, 0)], /^There is no line 8\. The order has lines 1 to 2\.$/],
  ])('are refused in words: %s', async (_, lines, title) => {
    const id = await paidOrder(shop, [1, 1, 2]);

    const answers = [await at(kim).previewLines({ id, lines }), await at(kim).changeLines({ ...(await seen(id)), lines })];

    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: false, status: 409, code: 'action_refused' });
      if (!answer.ok) expect(answer.title).toMatch(title);
    }
    expect(await countOf(id)).toEqual({ refunds: 0, events: 0, cents: 0 });
  });

  test('are refused for orders that ended, that have labels or whose buyer was erased, and to people who may not refund', async () => {
    const [cancelled, sent, labelled, erased] = [
      await paidOrder(shop, [1, 1]),
      await paidOrder(shop, [1, 1]),
      await paidOrder(shop, [1, 1]),
      await paidOrder(shop, [1, 1]),
    ];
    await cancelOrder(orderDepsOf(shop), cancelled, { reason: '', actor: 'Sam' });
    await shipOrder(orderDepsOf(shop), sent, shipmentOf());
    await shop.database.execute({
      text: `insert into parcel_labels (order_id, key, number, parcel, parcels, carrier, service, state, destination, actor)
        values ($1, 'x', 1, 1, 1, 'address', '', 'bought', '', 'Sam')`,
      values: [labelled],
    });
    await shop.database.execute({ text: "update orders set email = '' where id = $1", values: [erased] });

    const titles = [];
    for (const id of [cancelled, sent, labelled, erased]) {
      const refused = await at(kim).changeLines({ ...(await seen(id)), lines: [keep(0, 1)] });
      titles.push(refused.ok ? '' : refused.title);
    }

    expect(titles).toEqual([
      expect.stringMatching(/is “Cancelled”, so its items can’t be changed/),
      expect.stringMatching(/is “.*”, so its items can’t be changed/),
      expect.stringMatching(/^1 parcel of this order has a label\. Cancel it first/),
      expect.stringMatching(/^The buyer’s data was erased/),
    ]);
    const open = await paidOrder(shop, [1, 1]);
    expect(await at(reader).changeLines({ ...(await seen(open)), lines: [keep(0, 1)] })).toMatchObject({ ok: false, status: 403 });
  });

  test('are not refunded beyond what is left of the payment', async () => {
    const id = await paidOrder(shop, [1, 1]);
    const { payment } = await read(id);
    await refundOrder(orderDepsOf(shop), id, refundOf({ amountCents: Math.round(payment.paid * 100) - 100 }));

    expect(await at(kim).changeLines({ ...(await seen(id)), lines: [keep(0, 1)] })).toMatchObject({
      ok: false,
      title: expect.stringMatching(/\$1\.00 of the .* paid is left to refund/),
    });
    expect((await read(id)).lines[0]).toMatchObject({ unshipped: 2 });
  });
});

describe('an order that loses cases', () => {
  test('is not refunded in full while wines of it are to be sent', async () => {
    const id = await paidOrder(shop, [1, 1, 2]);
    const { payment, lines } = await read(id);
    const rest = Math.round((payment.paid - (lines[0]?.paid ?? 0)) * 100);
    await refundOrder(orderDepsOf(shop), id, refundOf({ amountCents: rest }));

    const title = 'That would refund everything that is left of the payment. Take the other wines out, too, or cancel the order.';
    const refused = { ok: false, code: 'action_refused', title };
    expect(await at(kim).previewLines({ id, lines: [keep(0, 0)] })).toMatchObject(refused);
    expect(await at(kim).changeLines({ ...(await seen(id)), lines: [keep(0, 0)] })).toMatchObject(refused);
    expect(yes(await at(kim).changeLines({ ...(await seen(id)), lines: [keep(0, 1)] })).order.status).toBe('Partially Refunded');
  });

  test('waits for a colleague who checks it', async () => {
    const id = await paidOrder(shop, [1, 1]);
    await shop.database.execute({ text: "update orders set status = 'Manual Verification Required' where id = $1", values: [id] });

    expect((await read(id)).actions.canEditItems).toBe(false);
    expect(await at(kim).changeLines({ ...(await seen(id)), lines: [keep(0, 1)] })).toMatchObject({ ok: false, code: 'action_refused' });
  });

  test('refunds cases of a refused refund later, without taking out more of them', async () => {
    const id = await paidOrder(shop, [1, 1, 1]);
    const stock = await onSale(1);
    const refuses = orderDepsOf(shop, { refund: async () => ({ id: 'no', status: 'refused', reason: 'closed account' }) });
    await changeLines(refuses, id, { key: 'refused', lines: [keep(0, 1)], reason: '', actor: 'Kim' });
    expect((await read(id)).lines[0]).toMatchObject({ unshipped: 1, refunded: 0 });

    await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [keep(0, 2)], restock: true }));

    expect((await read(id)).lines[0]).toMatchObject({ unshipped: 1, refunded: 2 });
    expect(await onSale(1)).toBe(stock + 2);
  });

  test('loses more cases after a refund that was refused', async () => {
    const id = await paidOrder(shop, [1, 1, 1]);
    const refuses = orderDepsOf(shop, { refund: async () => ({ id: 'no', status: 'refused', reason: 'closed account' }) });
    await changeLines(refuses, id, { key: 'first', lines: [keep(0, 2)], reason: '', actor: 'Kim' });

    await changeLines(orderDepsOf(shop), id, { key: 'second', lines: [keep(0, 1)], reason: '', actor: 'Kim' });

    expect((await read(id)).lines[0]).toMatchObject({ unshipped: 1, refunded: 1 });
  });

  test('keeps the address of a buyer who is erased until the rest is sent', async () => {
    const id = await paidOrder(shop, [1, 1], 'localhost', { email: 'leaves@example.com' });
    yes(await at(kim).changeLines({ ...(await seen(id)), lines: [keep(0, 1)] }));
    await shop.database.execute({ text: "insert into order_events (order_id, event) values ($1, 'account_deleted')", values: [id] });
    const email = async () => {
      await anonymiseBuyers(shop.database);
      return (await read(id)).order.email;
    };

    expect(await email()).toBe('leaves@example.com');
    await shipOrder(orderDepsOf(shop), id, shipmentOf());
    await shop.database.execute({ text: "update orders set status = 'Partially Refunded' where id = $1", values: [id] });
    expect(await email()).toBe('');
  });
});

describe('a failure while cases are taken out', () => {
  /** A database that fails at one statement: `at`, counted from 1. */
  function failing(database: Database, at: number): { readonly database: Database; readonly hasFailed: () => boolean } {
    let count = 0;
    const step = (): void => {
      count += 1;
      if (count === at) throw new Error(`the database failed at statement ${at}`);
    };
    const wrap = <T extends Queryable>(db: T): T => ({
      ...db,
      queryMany: <Row>(query: Statement): Promise<Row[]> => {
        step();
        return db.queryMany<Row>(query);
      },
      queryOne: <Row>(query: Statement): Promise<Row | null> => {
        step();
        return db.queryOne<Row>(query);
      },
      execute: (query: Statement): Promise<number> => {
        step();
        return db.execute(query);
      },
    });
    return {
      database: { ...wrap(database), transaction: (work) => database.transaction((transaction) => work(wrap(transaction))) },
      hasFailed: () => count >= at,
    };
  }

  test('at any statement leaves all or nothing, and a repetition refunds once', async () => {
    const deps = orderDepsOf(shop);
    let steps = 0;
    for (let step = 1; ; step += 1) {
      const id = await paidOrder(shop, [1, 1, 2]);
      const stock = await onSale(1);
      const broken = failing(deps.database, step);
      const request = { key: `step ${step}`, lines: [keep(0, 1)], reason: '', actor: 'Kim' };

      await changeLines({ ...deps, database: broken.database }, id, request).catch(() => null);
      const [counted, sellable] = [await countOf(id), await onSale(1)];
      expect([
        [0, 0, stock],
        [1, 1, stock + 1],
      ]).toContainEqual([counted?.refunds, counted?.events, sellable]);

      await changeLines(deps, id, request);
      await retryPendingRefunds(deps);
      expect(await countOf(id)).toMatchObject({ refunds: 1, events: 1 });
      expect(await onSale(1)).toBe(stock + 1);
      const { payment, refunds } = await read(id);
      expect(refunds).toMatchObject([{ state: 'done' }]);
      expect(Math.round((payment.paid - payment.refunded) * 100)).toBe(Math.round(payment.left * 100));
      if (!broken.hasFailed()) break;
      steps = step;
    }
    expect(steps).toBeGreaterThan(15);
  });
});
