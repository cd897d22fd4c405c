/**
 * Kills processes, and loses or delays responses of the database and of the gateway, at every step of buying, refunding and cancelling. The
 * caller retries, as browsers and staff do. After recovery every charge has an order and the ledgers balance [CHK-1, CHK-2, CHK-3].
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { reconcilePayments, resumeOrders } from '#domains/selling/checkout/server/resume-orders.ts';
import { giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { issueGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { retryPendingRefunds } from '#domains/selling/orders/server/refund-order.ts';
import { gatewayContract } from '#domains/selling/payments/sandbox/contract.ts';
import { type Client, client, type Result } from '#lib/client.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { type ArmedFailure, FAILURES } from '#tests/fixtures/inject-connection-failure.ts';
import { orderDepsOf } from '#tests/fixtures/orders.ts';
import { createRandom } from '#tests/fixtures/random.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type ShopCore, startShopCore } from '#tests/fixtures/shop-process.ts';
import { countFailure, createLane, type FailureTable, type Lane, living, recordFailures } from '#tests/stress/crash-lane.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { runs } from '#tests/stress/run-count.ts';

const OPENING = 1_000_000;
const SEEDS = runs(12, 300);
/** Scenarios of the test. They group the rows of the result table. */
type Story = 'buying' | 'one click' | 'refunding' | 'cancelling';

/** Number of concurrent scenarios, each with a separate process. They mostly wait for late or lost responses. */
const LANES = 6;
/** Number of seeds between checks. Before a check the jobs run at rest. */
const BATCH = 25;

type ShopLane = Lane<ShopCore>;

let shop: TestShop;
let lanes: readonly ShopLane[] = [];
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: OPENING }, { offerId: 'two', productId: 2, level: OPENING });
  lanes = Array.from({ length: LANES }, () => createLane(() => startShopCore(shop.connectionString)));
});
afterAll(async () => {
  await Promise.all(lanes.map(async ({ core }) => (await core).end()));
  await shop.stop();
});

interface Calls {
  readonly carts: Client<typeof cartContract>;
  readonly checkout: Client<typeof checkoutContract>;
  readonly gateway: Client<typeof gatewayContract>;
  readonly oneClick: Client<typeof oneClickContract>;
}

/** Retries a call until its response is not a failure of the infrastructure. */
async function untilAnswered<T>(worker: ShopLane, ask: (core: ShopCore) => Promise<T | null>): Promise<T> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const core = await living(worker);
    const result = await ask(core).catch(() => null);
    if (result !== null) return result;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('there was no answer to be had');
}

type Ask = <T>(ask: (calls: Calls) => Promise<Result<T, string>>, bearer?: string) => Promise<Result<T, string>>;

/** Calls of a lane, retried after a failure. */
const persistIn =
  (worker: ShopLane): Ask =>
  (ask, bearer) =>
    untilAnswered(worker, async ({ port }) => {
      // Tokens belong to the origin of one process. All processes accept it.
      const headers = bearer === undefined ? {} : { host: `localhost:${shop.running.port}`, authorization: `Bearer ${bearer}` };
      const transport = httpTransport(port, 'localhost', headers);
      const result = await ask({
        carts: client(cartContract, transport),
        checkout: client(checkoutContract, transport),
        gateway: client(gatewayContract, transport),
        oneClick: client(oneClickContract, transport),
      });
      return result.ok || result.status < 500 ? result : null;
    });

/** Issues a gift card that pays a part of an order. */
async function giftCard(): Promise<string> {
  const code = await shop.database.transaction((transaction) =>
    issueGiftCard(transaction, { market: 'AU', cents: 5_000, bought: null, details: giftDetails.parse({}), sendAt: null }),
  );
  return code ?? '';
}

/**
 * Simulates a buyer who may click twice, leave, or pay a part with a gift card.
 * @returns the id of the order if one was confirmed
 */
async function buy(worker: ShopLane, random: () => number, canLeave: boolean): Promise<string | null> {
  const persist = persistIn(worker);
  const leaves = (): boolean => canLeave && random() < 0.1;
  const twice = <T>(ask: () => Promise<T>): Promise<T> => (random() < 0.3 ? Promise.all([ask(), ask()]).then(([first]) => first) : ask());
  const made = await persist(({ carts }) => carts.create({ offer: {}, productId: 1 }));
  if (!made.ok) throw new Error(made.title);
  const added = await persist(({ carts }) => carts.addItem({ offer: {}, productId: 2, cartId: made.value.data.id }));
  if (!added.ok) throw new Error(added.title);
  const { id: cartId, cartTotal } = added.value.data;
  const redirected = await persist(({ checkout }) => checkout.redirectUrl({ cartId, email: DETAILS.email }));
  const token = redirected.ok ? (redirected.value.data.checkoutUrl.split('/').at(-1) ?? '') : '';
  if (random() < 0.4) {
    const code = await giftCard();
    await persist(({ checkout }) => checkout.addGiftCard({ token, code }));
  }
  let expectedTotal = cartTotal;
  const placeOrder = () =>
    persist(({ checkout }) => checkout.placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal }));
  let placed = await twice(placeOrder);
  // A call whose response was lost may have added the second case twice, so the buyer reads the total again.
  if (!placed.ok && placed.code === 'total_changed') {
    const seen = await persist(({ checkout }) => checkout.read({ token }));
    expectedTotal = (seen.ok ? seen.value.data.cart?.cartTotal : null) ?? cartTotal;
    placed = await placeOrder();
  }
  if (!placed.ok) throw new Error(placed.title);
  if (leaves()) return null;
  const payment = placed.value.data.nextUrl.split('/').at(-1) ?? '';
  await twice(() => persist(({ gateway }) => gateway.pay({ id: payment, ...CARD })));
  if (leaves()) return null;
  const confirmed = await twice(() => persist(({ checkout }) => checkout.settle({ token })));
  return confirmed.ok && confirmed.value.data.status === 'paid' ? (confirmed.value.data.nextUrl.split('/').at(-1) ?? null) : null;
}
const CARD = { cardToken: 'card_success' };

/** Buys by one-click checkout, and retries with the same key after a failure. */
async function buyInOneClick(worker: ShopLane): Promise<string | null> {
  const persist = persistIn(worker);
  const { id, bearer } = await createTestCustomer(shop);
  await shop.database.execute({
    text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, is_default)
      values ($1, 'AU', 'Grace', 'Hopper', '0412345678', '1 Queens Parade', 'Clifton Hill', 'VIC', '3068', true)`,
    values: [id],
  });
  await shop.database.execute({
    text: `insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default)
      values ($1, 'AU', 'card_success', 'Visa', '4242', 9, 2031, true)`,
    values: [id],
  });
  const made = await persist(({ carts }) => carts.create({ offer: {}, productId: 1, customerId: id }), bearer);
  if (!made.ok) throw new Error(made.title);
  const scope = { customerID: id, market: 'AU' as const, cartId: made.value.data.id };
  const drafted = await persist(({ oneClick }) => oneClick.p1(scope, { idempotencyKey: `click ${id}` }), bearer);
  if (!drafted.ok) throw new Error(drafted.title);
  const order = drafted.value.data;
  if (order.orderUrl !== null) return order.orderUrl.split('/').at(-1) ?? null;
  const prepared = await persist(({ oneClick }) => oneClick.p2({ ...scope, checkoutOrder: order }), bearer);
  if (!prepared.ok) return null;
  const paid = await persist(({ oneClick }) => oneClick.processPayment(prepared.value.data), bearer);
  return paid.ok && paid.value.data.status === 'paid' ? (paid.value.data.nextUrl.split('/').at(-1) ?? null) : null;
}

/** A member of staff who retries with the same key after a failure. */
const act = (worker: ShopLane, kind: 'refund' | 'cancel', orderId: string, key: string): Promise<true> =>
  untilAnswered<true>(worker, async (core) => {
    await core.act({ kind, orderId, key });
    return true;
  });

/** Action of staff on an order that was bought without a failure. Null for scenarios that buy. */
const MEMBERSHIP_ACTIONS: Readonly<Record<Story, 'refund' | 'cancel' | null>> = {
  buying: null,
  'one click': null,
  refunding: 'refund',
  cancelling: 'cancel',
};

/** Runs a scenario. @returns the id of the confirmed order, or null */
async function goThrough(
  worker: ShopLane,
  scenario: Story,
  random: () => number,
  key: string,
  beforeIt: () => void,
): Promise<string | null> {
  const kind = MEMBERSHIP_ACTIONS[scenario];
  if (kind === null) {
    await living(worker);
    beforeIt();
    return scenario === 'buying' ? buy(worker, random, true) : buyInOneClick(worker);
  }
  const orderId = await buy(worker, random, false);
  if (orderId === null) throw new Error('a buyer whom nothing befell has no order');
  beforeIt();
  await act(worker, kind, orderId, key);
  return orderId;
}

/** Lists every statement and call of a scenario without a failure and with a gift card. */
async function stepsOf(worker: ShopLane, scenario: Story): Promise<Omit<ArmedFailure, 'kind'>[]> {
  const { wire } = await living(worker);
  const draws = [0.9, 0.1];
  if (
    (await goThrough(
      worker,
      scenario,
      () => draws.pop() ?? 0.9,
      `dry ${scenario}`,
      () => wire.passed(),
    )) === null
  )
    throw new Error('a buyer whom nothing befell has no order');
  const counts = new Map<string, number>();
  return wire.passed().map((step) => {
    const passage = counts.get(step) ?? 0;
    counts.set(step, passage + 1);
    return { step, passage };
  });
}

/** Runs the jobs of a minute concurrently. */
async function recover(): Promise<void> {
  const { database } = shop;
  const { checkoutDeps } = shop.running.services;
  await database.execute({ text: "update orders set reserved_until = now() - interval '1 second' where status = 'Incomplete'" });
  await resumeOrders(checkoutDeps);
  await database.execute({ text: "update order_refunds set next_attempt_at = now() where state = 'intended'" });
  await retryPendingRefunds(orderDepsOf(shop));
  await reconcilePayments(checkoutDeps, 48);
}

interface Found {
  /** Attempts and injected failures, by scenario and failure. */
  readonly table: FailureTable;
  /** Orders that were confirmed to a buyer. */
  readonly promised: string[];
  /** Violations of the invariants. */
  readonly violations: string[];
  audits: number;
}

/** Records the results so far. */
function note({ table, promised, violations, audits }: Found): void {
  recordFailures(table, 'step and failure');
  recordStressResult(
    'Results',
    ['figure', 'count'],
    [
      ['seeds of the run', SEEDS],
      ['orders confirmed to buyers', promised.length],
      ['checks of the invariants', audits],
      ['violations', violations.length],
    ],
  );
}

/** Selects the scenario of a seed: one in ten refunds, one in ten cancels, a quarter uses one-click checkout. */
const storyOf = (seed: number): Story =>
  seed % 10 === 3 ? 'refunding' : seed % 10 === 7 ? 'cancelling' : seed % 3 === 2 ? 'one click' : 'buying';

async function tryOne(
  worker: ShopLane,
  seed: number,
  steps: Readonly<Record<Story, Omit<ArmedFailure, 'kind'>[]>>,
  found: Found,
): Promise<void> {
  const random = createRandom(seed);
  const scenario = storyOf(seed);
  const kind = FAILURES[Math.floor(random() * FAILURES.length)] ?? 'late';
  const at = steps[scenario][Math.floor(random() * steps[scenario].length)];
  if (!at) throw new Error('a story without steps');
  const { wire } = await living(worker);
  const orderId = await goThrough(worker, scenario, random, `seed ${seed}`, () => wire.arm({ ...at, kind }));
  if (orderId !== null) found.promised.push(orderId);
  countFailure(found.table, `${scenario}, ${kind}`, wire.hasStruck());
  wire.arm(null);
}

test('recovers correct balances and every promise after any process ends at any time [API-18]', { timeout: runs(300_000) }, async () => {
  const [first] = lanes;
  if (!first) throw new Error('there is no process');
  const steps = {
    buying: await stepsOf(first, 'buying'),
    'one click': await stepsOf(first, 'one click'),
    refunding: await stepsOf(first, 'refunding'),
    cancelling: await stepsOf(first, 'cancelling'),
  };
  const found: Found = { table: new Map(), promised: [], violations: [], audits: 0 };

  for (let from = 1; from <= SEEDS; from += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, SEEDS - from + 1) }, (_, index) => from + index);
    const byLane = lanes.map(async (worker) => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) await tryOne(worker, seed, steps, found);
    });
    await Promise.all(byLane);
    await recover();
    found.audits += 1;
    const violations = await findInvariantViolations(shop, { 1: OPENING, 2: OPENING });
    found.violations.push(...violations.map((fact) => `seeds ${from} and on: ${fact}`));
    // Written during the run, so that an interrupted run has its table.
    note(found);
  }

  const { promised, violations: broken } = found;
  const saved = await shop.database.queryMany<{ id: string }>({
    text: 'select id from orders where id = any($1) and number is not null',
    values: [promised],
  });
  expect(broken).toEqual([]);
  expect(saved).toHaveLength(promised.length);
  expect(promised.length).toBeGreaterThan(SEEDS / 3);
  const stuck = await shop.database.queryMany({
    text: "select id from orders where status = 'Incomplete' union all select order_id from order_refunds where state = 'intended'",
  });
  expect(stuck).toEqual([]);
  // Refunds and cancellations happened once each, whatever was killed.
  const refunds = await shop.database.queryOne<{ most: number }>({
    text: 'select coalesce(max(count), 0)::int as most from (select count(*) from order_refunds group by order_id) counted',
  });
  expect(refunds?.most).toBe(1);
});
