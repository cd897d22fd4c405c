/**
 * Kills processes, loses and delays responses of the database, and lets carriers be slow or fail, at every step of labels, manifests,
 * shipments, collection and claims. After recovery each parcel has one label, and what claims gave back is in the ledgers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryPendingRefunds } from '#domains/selling/orders/server/refund-order.ts';
import { CARRIER_NAMES } from '#lib/carrier-names.ts';
import { CARRIER_KITS, type CarrierKit, findDoubleParcels } from '#tests/fixtures/carrier-kits.ts';
import { type CarrierFailure, untilIdle } from '#tests/fixtures/carrier-server.ts';
import { SHIPPIT_VALUE } from '#tests/fixtures/carriers.ts';
import { findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import type { FulfilmentAction } from '#tests/fixtures/fulfilment-core.ts';
import { type ArmedFailure, FAILURES } from '#tests/fixtures/inject-connection-failure.ts';
import { createTestStaff } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder } from '#tests/fixtures/orders.ts';
import { createRandom } from '#tests/fixtures/random.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type FulfilmentCore, startFulfilmentCore } from '#tests/fixtures/shop-process.ts';
import { countFailure, createLane, type FailureTable, type Lane, living, recordFailures } from './crash-lane.ts';
import { findUnreconciled } from './reconcile-fulfilment.ts';
import { recordStressResult } from './record-result.ts';
import { isStressRun, runs, stressSeed } from './run-count.ts';

const OPENING = 1_000_000;
const BATCH = isStressRun ? 24 : 8;
const BATCHES = runs(1, 6);
/** Rounds of the job in which carriers fail, and until every label is finished. */
const FAILING_ROUNDS = isStressRun ? 3 : 2;
const MAX_ROUNDS = 12;
/** Occurrences of a step at which failures are injected: few labels are left when the job runs again. */
const MAX_PASSAGE = 2;
/** Time without requests after which no process works on a label any more, so that leases can be ended. */
const IDLE_MS = 500;
const PLACE = { name: 'Cellar door', address: '5 Barrel Lane, Richmond VIC 3121', state: 'VIC', hours: 'daily', bring: '', code: 'K7M4PA' };

type Story = 'label' | 'cancelled label' | 'collect' | 'refund' | 'credit' | 'replace';
const STORIES: readonly Story[] = ['label', 'cancelled label', 'label', 'refund', 'label', 'credit', 'replace', 'collect'];

interface TestOrder {
  readonly id: string;
  readonly key: string;
  readonly story: Story;
}

let shop: TestShop;
let lanes: readonly Lane<FulfilmentCore>[] = [];
const kits: CarrierKit[] = [];
beforeAll(async () => {
  for (const name of CARRIER_NAMES) kits.push(await CARRIER_KITS[name]());
  shop = await createTestShop({ SHOP_ROLE: 'web', DATABASE_URL: 'postgres://shared' });
  await shop.stock(
    { offerId: 'one', productId: 1, level: OPENING, packSize: 6 },
    { offerId: 'two', productId: 2, level: OPENING, packSize: 6 },
  );
  await createTestStaff(shop.database, { email: 'sam@shop.example', name: 'Sam', roles: ['Owner'] });
  const shared = Object.assign(
    { webhookSecret: null, shippitKey: null },
    SHIPPIT_VALUE,
    ...kits.flatMap(({ values, secrets }) => [values, secrets]),
  );
  const variables: Readonly<Record<string, string>> = Object.assign({}, ...kits.map((kit) => kit.variables));
  lanes = kits.map(({ name: carrier }) => {
    const env = { ...variables, CARRIER_SETTINGS: JSON.stringify({ ...shared, carrier }) };
    return createLane(() => startFulfilmentCore(shop.connectionString, env));
  });
});
afterAll(async () => {
  await Promise.all(lanes.map(async ({ core }) => (await core).end()));
  await shop?.stop();
  for (const { server } of kits) await server.close();
});

const random = createRandom(stressSeed);
const pick = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Steps of each kind of action that were seen, at which failures are injected. */
const steps = new Map<string, Omit<ArmedFailure, 'kind'>[]>();
const table: FailureTable = new Map();

function learn(kind: string, passed: readonly string[]): void {
  const known = steps.get(kind) ?? [];
  const counts = new Map<string, number>();
  for (const step of passed) {
    const passage = counts.get(step) ?? 0;
    counts.set(step, passage + 1);
    if (passage < MAX_PASSAGE && !known.some((each) => each.step === step && each.passage === passage)) known.push({ step, passage });
  }
  steps.set(kind, known);
}

/** Runs an action, and again after a failure, as staff and jobs do. @param risk how often a failure is injected */
async function act(lane: Lane<FulfilmentCore>, action: FulfilmentAction, risk: number): Promise<string> {
  const known = steps.get(action.kind) ?? [];
  const armed = known.length > 0 && random() < risk ? { ...pick(known), kind: pick(FAILURES) } : null;
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const core = await living(lane);
    core.wire.passed();
    if (attempt === 0) core.wire.arm(armed);
    const result = await core.act(action).catch(() => null);
    if (attempt === 0 && armed !== null) countFailure(table, `${action.kind}, ${armed.kind}`, core.wire.hasStruck());
    core.wire.arm(null);
    if (result === null) {
      await pause(25);
      continue;
    }
    learn(action.kind, core.wire.passed());
    return result;
  }
  throw new Error(`${action.kind} never ended`);
}

/** Runs an action of each order. A process runs one after the other. */
async function actEach(
  orders: readonly TestOrder[],
  risk: number,
  actionOf: (order: TestOrder) => FulfilmentAction | Promise<FulfilmentAction>,
): Promise<void> {
  const waiting = [...orders];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let order = waiting.shift(); order; order = waiting.shift()) await act(lane, await actionOf(order), risk);
    }),
  );
}

let carrierFailures = 0;
const CARRIER_FAILURES: readonly CarrierFailure[] = [503, 429, 'lost', 'lost', 'late', 'malformed', 'page', { body: {} }];
function failCarriers(share: number): void {
  for (const { server } of kits)
    server.failure = () => {
      if (random() >= share) return null;
      carrierFailures += 1;
      return pick(CARRIER_FAILURES);
    };
}

const idle = () => Promise.all(kits.map(({ server }) => untilIdle(server, IDLE_MS)));

const openSteps = async (): Promise<number> => {
  const row = await shop.database.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from parcel_labels l where state = 'intended' or cancel_asked_at is not null
      or (manifest_day is not null and state = 'bought' and not exists (select 1 from parcel_events e where e.label_id = l.id and e.status = 'handed_over'))`,
  });
  return row?.count ?? 0;
};

/** Runs the job in all processes at once until nothing is left to do. */
async function finishLabels(): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const isFailing = round < FAILING_ROUNDS;
    failCarriers(isFailing ? 0.15 : 0);
    await Promise.all(lanes.map((lane) => act(lane, { kind: 'run job' }, isFailing ? 0.6 : 0)));
    if (isFailing) await idle();
    // The leases of killed processes have ended.
    await shop.database.execute({ text: 'update parcel_labels set next_attempt_at = now()' });
    if (!isFailing && (await openSteps()) === 0) return;
  }
  throw new Error('labels are never finished');
}

const labelsOf = async ({ id }: TestOrder, states: readonly string[]): Promise<string[]> =>
  (
    await shop.database.queryMany<{ id: string }>({
      text: 'select id from parcel_labels where order_id = $1 and state = any($2) and cancel_asked_at is null and shipment_id is null order by number',
      values: [id, states],
    })
  ).map((label) => label.id);

async function createOrder(index: number): Promise<TestOrder> {
  const story = STORIES[index % STORIES.length] ?? 'label';
  const id = await paidOrder(shop, [1, 2]);
  if (story === 'collect')
    await shop.database.execute({
      text: 'update orders set details = details || $2::jsonb where id = $1',
      values: [id, JSON.stringify({ collection: PLACE })],
    });
  if (story === 'credit') {
    const customer = await createTestCustomer(shop);
    await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, customer.id] });
  }
  return { id, key: `order ${index}`, story };
}

/** Works through a day of orders. */
async function workThrough(orders: readonly TestOrder[]): Promise<void> {
  const of = (...stories: Story[]) => orders.filter(({ story }) => stories.includes(story));
  const labelled = of('label', 'cancelled label');
  const claimed = of('refund', 'credit', 'replace');
  await actEach(labelled, 0.35, ({ id, key }) => ({ kind: 'buy labels', orderId: id, key }));
  // Some are cancelled while they are bought.
  const early = of('cancelled label').filter(() => random() < 0.4);
  failCarriers(0.15);
  await Promise.all([
    act(lanes[0] ?? pick(lanes), { kind: 'run job' }, 0.6),
    actEach(early, 0, async (order) => ({ kind: 'cancel labels', ids: (await labelsOf(order, ['intended', 'bought'])).slice(0, 1) })),
  ]);
  await idle();
  await finishLabels();
  await actEach(of('cancelled label'), 0.35, async (order) => ({
    kind: 'cancel labels',
    ids: (await labelsOf(order, ['bought'])).slice(0, 1),
  }));
  await finishLabels();
  await Promise.all(lanes.slice(0, 2).map((lane) => act(lane, { kind: 'make manifest' }, 0.5)));
  await finishLabels();
  await actEach(labelled, 0.35, async (order) => ({
    kind: 'ship',
    orderId: order.id,
    key: order.key,
    labels: await labelsOf(order, ['bought']),
  }));
  await actEach(of('collect'), 0.5, ({ id }) => ({ kind: 'make ready', orderId: id }));
  await actEach(of('collect'), 0.5, ({ id }) => ({ kind: 'hand over', orderId: id }));

  await actEach(claimed, 0, ({ id, key }) => ({ kind: 'ship', orderId: id, key, labels: [] }));
  await actEach(claimed, 0.5, ({ id }) => ({ kind: 'claim', orderId: id }));
  const claims = new Map(
    (
      await shop.database.queryMany<{ id: string; order: string }>({
        text: `select id, order_id as order from claims where state = 'open'`,
      })
    ).map((claim) => [claim.order, claim.id]),
  );
  // Two colleagues decide each claim.
  await actEach([...claimed, ...claimed], 0.35, ({ id, story }) => ({
    kind: 'decide',
    claimId: claims.get(id) ?? '',
    outcome: story === 'refund' || story === 'credit' ? story : 'replace',
    amountCents: story === 'replace' ? 0 : 1_500,
  }));
  await shop.database.execute({ text: "update order_refunds set next_attempt_at = now() where state = 'intended'" });
  await retryPendingRefunds(orderDepsOf(shop));
}

test('each parcel has one label and each claim one decision, whatever fails [API-18]', { timeout: runs(240_000, 3_600_000) }, async () => {
  const violations: string[] = [];
  const counts = new Map<Story, number>();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const orders: TestOrder[] = [];
    for (let index = 0; index < BATCH; index += 1) orders.push(await createOrder(batch * BATCH + index));
    // The first orders show the steps at which failures are injected.
    if (batch === 0 && isStressRun) await workThrough(orders.splice(0, STORIES.length));
    await workThrough(orders);
    for (const { story } of orders) counts.set(story, (counts.get(story) ?? 0) + 1);
    const found = [
      ...(await findInvariantViolations(shop, { 1: OPENING, 2: OPENING })),
      ...findDoubleParcels(kits.flatMap((kit) => kit.parcels())),
      ...(await findUnreconciled(shop.database, kits)),
    ];
    violations.push(...found.map((each) => `batch ${batch}: ${each}`));
    // Written during the run, so that an interrupted run has its table.
    recordFailures(table, 'action and failure');
    recordStressResult(
      'Results',
      ['figure', 'count'],
      [
        ...[...counts].map(([story, count]) => [`orders: ${story}`, count]),
        ['failures of carriers', carrierFailures],
        ['labels at carriers', kits.flatMap((kit) => kit.parcels()).filter(({ hasLabel }) => hasLabel).length],
        ['violations', violations.length],
      ],
    );
  }

  expect(violations).toEqual([]);
});
