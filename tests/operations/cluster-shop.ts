/** A shop on a database cluster: two web processes behind PgBouncer, shoppers, and comparisons of what they were told with the books. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { client } from '#lib/client.ts';
import { migrate } from '#lib/db/migrate.ts';
import { buyer, findInvariantViolations, yes } from '#tests/fixtures/checkout-flow.ts';
import { type StripeServer, startStripeServer } from '#tests/fixtures/fake-stripe.ts';
import { type Gate, openGate } from '#tests/fixtures/gate.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';
import { type ClusterOptions, type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';

const CASES = 1_000_000;
const BUYERS = 3;
const BROWSERS = 3;

export interface ClusterShop {
  readonly cluster: DatabaseCluster;
  readonly stripe: StripeServer;
  /** Between the shop and Stripe. */
  readonly stripeGate: Gate;
  /** Between the web processes and PgBouncer. */
  readonly poolerGate: Gate;
  /** Runs the jobs, except imports. */
  readonly shop: TestShop;
  /** Web processes. A restarted one keeps its port. */
  readonly webs: ShopProcess[];
  /** Starts a process of the shop with the same settings. */
  startProcess(env: Readonly<Record<string, string>>): Promise<ShopProcess>;
  stop(): Promise<void>;
}

/** Starts a cluster, a Stripe, a shop that runs the jobs, and two web processes behind PgBouncer. */
export async function openClusterShop(options: ClusterOptions = {}, webEnv: Readonly<Record<string, string>> = {}): Promise<ClusterShop> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const cluster = await startDatabaseCluster(options);
    stops.push(() => cluster.stop());
    const stripe = await startStripeServer();
    stops.push(() => stripe.close());
    const stripeGate = await openGate(new URL(stripe.url));
    stops.push(() => stripeGate.close());
    const poolerGate = await openGate(new URL(cluster.poolerConnectionString));
    stops.push(() => poolerGate.close());
    await migrate(cluster.connectionString);
    const env = {
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_API_URL: `http://127.0.0.1:${stripeGate.port}`,
    };
    const shop = await createTestShop(env, undefined, {}, async () => ({
      connectionString: cluster.connectionString,
      drop: async () => {},
    }));
    stops.push(() => shop.stop());
    await shop.stock({ offerId: 'one', productId: 1, level: CASES });
    const startProcess: ClusterShop['startProcess'] = (own) =>
      startShopProcess(cluster.connectionString, {
        ...env,
        DATABASE_POOLER_URL: Object.assign(new URL(cluster.poolerConnectionString), { port: String(poolerGate.port) }).href,
        DATABASE_POOLER_PREPARES: 'no',
        ...own,
      });
    const webs = await Promise.all([1, 2].map(() => startProcess({ SHOP_ROLE: 'web', ...webEnv })));
    stops.push(() => Promise.all(webs.map((each) => each.end())));
    return { cluster, stripe, stripeGate, poolerGate, shop, webs, startProcess, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the status and code of a refused call, or the reason why there was no response. */
function kindOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, status, code] = /"status":(\d+),"code":"(\w+)"/.exec(message) ?? [];
  return status === undefined ? message.replace(/ [\d.]+:\d+$/, '') : `${status} ${code}`;
}

/** What the shop has confirmed to its shoppers, and when. */
export class Shoppers {
  readonly orders: string[] = [];
  /** Cases in carts. */
  readonly carts = new Map<string, number>();
  /** How often calls failed, by kind. */
  readonly failures = new Map<string, number>();
  requests = 0;
  /** When purchases succeeded. */
  readonly moments: number[] = [];
  #isOver = false;
  readonly #running: Promise<unknown>;
  readonly #shop: ClusterShop;

  constructor(shop: ClusterShop) {
    this.#shop = shop;
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
  #spread(): Pick<TestShop, 'call'> {
    const { webs } = this.#shop;
    return {
      call: (table, host = 'localhost') =>
        client(table, (call, input, options) => {
          this.requests += 1;
          return httpTransport(webs[this.requests % webs.length]?.port ?? 0, host)(call, input, options);
        }),
    };
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#isOver)
      await act().catch(async (error: unknown) => {
        const kind = kindOf(error);
        this.failures.set(kind, (this.failures.get(kind) ?? 0) + 1);
        await sleep(200);
      });
  }

  async #buy(): Promise<void> {
    const guest = await buyer(this.#spread(), [1]);
    const { nextUrl } = yes(await guest.placeOrder()).data;
    this.#shop.stripe.payPage(nextUrl.split('/').at(-1) ?? '');
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
export async function findLost({ shop }: ClusterShop, { orders, carts }: Shoppers): Promise<string[]> {
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
export async function findDifferences({ shop, stripe }: ClusterShop): Promise<string[]> {
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
