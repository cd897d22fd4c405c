/** Whole checkouts over HTTP, phase by phase, at 1, 10 and 50 buyers, in one and two server processes; then many buyers for few cases. */
import { cartCalls } from '../../src/cart/contract.ts';
import { checkoutCalls } from '../../src/checkout/contract.ts';
import { client } from '../../src/platform/client.ts';
import { type Database, openDatabase } from '../../src/platform/server/database/pool.ts';
import { findRunningPostgres } from '../../src/platform/server/postgres/running.ts';
import { gatewayCalls } from '../../src/sandbox-gateway/contract.ts';
import { BORN, DETAILS, yes } from '../testing/buyer.ts';
import { httpTransport } from '../testing/http.ts';
import { type BenchShop, startBenchShop } from './bench-shop.ts';
import { type Figure, print, quantile } from './figures.ts';
import { inParallel } from './load.ts';

const PHASES = ['PREPARE and begin', 'pay at the gateway', 'FINALIZE'] as const;
/** A wine of the sample that everyone may buy. */
const PRODUCT = 1001;
const LAST_CASES = 10;
const BUYERS = 500;

type Samples = Record<(typeof PHASES)[number], number[]>;

const callsOf = ({ url }: BenchShop) => {
  const transport = httpTransport(Number(new URL(url).port), 'localhost');
  return { carts: client(cartCalls, transport), checkout: client(checkoutCalls, transport), gateway: client(gatewayCalls, transport) };
};

/** A cart at the checkout, with a case of the wine. */
async function arrive(shop: BenchShop) {
  const { carts, checkout } = callsOf(shop);
  const { data: cart } = yes(await carts.create({ offer: {}, productId: PRODUCT }));
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId: cart.id, email: DETAILS.email })).data;
  return { cart, token: checkoutUrl.split('/').at(-1) ?? '' };
}

/** From "Place order" to the order; false where it was refused. */
async function buy(shop: BenchShop, { cart, token }: Awaited<ReturnType<typeof arrive>>, samples?: Samples): Promise<boolean> {
  const { checkout, gateway } = callsOf(shop);
  const timed = async <T>(phase: (typeof PHASES)[number], work: Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await work;
    samples?.[phase].push(performance.now() - began);
    return done;
  };
  const wish = { token, details: DETAILS, dateOfBirth: BORN, expectedTotal: cart.cartTotal };
  const placed = await timed('PREPARE and begin', checkout.placeOrder(wish));
  if (!placed.ok) return false;
  const id = placed.value.data.nextUrl.split('/').at(-1) ?? '';
  yes(await timed('pay at the gateway', gateway.pay({ id, cardToken: 'card_success' })));
  return yes(await timed('FINALIZE', checkout.settle({ token }))).data.status === 'paid';
}

const setStock = (database: Database, level: number) =>
  database.run({ text: "update stock set level = $2 where product_id = $1 and market = 'AU'", values: [PRODUCT, level] });

const first = await startBenchShop();
const connection = findRunningPostgres(first.dataDir)?.connectionString ?? '';
const second = await startBenchShop(undefined, connection);
const database = openDatabase(connection, 2);
try {
  await setStock(database, 1_000_000);
  const figures: Figure[] = [];
  for (const shops of [[first], [first, second]]) {
    const shopOf = (index: number): BenchShop => shops[index % shops.length] ?? first;
    for (const buyers of [1, 10, 50]) {
      const times = buyers === 1 ? 100 : 400;
      const waiting = await Promise.all(Array.from({ length: times }, (_, index) => arrive(shopOf(index))));
      const samples: Samples = { 'PREPARE and begin': [], 'pay at the gateway': [], FINALIZE: [] };
      const load = await inParallel(buyers, times, async (buyer) => {
        const visit = waiting.pop();
        return visit ? buy(shopOf(buyer), visit, samples) : false;
      });
      const where = `${buyers} ${buyers === 1 ? 'buyer' : 'buyers'}, ${shops.length} ${shops.length === 1 ? 'process' : 'processes'}`;
      figures.push({ what: `checkouts, ${where} (refused: ${load.failed})`, figure: load.perSecond, unit: '/s' });
      for (const phase of PHASES) figures.push({ what: `  ${phase}, p99`, figure: quantile(samples[phase], 0.99), unit: 'ms' });
    }
  }
  await setStock(database, LAST_CASES);
  const crowd: Awaited<ReturnType<typeof arrive>>[] = [];
  for (let begun = 0; begun < BUYERS; begun += 50)
    crowd.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => arrive(index % 2 === 0 ? first : second)))));
  const outcomes = await Promise.all(crowd.map((visit, index) => buy(index % 2 === 0 ? second : first, visit)));
  figures.push({
    what: `${BUYERS} buyers for ${LAST_CASES} cases, 2 processes: orders`,
    figure: outcomes.filter(Boolean).length,
    unit: '',
  });
  print('Checkout', figures);
} finally {
  await database.close();
  await second.stop();
  await first.stop();
}
