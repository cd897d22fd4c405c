/**
 * Benchmark of complete checkouts over HTTP with 1, 10 and 50 buyers, in one and two server processes; of each phase with its
 * processor time in the shop and in PostgreSQL; and of many buyers for few cases.
 */
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { gatewayContract } from '#domains/selling/payments/sandbox/contract.ts';
import { client } from '#lib/client.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { type BenchShop, startBenchShop } from './bench-shop.ts';
import { cpuOf, cpuOfAll } from './cpu.ts';
import { inParallel } from './load.ts';
import { printRows, quantile, type Row, row } from './report.ts';

const PHASES = ['PREPARE and begin', 'pay at the gateway', 'FINALIZE'] as const;
/** A wine of the sample shop that everyone may buy. */
const PRODUCT = 1001;
const LAST_CASES = 10;
const BUYERS = 500;

type Phase = (typeof PHASES)[number];
type Samples = Record<Phase, number[]>;

const callsOf = ({ url }: BenchShop) => {
  const transport = httpTransport(Number(new URL(url).port), 'localhost');
  return {
    carts: client(cartContract, transport),
    checkout: client(checkoutContract, transport),
    gateway: client(gatewayContract, transport),
  };
};

/** Creates a cart with a case of the wine at the checkout. */
async function arrive(shop: BenchShop) {
  const { carts, checkout } = callsOf(shop);
  const { data: cart } = yes(await carts.create({ offer: {}, productId: PRODUCT }));
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId: cart.id, email: DETAILS.email })).data;
  return { cart, token: checkoutUrl.split('/').at(-1) ?? '' };
}

type BrowserSession = Awaited<ReturnType<typeof arrive>>;

/** Requests of each phase. Each returns the input of the next one, or null if it was rejected. */
const STEPS: Readonly<Record<Phase, (shop: BenchShop, session: BrowserSession, paymentId: string) => Promise<string | null>>> = {
  async 'PREPARE and begin'(shop, { cart, token }) {
    const input = { token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: cart.cartTotal };
    const placed = await callsOf(shop).checkout.placeOrder(input);
    return placed.ok ? (placed.value.data.nextUrl.split('/').at(-1) ?? '') : null;
  },
  async 'pay at the gateway'(shop, _, id) {
    yes(await callsOf(shop).gateway.pay({ id, cardToken: 'card_success' }));
    return id;
  },
  async FINALIZE(shop, { token }) {
    return yes(await callsOf(shop).checkout.settle({ token })).data.status === 'paid' ? token : null;
  },
};

/** Runs from "Place order" to the order. @returns false if it was rejected */
async function buy(shop: BenchShop, session: BrowserSession, samples?: Samples): Promise<boolean> {
  let id: string | null = '';
  for (const phase of PHASES) {
    const began = performance.now();
    id = await STEPS[phase](shop, session, id);
    samples?.[phase].push(performance.now() - began);
    if (id === null) return false;
  }
  return true;
}

const setStock = (database: Database, level: number) =>
  database.execute({ text: "update stock_levels set level = $2 where product_id = $1 and market = 'AU'", values: [PRODUCT, level] });

const first = await startBenchShop();
const connection = findRunningPostgres(first.dataDir)?.connectionString ?? '';
const second = await startBenchShop({ databaseUrl: connection });
const database = openDatabase(connection, 2);
try {
  await setStock(database, 1_000_000);
  const rows: Row[] = [];
  for (const shops of [[first], [first, second]]) {
    const shopOf = (index: number): BenchShop => shops[index % shops.length] ?? first;
    for (const buyers of [1, 10, 50]) {
      const times = buyers === 1 ? 100 : 400;
      const waiting = await Promise.all(Array.from({ length: times }, (_, index) => arrive(shopOf(index))));
      const samples: Samples = { 'PREPARE and begin': [], 'pay at the gateway': [], FINALIZE: [] };
      const load = await inParallel(buyers, times, async (buyer) => {
        const session = waiting.pop();
        return session ? buy(shopOf(buyer), session, samples) : false;
      });
      const where = `${buyers} ${buyers === 1 ? 'buyer' : 'buyers'}, ${shops.length} ${shops.length === 1 ? 'process' : 'processes'}`;
      rows.push(row(`checkouts, ${where} (refused: ${load.failed})`, load.perSecond, '/s'));
      for (const phase of PHASES)
        rows.push(
          row(`  ${phase}, p50`, quantile(samples[phase], 0.5), 'ms'),
          row(`  ${phase}, p99`, quantile(samples[phase], 0.99), 'ms'),
        );
    }
  }
  // Phases run one after the other, so that their costs are separate.
  const visits = await Promise.all(Array.from({ length: 300 }, async () => ({ visit: await arrive(first), id: '' })));
  for (const phase of PHASES) {
    const before = { shop: cpuOf(first.process.pid ?? 0), all: cpuOfAll(first.process.pid ?? 0) };
    const waiting = [...visits];
    await inParallel(10, visits.length, async () => {
      const next = waiting.pop();
      if (next) next.id = (await STEPS[phase](first, next.visit, next.id)) ?? '';
      return true;
    });
    const inShop = cpuOf(first.process.pid ?? 0) - before.shop;
    const inPostgres = cpuOfAll(first.process.pid ?? 0) - before.all - inShop;
    rows.push(row(`${phase}, CPU in the shop`, inShop / visits.length, 'ms'));
    rows.push(row(`${phase}, CPU in PostgreSQL`, inPostgres / visits.length, 'ms'));
  }
  await setStock(database, LAST_CASES);
  const crowd: BrowserSession[] = [];
  for (let started = 0; started < BUYERS; started += 50)
    crowd.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => arrive(index % 2 === 0 ? first : second)))));
  const outcomes = await Promise.all(crowd.map((session, index) => buy(index % 2 === 0 ? second : first, session)));
  rows.push(row(`${BUYERS} buyers for ${LAST_CASES} cases, 2 processes: orders`, outcomes.filter(Boolean).length, ''));
  printRows('Checkout', rows);
} finally {
  await database.close();
  await second.stop();
  await first.stop();
}
