/**
 * The leader of the database is killed, hangs, is cut off and is replaced while shoppers fill carts and buy through PgBouncer. Whatever the
 * shop has confirmed is still there, and nobody has paid twice: the payments are in a Stripe of their own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { client } from '#lib/client.ts';
import { migrate } from '#lib/db/migrate.ts';
import { buyer, findInvariantViolations, yes } from '#tests/fixtures/checkout-flow.ts';
import { type StripeServer, startStripeServer } from '#tests/fixtures/fake-stripe.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';
import { type ClusterOptions, type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';
import { NODES } from './node-network.ts';

const CASES = 1_000_000;
const BUYERS = 3;
const BROWSERS = 3;
/** Load before a fault, and after everything is whole again. */
const STEADY_MS = 3_000;

interface Setting {
  readonly cluster: DatabaseCluster;
  readonly stripe: StripeServer;
  readonly shop: TestShop;
  readonly webs: readonly ShopProcess[];
}
let stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
});

/** Starts a cluster, two web processes behind PgBouncer, and a shop that runs the jobs. */
async function open(options: ClusterOptions = {}): Promise<Setting> {
  const cluster = await startDatabaseCluster(options);
  stops.push(() => cluster.stop());
  const stripe = await startStripeServer();
  stops.push(() => stripe.close());
  await migrate(cluster.connectionString);
  const env = {
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_URL: stripe.url,
  };
  const shop = await createTestShop(env, undefined, {}, async () => ({
    connectionString: cluster.connectionString,
    drop: async () => {},
  }));
  stops.push(() => shop.stop());
  await shop.stock({ offerId: 'one', productId: 1, level: CASES });
  const web = { ...env, SHOP_ROLE: 'web', DATABASE_POOLER_URL: cluster.poolerConnectionString, DATABASE_POOLER_PREPARES: 'no' };
  const webs = await Promise.all([1, 2].map(() => startShopProcess(cluster.connectionString, web)));
  stops.push(() => Promise.all(webs.map((each) => each.end())));
  return { cluster, stripe, shop, webs };
}

/** What the shop has confirmed to its shoppers, and when. */
class Shoppers {
  readonly orders: string[] = [];
  /** Cases in carts. */
  readonly carts = new Map<string, number>();
  /** How often calls failed, by message. */
  readonly failures = new Map<string, number>();
  /** When purchases succeeded. */
  readonly moments: number[] = [];
  #isOver = false;
  readonly #running: Promise<unknown>;
  readonly #setting: Setting;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#running = Promise.all([
      ...Array.from({ length: BUYERS }, () => this.#repeat(() => this.#buy())),
      ...Array.from({ length: BROWSERS }, () => this.#repeat(() => this.#fillCart())),
    ]);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Each call goes to another process. */
  #turn = 0;
  #spread(): Pick<TestShop, 'call'> {
    const { webs } = this.#setting;
    return {
      call: (table, host = 'localhost') =>
        client(table, (call, input, options) => httpTransport(webs[this.#turn++ % webs.length]?.port ?? 0, host)(call, input, options)),
    };
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#isOver)
      await act().catch(async (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        this.failures.set(message, (this.failures.get(message) ?? 0) + 1);
        await sleep(200);
      });
  }

  async #buy(): Promise<void> {
    const guest = await buyer(this.#spread(), [1]);
    const { nextUrl } = yes(await guest.placeOrder()).data;
    this.#setting.stripe.payPage(nextUrl.split('/').at(-1) ?? '');
    const { status, nextUrl: order } = yes(await guest.settle()).data;
    if (status !== 'paid') throw new Error(`a purchase is ${status}`);
    this.orders.push(order.split('/').at(-1) ?? '');
    this.moments.push(performance.now());
  }

  async #fillCart(): Promise<void> {
    const carts = this.#spread().call(cartContract);
    const { id } = yes(await carts.create({ offer: {}, productId: 1 })).data;
    this.carts.set(id, 1);
    for (let cases = 2; cases <= 5 && !this.#isOver; cases += 1) {
      yes(await carts.addItem({ offer: {}, productId: 1, cartId: id }));
      this.carts.set(id, cases);
    }
  }
}

/** Returns what was confirmed and is not in the database. */
async function findLost({ shop }: Setting, { orders, carts }: Shoppers): Promise<string[]> {
  const kept = await shop.database.queryMany<{ id: string }>({ text: 'select id from orders where number is not null' });
  const filled = await shop.database.queryMany<{ id: string; cases: number }>({
    text: 'select cart_id as id, sum(quantity)::int as cases from cart_lines group by cart_id',
  });
  const ids = new Set(kept.map(({ id }) => id));
  const cases = new Map(filled.map(({ id, cases: count }) => [id, count]));
  return [
    ...orders.filter((id) => !ids.has(id)).map((id) => `order ${id}`),
    ...[...carts].filter(([id, count]) => (cases.get(id) ?? 0) < count).map(([id, count]) => `${count} cases in cart ${id}`),
  ];
}

/** Compares the books of the shop with those of Stripe. */
async function findDifferences({ shop, stripe }: Setting): Promise<string[]> {
  const orders = await shop.database.queryMany<{ id: string }>({ text: 'select id from orders where number is not null' });
  const charges = new Map<string, number>();
  for (const { status, metadata, amount_refunded: refunded } of stripe.intents.values()) {
    const order = (metadata as { order?: string } | undefined)?.order;
    if (status === 'succeeded' && !refunded && order !== undefined) charges.set(order, (charges.get(order) ?? 0) + 1);
  }
  const numbered = new Set(orders.map(({ id }) => id));
  // Its payments are in the sandbox of the shop, which nobody used.
  const books = (await findInvariantViolations(shop, { 1: CASES })).filter((each) => !each.startsWith('order without a capture'));
  return [
    ...books,
    ...[...numbered].filter((id) => !charges.has(id)).map((id) => `order ${id} was not paid`),
    ...[...charges].filter(([id]) => !numbered.has(id)).map(([id]) => `payment without order ${id}`),
    ...[...charges].filter(([, count]) => count > 1).map(([id, count]) => `order ${id} was paid ${count} times`),
  ];
}

/** Returns the longest time between two purchases, in seconds. */
const longestGap = (moments: readonly number[]): string =>
  (Math.max(...moments.slice(1).map((moment, at) => moment - (moments[at] ?? moment))) / 1_000).toFixed(1);

interface Fault {
  readonly what: string;
  /** @returns what ends the fault */
  readonly strike: (cluster: DatabaseCluster, leader: string) => Promise<() => Promise<unknown>>;
}
const FAULTS: readonly Fault[] = [
  {
    what: 'is killed',
    async strike(cluster, leader) {
      await cluster.kill(leader);
      return () => cluster.start(leader);
    },
  },
  {
    what: 'hangs',
    async strike(cluster, leader) {
      await cluster.pause(leader);
      return () => cluster.resume(leader);
    },
  },
  {
    what: 'loses its network',
    async strike(cluster, leader) {
      await cluster.disconnect(leader);
      return () => cluster.connect(leader);
    },
  },
  {
    what: 'hands over to a replica, and fails back',
    async strike(cluster, leader) {
      await cluster.switchOver(await cluster.syncReplica());
      return async () => {
        await cluster.waitUntilWhole();
        await cluster.switchOver(leader);
      };
    },
  },
];

test('no confirmed write is lost while the leader is replaced', async () => {
  const setting = await open();
  const { cluster } = setting;
  for (const { what, strike } of FAULTS) {
    await cluster.waitUntilWhole();
    const shoppers = new Shoppers(setting);
    await sleep(STEADY_MS);
    const leader = await cluster.waitForLeader();
    const heal = await strike(cluster, leader);
    const next = await cluster.waitForLeader(leader);
    await sleep(STEADY_MS);
    await heal();
    await cluster.waitUntilWhole();
    await sleep(STEADY_MS);
    await shoppers.stop();
    console.log(
      `The leader ${what}: ${leader} → ${next}, ${shoppers.orders.length} purchases, ${shoppers.carts.size} carts, ` +
        `no purchase for ${longestGap(shoppers.moments)} s; failed: ${[...shoppers.failures].map(([what, count]) => `${count} × ${what}`).join(', ')}`,
    );
    expect(await findLost(setting, shoppers), what).toEqual([]);
    // Orders whose confirmation was lost are finished by the jobs.
    await expect.poll(() => findDifferences(setting), { message: what, timeout: 120_000, interval: 2_000 }).toEqual([]);
  }
});

describe('the replicas are away when the leader and its disk are lost', () => {
  /** @returns what was confirmed and is lost */
  async function loseLeader(options: ClusterOptions): Promise<string[]> {
    const setting = await open(options);
    const { cluster } = setting;
    const leader = await cluster.waitForLeader();
    const replicas = NODES.filter((node) => node !== leader);
    const shoppers = new Shoppers(setting);
    await sleep(STEADY_MS);
    for (const replica of replicas) await cluster.kill(replica);
    // Without strictness Patroni lets the leader confirm alone after a while.
    await sleep(20_000);
    await cluster.kill(leader);
    await cluster.deleteData(leader);
    for (const replica of replicas) await cluster.start(replica);
    // Patroni promotes none by itself: when both were away, it noted that no replica is known to have everything.
    await cluster.forceFailOver(replicas);
    await cluster.waitForLeader();
    await cluster.start(leader);
    await cluster.waitUntilWhole();
    await shoppers.stop();
    console.log(`${JSON.stringify(options)}: ${shoppers.orders.length} purchases, ${shoppers.carts.size} carts`);
    return findLost(setting, shoppers);
  }

  test('nothing is lost, because nothing was confirmed', async () => {
    expect(await loseLeader({})).toEqual([]);
  });

  test.each([{ isStrict: false }, { isSynchronous: false, isStrict: false }])(
    'confirmed orders and carts are lost with %o, which this check notices',
    async (options) => {
      expect((await loseLeader(options)).length).toBeGreaterThan(0);
    },
  );
});
