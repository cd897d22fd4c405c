import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { orderContract } from '#domains/selling/orders/contract.ts';
import { gatewayContract } from '#domains/selling/payments/sandbox/contract.ts';
import { client } from '#lib/client.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { runs } from '#tests/stress/run-count.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NODE = join(ROOT, 'node_modules/.bin/node');
const PRODUCTS = [1001, 1004, 1005, 1006];

let dataDir = '';
let port = 0;
let child: ChildProcess;

async function start(): Promise<void> {
  child = spawn(NODE, [join(ROOT, 'src/server/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 50,
  });
}

const ended = (process: ChildProcess) =>
  new Promise<void>((resolve) =>
    process.exitCode !== null || process.signalCode !== null ? resolve() : process.once('exit', () => resolve()),
  );

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellardoor crash '));
  port = await freePort();
  await start();
});
afterAll(async () => {
  child.kill('SIGTERM');
  await ended(child);
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns null if a call failed by a refused connection, a reset or a timeout. Nothing was confirmed then. */
const tried = async <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

test('restores every confirmed write with correct balances after server and database are killed during writes [API-18] [CART-37]', async () => {
  const calls = () => {
    const transport = httpTransport(port, 'localhost');
    return {
      carts: client(cartContract, transport),
      checkout: client(checkoutContract, transport),
      order: client(orderContract, transport),
      gateway: client(gatewayContract, transport),
    };
  };
  const open = () => openDatabase(findRunningPostgres(dataDir)?.connectionString ?? '', 2);
  const opening: Record<number, number> = {};
  const before = open();
  for (const row of await before.queryMany<{ product_id: number; level: number }>({
    text: "select product_id, level from stock_levels where market = 'AU'",
  }))
    opening[row.product_id] = row.level;
  await before.close();

  const confirmed = new Map<string, number>();
  const orders = new Set<string>();
  let writing = true;

  const shopper = async (seed: number): Promise<void> => {
    for (let turn = 0; writing; turn += 1) {
      const { carts, checkout, gateway } = calls();
      const productId = PRODUCTS[(seed + turn) % PRODUCTS.length] ?? 0;
      const made = await tried(carts.create({ offer: {}, productId }));
      if (!made?.ok) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      const { data: cart } = made.value;
      confirmed.set(cart.id, 1);
      const added = await tried(carts.addItem({ offer: {}, productId, cartId: cart.id }));
      if (added === null) confirmed.set(cart.id, -1);
      else if (added.ok) confirmed.set(cart.id, added.value.data.cartQuantity);
      if (turn % 2 === 0 || !added?.ok) continue;
      // The checkout changes the cart, so its content is not compared.
      confirmed.delete(cart.id);
      const redirected = await tried(checkout.redirectUrl({ cartId: cart.id, email: DETAILS.email }));
      const token = redirected?.ok ? (redirected.value.data.checkoutUrl.split('/').at(-1) ?? '') : '';
      const placed =
        token === ''
          ? null
          : await tried(
              checkout.placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: added.value.data.cartTotal }),
            );
      if (!placed?.ok) continue;
      await tried(gateway.pay({ id: placed.value.data.nextUrl.split('/').at(-1) ?? '', cardToken: 'card_success' }));
      const confirmation = await tried(checkout.settle({ token }));
      if (confirmation?.ok && confirmation.value.data.status === 'paid') orders.add(confirmation.value.data.nextUrl.replace('/order/', ''));
    }
  };
  const shoppers = Array.from({ length: 6 }, (_, seed) => shopper(seed));

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const victims = ['server', 'database', 'server', 'both'] as const;
  for (const victim of Array.from({ length: runs(1) }, () => victims).flat()) {
    await pause(700);
    const postmaster = Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0]);
    if (victim !== 'server' && postmaster > 0) process.kill(postmaster, 'SIGKILL');
    if (victim === 'database') {
      await pause(1_500);
      expect(child.exitCode ?? child.signalCode, 'the server outlives its database').toBe(null);
      continue;
    }
    child.kill('SIGKILL');
    await ended(child);
    await start();
  }
  // Until enough was written, however slow the machine is.
  await expect.poll(() => confirmed.size > 20 && orders.size > 5, { timeout: 60_000 }).toBe(true);
  writing = false;
  await Promise.all(shoppers);

  await expect.poll(() => fetch(`http://127.0.0.1:${port}/readyz`).then((response) => response.json())).toMatchObject({ database: true });
  const { carts, order } = calls();
  for (const [cartId, quantity] of confirmed) {
    const read = await carts.initialize({ cartId });
    // -1: the response to the second add was lost, so the quantity is 1 or more.
    expect(
      read.ok && (quantity === -1 ? read.value.data.cartQuantity >= 1 : read.value.data.cartQuantity === quantity),
      `cart ${cartId} of ${quantity}`,
    ).toBe(true);
  }
  for (const id of orders) expect(await order.order({ id })).toMatchObject({ ok: true });

  const database = open();
  await database.execute({
    text: "update orders set reserved_until = now() - interval '1 second' where status = 'Incomplete' and number is null",
  });
  await expect
    .poll(
      async () =>
        (
          await database.queryOne<{ open: number }>({
            text: "select count(*) as open from orders where status = 'Incomplete' and number is null",
          })
        )?.open,
    )
    .toBe(0);
  expect(await findInvariantViolations({ database }, opening)).toEqual([]);
  await database.close();
});
