/** A shop on a database cluster: two web processes behind PgBouncer, shoppers, and comparisons of what they were told with the books. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { updateSchema } from '#server/update-schema.ts';
import { findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { type MailServer, startMailServer } from '#tests/fixtures/fake-smtp-server.ts';
import { type StripeServer, startStripeServer } from '#tests/fixtures/fake-stripe.ts';
import { type Gate, openGate } from '#tests/fixtures/gate.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';
import { type ClusterOptions, type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';
import type { Lines, Shoppers } from './shoppers.ts';

const CASES = 1_000_000;
/** The wines that shoppers buy. */
export const PRODUCTS = [1, 2, 3];

export interface WebhookReceiver {
  readonly port: number;
  /** Ids of the deliveries that it has accepted. */
  readonly accepted: ReadonlySet<string>;
  stop(): Promise<void>;
}

/** Starts a receiver that accepts every delivery. */
async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const port = await freePort();
  const accepted = new Set<string>();
  const server = createServer((request, response) => {
    accepted.add(String(request.headers['webhook-id']));
    request.resume().once('end', () => response.writeHead(204).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    accepted,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface ClusterShop {
  readonly cluster: DatabaseCluster;
  readonly stripe: StripeServer;
  /** Between the shop and Stripe. */
  readonly stripeGate: Gate;
  readonly mail: MailServer;
  /** Between the shop and its mail server. */
  readonly mailGate: Gate;
  readonly webhooks: WebhookReceiver;
  /** Between the shop and the receiver of its webhooks. */
  readonly webhookGate: Gate;
  /** Between the web processes and PgBouncer. */
  readonly poolerGate: Gate;
  /** Runs the jobs, except imports, unless `runsJobs` is false. */
  readonly shop: TestShop;
  /** Web processes. A restarted one keeps its port. */
  readonly webs: ShopProcess[];
  /** Starts a process of the shop with the same settings. */
  startProcess(env: Readonly<Record<string, string>>): Promise<ShopProcess>;
  stop(): Promise<void>;
}

interface ClusterShopOptions extends ClusterOptions {
  /** Settings of the web processes. */
  readonly webEnv?: Readonly<Record<string, string>>;
  /** False if only workers that are started run jobs. */
  readonly runsJobs?: boolean;
}

/** Starts a cluster, a Stripe, a shop, and two web processes behind PgBouncer. */
export async function openClusterShop({ webEnv = {}, runsJobs = true, ...options }: ClusterShopOptions = {}): Promise<ClusterShop> {
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
    const mail = await startMailServer();
    stops.push(() => mail.stop());
    const mailGate = await openGate(new URL(mail.url));
    stops.push(() => mailGate.close());
    const webhooks = await startWebhookReceiver();
    stops.push(() => webhooks.stop());
    const webhookGate = await openGate({ hostname: '127.0.0.1', port: webhooks.port });
    stops.push(() => webhookGate.close());
    const poolerGate = await openGate(new URL(cluster.poolerConnectionString));
    stops.push(() => poolerGate.close());
    await updateSchema(cluster.connectionString, () => {});
    const env = {
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_API_URL: `http://127.0.0.1:${stripeGate.port}`,
      SMTP_URL: `smtp://127.0.0.1:${mailGate.port}`,
      ORDER_WEBHOOK_URL: `http://127.0.0.1:${webhookGate.port}/orders`,
      ORDER_WEBHOOK_SECRET: 'a secret of sixteen signs',
    };
    const shop = await createTestShop({ ...env, SHOP_ROLE: runsJobs ? 'all' : 'web' }, undefined, {}, async () => ({
      connectionString: cluster.connectionString,
      drop: async () => {},
    }));
    stops.push(() => shop.stop());
    await shop.stock(...PRODUCTS.map((productId) => ({ offerId: `wine-${productId}`, productId, level: CASES })));
    const startProcess: ClusterShop['startProcess'] = (own) =>
      startShopProcess(cluster.connectionString, {
        ...env,
        DATABASE_POOLER_URL: Object.assign(new URL(cluster.poolerConnectionString), { port: String(poolerGate.port) }).href,
        DATABASE_POOLER_PREPARES: 'no',
        ...own,
      });
    const webs = await Promise.all([1, 2].map(() => startProcess({ SHOP_ROLE: 'web', ...webEnv })));
    stops.push(() => Promise.all(webs.map((each) => each.end())));
    return { cluster, stripe, stripeGate, mail, mailGate, webhooks, webhookGate, poolerGate, shop, webs, startProcess, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const toText = (lines: Lines): string => JSON.stringify(Object.entries(lines).toSorted(([a], [b]) => Number(a) - Number(b)));

/** Returns what was confirmed and is not in the database as it was confirmed. */
export async function findLost({ shop }: ClusterShop, { orders, carts }: Shoppers): Promise<string[]> {
  const orderRows = await shop.database.queryMany<{ id: string; total: number; lines: Lines }>({
    text: `select o.id, o.total_cents as total, (select jsonb_object_agg(l.product_id, l.quantity) from order_lines l where l.order_id = o.id) as lines
      from orders o where o.number is not null`,
  });
  const cartRows = await shop.database.queryMany<{ id: string; lines: Lines }>({
    text: 'select cart_id as id, jsonb_object_agg(product_id, quantity) as lines from cart_lines group by cart_id',
  });
  const storedOrders = new Map(orderRows.map(({ id, total, lines }) => [id, `${total} cents ${toText(lines)}`]));
  const storedCarts = new Map(cartRows.map(({ id, lines }) => [id, toText(lines)]));
  const differ = (what: string, confirmed: string, found = 'gone'): string[] =>
    found === confirmed ? [] : [`${what}: ${confirmed} was confirmed and is ${found}`];
  return [
    ...orders.flatMap(({ id, lines, totalCents }) => differ(`order ${id}`, `${totalCents} cents ${toText(lines)}`, storedOrders.get(id))),
    ...[...carts].flatMap(([id, lines]) => differ(`cart ${id}`, toText(lines), storedCarts.get(id))),
  ];
}

/** Returns how many repeated calls met an order that a call without an answer had placed, by call. */
export async function countMetOrders(
  { shop }: ClusterShop,
  { repeated }: Shoppers,
): Promise<Readonly<Record<'placeOrder' | 'settle', number>>> {
  const rows = await shop.database.queryMany<{ id: string; created: Date; placed: Date }>({
    text: 'select id, created_at as created, placed_at as placed from orders where id = any($1::uuid[])',
    values: [repeated.map(({ order }) => order)],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  const count = (call: 'placeOrder' | 'settle', since: (row: { created: Date; placed: Date }) => Date): number =>
    repeated.filter((each) => {
      const row = found.get(each.order);
      return each.call === call && row !== undefined && since(row).getTime() < each.at;
    }).length;
  return { placeOrder: count('placeOrder', ({ created }) => created), settle: count('settle', ({ placed }) => placed) };
}

/** Compares the books of the shop with those of Stripe. */
export async function findDifferences({ shop, stripe }: ClusterShop): Promise<string[]> {
  const orders = await shop.database.queryMany<{ id: string }>({
    text: 'select id from orders where number is not null and charge_cents > 0',
  });
  const charges = new Map<string, number>();
  for (const { status, metadata, amount_refunded: refunded } of stripe.intents.values()) {
    const order = (metadata as { order?: string } | undefined)?.order;
    if (status === 'succeeded' && !refunded && order !== undefined) charges.set(order, (charges.get(order) ?? 0) + 1);
  }
  const numbered = new Set(orders.map(({ id }) => id));
  // Its payments are in the sandbox of the shop, which nobody used.
  const books = (await findInvariantViolations(shop, Object.fromEntries(PRODUCTS.map((id) => [id, CASES])))).filter(
    (each) => !each.startsWith('order without a capture'),
  );
  // These shoppers add nothing while they pay, so each of their carts has one order.
  const repeated = await shop.database.queryMany<{ what: string }>({
    text: `select format('cart %s has orders %s', cart_id, string_agg(format('%s of customer %s, version %s, %s cents, from %s until %s, %s',
        number, customer_id, cart_version, total_cents, created_at, placed_at,
        (select jsonb_object_agg(l.product_id, l.quantity) from order_lines l where l.order_id = orders.id)), '; ' order by created_at)) as what
      from orders where number is not null group by cart_id having count(*) > 1`,
  });
  return [
    ...books,
    ...repeated.map(({ what }) => what),
    ...[...numbered].filter((id) => !charges.has(id)).map((id) => `order ${id} was not paid`),
    ...[...charges].filter(([id]) => !numbered.has(id)).map(([id]) => `payment without order ${id}`),
    ...[...charges].filter(([, count]) => count > 1).map(([id, count]) => `order ${id} was paid ${count} times`),
  ];
}
