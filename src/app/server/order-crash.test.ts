/**
 * Processes are killed, and answers of the database and of the gateway lost or late, at every step of buying, refunding and
 * cancelling; the caller asks again, as browsers and staff do. After recovery the books must agree (DECISIONS.md "Never").
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditBooks, BORN, DETAILS } from '../../../dev/testing/buyer.ts';
import { testCustomer } from '../../../dev/testing/customer.ts';
import { httpTransport } from '../../../dev/testing/http.ts';
import { deskOf } from '../../../dev/testing/orders.ts';
import { noteProof } from '../../../dev/testing/proof-notes.ts';
import { runs } from '../../../dev/testing/runs.ts';
import { openTestShop, type TestShop } from '../../../dev/testing/shop.ts';
import { runCommand, type ShopProcess, startShopProcess } from '../../../dev/testing/shop-process.ts';
import { type ArmedFault, FAULTS, type FaultyWire } from '../../../dev/testing/wire-fault.ts';
import { cartCalls } from '../../cart/contract.ts';
import { checkoutCalls } from '../../checkout/contract.ts';
import { oneClickCalls } from '../../checkout/one-click-contract.ts';
import { reconcilePayments, resumeOrders } from '../../checkout/server/resume-orders.ts';
import { resumeRefunds } from '../../orders/server/refund-order.ts';
import { type Client, client, type Result } from '../../platform/client.ts';
import { gatewayCalls } from '../../sandbox-gateway/contract.ts';

const OPENING = 1_000_000;
const SEEDS = runs(12, 1_000);
/** Told apart in the table: where the story went wrong. */
type Story = 'buying' | 'one click' | 'refunding' | 'cancelling';

let shop: TestShop;
let current: ShopProcess;
let spare: Promise<ShopProcess>;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: OPENING }, { offerId: 'two', productId: 2, level: OPENING });
  spare = startShopProcess(shop.connectionString);
  current = await startShopProcess(shop.connectionString);
});
afterAll(async () => {
  await current.end();
  await (await spare).end();
  await shop.stop();
});

/** Numbers from 0 to 1 that a seed makes. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Where a killed process stood another is put, as a supervisor does. */
async function living(): Promise<ShopProcess> {
  if (current.isAlive()) return current;
  await current.end();
  current = await spare;
  spare = startShopProcess(shop.connectionString);
  return current;
}

interface Calls {
  readonly carts: Client<typeof cartCalls>;
  readonly checkout: Client<typeof checkoutCalls>;
  readonly gateway: Client<typeof gatewayCalls>;
  readonly oneClick: Client<typeof oneClickCalls>;
}

/** Ask until there is an answer that is no breakdown. */
async function persist<T>(ask: (calls: Calls) => Promise<Result<T, string>>, bearer: string | null = null): Promise<Result<T, string>> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    // Tokens are of the origin that one process stands at; all of them answer for it.
    const headers = bearer === null ? {} : { host: `localhost:${shop.running.port}`, authorization: `Bearer ${bearer}` };
    const transport = httpTransport((await living()).port, 'localhost', headers);
    const calls = {
      carts: client(cartCalls, transport),
      checkout: client(checkoutCalls, transport),
      gateway: client(gatewayCalls, transport),
      oneClick: client(oneClickCalls, transport),
    };
    const result = await ask(calls).catch(() => null);
    if (result && (result.ok || result.status < 500)) return result;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('there was no answer to be had');
}

/** One buyer, who presses twice where `random` says so and may walk away. Gives the id of the order where one was promised. */
async function buy(random: () => number, mayLeave: boolean): Promise<string | null> {
  const leaves = (): boolean => mayLeave && random() < 0.1;
  const twice = <T>(ask: () => Promise<T>): Promise<T> => (random() < 0.3 ? Promise.all([ask(), ask()]).then(([first]) => first) : ask());
  const made = await persist(({ carts }) => carts.create({ offer: {}, productId: 1 }));
  if (!made.ok) throw new Error(made.title);
  const added = await persist(({ carts }) => carts.addItem({ offer: {}, productId: 2, cartId: made.value.data.id }));
  if (!added.ok) throw new Error(added.title);
  const { id: cartId, cartTotal } = added.value.data;
  const away = await persist(({ checkout }) => checkout.redirectUrl({ cartId, email: DETAILS.email }));
  const token = away.ok ? (away.value.data.checkoutUrl.split('/').at(-1) ?? '') : '';
  let expectedTotal = cartTotal;
  const place = () => persist(({ checkout }) => checkout.placeOrder({ token, details: DETAILS, dateOfBirth: BORN, expectedTotal }));
  let placed = await twice(place);
  // An answer that was lost may have added the second case twice; the buyer looks at the total again.
  if (!placed.ok && placed.code === 'total_changed') {
    const seen = await persist(({ checkout }) => checkout.read({ token }));
    expectedTotal = (seen.ok ? seen.value.data.cart?.cartTotal : null) ?? cartTotal;
    placed = await place();
  }
  if (!placed.ok) throw new Error(placed.title);
  if (leaves()) return null;
  const payment = placed.value.data.nextUrl.split('/').at(-1) ?? '';
  await twice(() => persist(({ gateway }) => gateway.pay({ id: payment, ...CARD })));
  if (leaves()) return null;
  const settled = await twice(() => persist(({ checkout }) => checkout.settle({ token })));
  return settled.ok && settled.value.data.status === 'paid' ? (settled.value.data.nextUrl.split('/').at(-1) ?? null) : null;
}
const CARD = { cardToken: 'card_success' };

/** A customer with a default address and card presses one-click checkout, and again with the same key after a breakdown. */
async function buyInOneClick(): Promise<string | null> {
  const { id, bearer } = await testCustomer(shop);
  await shop.database.run({
    text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, is_default)
      values ($1, 'AU', 'Grace', 'Hopper', '0412345678', '1 Queens Parade', 'Clifton Hill', 'VIC', '3068', true)`,
    values: [id],
  });
  await shop.database.run({
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

const numberOf = async (id: string): Promise<string> =>
  String((await shop.database.row<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] }))?.number);
const commandOf = (story: Story, number: string, key: string): string[] =>
  story === 'cancelling' ? ['order', 'cancel', number] : ['order', 'refund', number, '--lines', '1:1', '--shipping', '--key', key];

/** A member of staff, who asks again with the same key where the command broke. Gives the wire of the first try. */
async function act(story: Story, orderId: string, key: string, prepare: (wire: FaultyWire) => void): Promise<FaultyWire> {
  const words = commandOf(story, await numberOf(orderId), key);
  const first = await runCommand(shop.connectionString, words, prepare);
  if (first.code !== 0) expect((await runCommand(shop.connectionString, words, () => {})).code, words.join(' ')).toBe(0);
  return first.wire;
}

/** Every passage of a story in which nothing goes wrong. */
async function stepsOf(story: Story): Promise<Omit<ArmedFault, 'fault'>[]> {
  const isServed = story === 'buying' || story === 'one click';
  const wire = isServed ? (await living()).wire : null;
  wire?.passed();
  const orderId = story === 'one click' ? await buyInOneClick() : await buy(() => 1, false);
  if (orderId === null) throw new Error('a buyer whom nothing befell has no order');
  const passed = wire?.passed() ?? (await act(story, orderId, 'dry', () => {})).passed();
  const counts = new Map<string, number>();
  return passed.map((step) => {
    const passage = counts.get(step) ?? 0;
    counts.set(step, passage + 1);
    return { step, passage };
  });
}

/** What jobs do in a minute, at once. */
async function recover(): Promise<void> {
  const { database } = shop;
  const { books } = shop.running.shop;
  await database.run({ text: "update orders set held_until = now() - interval '1 second' where status = 'Incomplete'" });
  await resumeOrders(books);
  await database.run({ text: "update order_refunds set next_try_at = now() where state = 'intended'" });
  await resumeRefunds(deskOf(shop));
  await reconcilePayments(books);
}

/** What was tried, and what was found, so far. */
function note(table: ReadonlyMap<string, Record<string, number>>): void {
  noteProof(
    'What was killed, and what was found',
    ['where, and what', 'tried', 'struck', 'books that did not agree'],
    [...table].sort().map(([what, { tried = 0, struck = 0, wrong = 0 }]) => [what, tried, struck, wrong]),
  );
}

test('whatever ends where, the books agree after recovery, and what was promised is kept', { timeout: 3_600_000 }, async () => {
  const steps = {
    buying: await stepsOf('buying'),
    'one click': await stepsOf('one click'),
    refunding: await stepsOf('refunding'),
    cancelling: await stepsOf('cancelling'),
  };
  const table = new Map<string, Record<string, number>>();
  const wrong: string[] = [];
  const promised: string[] = [];

  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = randomOf(seed);
    // Commands are processes of their own and take a second each: one in ten.
    const story: Story = seed % 10 === 3 ? 'refunding' : seed % 10 === 7 ? 'cancelling' : seed % 3 === 2 ? 'one click' : 'buying';
    const list = steps[story];
    const fault = FAULTS[Math.floor(random() * FAULTS.length)] ?? 'late';
    const at = list[Math.floor(random() * list.length)];
    if (!at) throw new Error('a story without steps');
    const armed = { ...at, fault };
    let hasStruck: boolean;
    if (story === 'buying' || story === 'one click') {
      const { wire } = await living();
      wire.arm(armed);
      const orderId = story === 'buying' ? await buy(random, true) : await buyInOneClick();
      if (orderId !== null) promised.push(orderId);
      hasStruck = wire.hasStruck();
      wire.arm(null);
    } else {
      const orderId = await buy(() => 1, false);
      if (orderId === null) throw new Error('a buyer whom nothing befell has no order');
      promised.push(orderId);
      hasStruck = (await act(story, orderId, `seed ${seed}`, (wire) => wire.arm(armed))).hasStruck();
    }
    const row = `${story}, ${fault}`;
    const counts = table.get(row) ?? { tried: 0, struck: 0, wrong: 0 };
    table.set(row, counts);
    counts.tried = (counts.tried ?? 0) + 1;
    if (hasStruck) counts.struck = (counts.struck ?? 0) + 1;
    if (seed % 25 !== 0 && seed !== SEEDS) continue;
    await recover();
    for (const fact of await auditBooks(shop, { 1: OPENING, 2: OPENING })) {
      wrong.push(`by seed ${seed}: ${fact}`);
      counts.wrong = (counts.wrong ?? 0) + 1;
    }
    // Kept as it goes: a run that is cut short has its table, too.
    note(table);
  }

  const kept = await shop.database.rows<{ id: string }>({
    text: 'select id from orders where id = any($1) and number is not null',
    values: [promised],
  });
  expect(wrong).toEqual([]);
  expect(kept).toHaveLength(promised.length);
  expect(promised.length).toBeGreaterThan(SEEDS / 3);
  const stuck = await shop.database.rows({
    text: "select id from orders where status = 'Incomplete' union all select order_id from order_refunds where state = 'intended'",
  });
  expect(stuck).toEqual([]);
  // Of refunds and cancellations each came about once, whatever was killed.
  const refunds = await shop.database.row<{ most: number }>({
    text: 'select coalesce(max(count), 0)::int as most from (select count(*) from order_refunds group by order_id) counted',
  });
  expect(refunds?.most).toBe(1);
});
