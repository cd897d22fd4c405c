/** The audit of a shop that sold, refunded and cancelled, and of one whose records were changed by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/server/config.ts';
import { buyer, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { runCommand } from '#tests/fixtures/cli.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { auditLedgers } from './audit-ledgers.ts';

let shop: TestShop;
let orderId = '';
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 100 }, { offerId: 'two', productId: 2, level: 100 });
  const paying = await buyer(shop, [1, 2]);
  const { nextUrl } = yes(await paying.placeOrder()).data;
  await paying.pay(nextUrl);
  orderId = (await orderAt(shop, yes(await paying.settle()).data.nextUrl)).id;
  // Another shopper is paying.
  yes(await (await buyer(shop, [1])).placeOrder());
});
afterAll(() => shop.stop());

/** Runs statements, audits, and undoes the statements. */
async function auditAfter(...statements: readonly string[]): Promise<string[]> {
  const undo = new Error('undo');
  let found: string[] = [];
  await shop.database
    .transaction(async (transaction) => {
      for (const text of statements) await transaction.execute({ text });
      const { differences } = await auditLedgers({ transaction: (work) => work({ ...transaction, execute: async () => 0 }) });
      found = differences.map(({ check }) => check);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

test('finds no difference in a shop that sells', async () => {
  const { code, stdout, stderr } = await runCommand({ database: shop.database, config: readConfig({}) }, 'audit');
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '0 differences in 12 comparisons.' });
});

test('ends with an exit code and lists the differences if there are some', async () => {
  await shop.database.execute({ text: 'update stock_levels set level = level + 3 where product_id = 2' });
  const { code, stdout, stderr } = await runCommand({ database: shop.database, config: readConfig({}) }, 'audit');
  await shop.database.execute({ text: 'update stock_levels set level = level - 3 where product_id = 2' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/stock and movements +product 2 AU: 102 in stock, movements make 99/);
  expect(stderr).toBe('2 differences in 12 comparisons.');
});

describe('finds what was changed by hand:', () => {
  const order = () => `'${orderId}'`;
  test.each<[string, () => string[]]>([
    ['stock and movements', () => ['update stock_levels set level = level - 1 where product_id = 1']],
    ['stock and reservations', () => ["update stock_reservations set quantity = quantity + 1 where state = 'active'"]],
    [
      'carts and orders',
      () => [
        `insert into orders (number, market, checkout_id, cart_id, cart_version, status, email, details, totals, total_cents, reserved_until, charge_cents)
          select 5, market, checkout_id, cart_id, cart_version, status, email, details, totals, 0, reserved_until, 0 from orders where id = ${order()}`,
      ],
    ],
    ['orders and payments', () => [`update orders set payment_id = null where id = ${order()}`]],
    ['orders and test payments', () => [`update sandbox_gateway.payments set status = 'cancelled' where merchant_key = ${order()}`]],
    [
      'orders and refunds',
      () => [
        `insert into order_refunds (order_id, key, amount_cents, gateway_cents, actor)
          select id, 'x', total_cents + 1, total_cents + 1, 'x' from orders where id = ${order()}`,
      ],
    ],
    [
      'orders and claims',
      () => [
        `insert into claims (order_id, market, state, amount_cents) select id, market, 'credited', total_cents + 1 from orders where id = ${order()}`,
      ],
    ],
    [
      'replacements and stock',
      () => [
        `insert into claims (order_id, market, state, replacement_id) select id, market, 'replaced', id from orders where id = ${order()}`,
      ],
    ],
    [
      'refunds and ledger',
      () => [
        `insert into order_refunds (order_id, key, amount_cents, gateway_cents, actor, state) values (${order()}, 'y', 100, 40, 'x', 'done')`,
      ],
    ],
    ['orders and ledger', () => [`update orders set charge_cents = charge_cents - 100 where id = ${order()}`]],
    [
      'balances of accounts',
      () => [
        "insert into ledger_accounts values ('credit:test')",
        "insert into ledger_entries (account, kind, cents, source) values ('credit:test', 'spend', -5, 'test')",
      ],
    ],
    [
      'reserved balances',
      () => [
        "insert into ledger_accounts values ('credit:test')",
        "insert into ledger_entries (account, kind, cents, source) values ('credit:test', 'grant', 5, 'test')",
        `insert into ledger_holds (account, key, kind, cents, state) values ('credit:test', ${order()}, 'spend', 5, 'active')`,
      ],
    ],
  ])('%s', async (check, statements) => {
    expect(await auditAfter(...statements())).toContain(check);
  });
});
