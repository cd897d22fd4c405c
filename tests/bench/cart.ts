/**
 * Benchmark of cart calls over HTTP: add, coupon, read; with 1, 10 and 50 clients and various numbers of lines and promotions. A
 * test counts the statements.
 */
import { Agent, request } from 'node:http';
import { z } from 'zod';
import { promotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import { writePromotions } from '#domains/selling/promotions/server/promotion.repository.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { startBenchShop } from './bench-shop.ts';
import { cpuOfAll } from './cpu.ts';
import { hammer, inParallel } from './load.ts';
import { printRows, type Row, row } from './report.ts';

const shop = await startBenchShop();
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** Returns status and bytes of a response. Does not parse it, because client and server share the processor cores. */
function send(method: string, path: string, body: unknown): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const sent = request(
      shop.url + path,
      {
        method,
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

async function withDatabase(work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = openDatabase(findRunningPostgres(shop.dataDir)?.connectionString ?? '', 1);
  await work(database);
  await database.close();
}

/** Raises stock so that it never limits an add. */
const raiseStock = (productIds: readonly number[]): Promise<void> =>
  withDatabase((database) =>
    database.execute({
      text: "update stock_levels set level = 1000000 where market = 'AU' and product_id = any($1)",
      values: [productIds],
    }),
  );

/** Replaces all promotions by automatic ones, each on a different offer. */
async function replacePromotions(database: Database, count: number, offerIds: readonly string[]): Promise<void> {
  await database.execute({ text: 'delete from promotions where automatic' });
  const records = Array.from({ length: count }, (_, index) =>
    promotionRecord.parse({
      record: 'promotion',
      id: 9_000 + index,
      name: `Percent ${index}`,
      scope: { offerIds: [offerIds[index % offerIds.length]] },
      actions: [{ kind: 'percentage', percent: 1 }],
    }),
  );
  await database.transaction((transaction) => writePromotions(transaction, records));
}

try {
  const rows: Row[] = [];
  const offers: { offerId: string; id: number; inventoryStatus: string; orderQuantityMaximum: number; casesLeft: number | null }[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await fetch(`${shop.url}/api/search/list?kind=wine&search=page%3D${page}`).then((response) => response.json());
    offers.push(...list.hits);
    pages = list.pages;
  }
  const buyable = offers.filter(
    (offer) => offer.inventoryStatus !== 'SOLD_OUT' && offer.orderQuantityMaximum === 0 && offer.casesLeft === null,
  );
  await raiseStock(buyable.map((offer) => offer.id));
  const payload = (index: number) => {
    const offer = buyable[index % buyable.length];
    return { offer: { offerId: offer?.offerId }, productId: offer?.id };
  };
  const newCart = async (lines = 1): Promise<string> => {
    const made = await send('POST', '/api/create-cart', payload(0));
    const { id } = z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(made.bytes.toString())).data;
    for (let line = 1; line < lines; line += 1) await send('POST', '/api/add-cart-item', { ...payload(line), cartId: id });
    return id;
  };
  /** Adds to carts with a number of lines, one for each client or one for all. `cpuMs` is the processor time of shop and database for one add. */
  const adds = async (clients: number, lines: number, times: number, { sharesCart = false } = {}) => {
    const shared = sharesCart ? await newCart(lines) : null;
    const carts = await Promise.all(Array.from({ length: clients }, () => shared ?? newCart(lines)));
    let bytes = 0;
    const add = async (client: number): Promise<boolean> => {
      const response = await send('POST', '/api/add-cart-item', { ...payload(client % lines), cartId: carts[client] });
      bytes = response.bytes.length;
      return response.status === 200;
    };
    // Warms up each case alike: fills caches and compiles code.
    await inParallel(clients, times / 2, add);
    const before = cpuOfAll(shop.process.pid ?? 0);
    const load = await inParallel(clients, times, add);
    return { ...load, bytes, cpuMs: (cpuOfAll(shop.process.pid ?? 0) - before) / times };
  };
  await adds(10, 1, 2_000);
  for (const clients of [1, 10, 50]) {
    const by = `${clients} client${clients === 1 ? '' : 's'}`;
    const load = await adds(clients, 1, clients === 1 ? 2_000 : 6_000);
    rows.push(
      row(`add to a cart each, promotions of the sample, ${by}`, load.perSecond, 'req/s', clients === 10 ? 'addsPerSecond' : undefined),
      row(`  p50, ${by}`, load.p50, 'ms'),
      row(`  p99, ${by} (refused: ${load.failed})`, load.p99, 'ms', clients === 10 ? 'addP99Ms' : undefined),
    );
  }
  const one = await adds(10, 1, 6_000, { sharesCart: true });
  rows.push(
    row('add to one cart, promotions of the sample, 10 clients', one.perSecond, 'req/s', 'addsPerSecond'),
    row(`  p99 (refused: ${one.failed})`, one.p99, 'ms', 'addP99Ms'),
    row('  processor time of shop and database', one.cpuMs, 'ms'),
  );
  const promotions = (count: number) =>
    withDatabase((database) =>
      replacePromotions(
        database,
        count,
        buyable.map((offer) => offer.offerId),
      ),
    );
  for (const count of [0, 1, 50]) {
    await promotions(count);
    for (const lines of [1, 10, 100]) {
      const load = await adds(10, lines, 4_000);
      const what = `add to a cart of ${lines} line${lines === 1 ? '' : 's'}, ${count} promotion${count === 1 ? '' : 's'}, 10 clients`;
      rows.push(
        row(what, load.perSecond, 'req/s'),
        row('  p50', load.p50, 'ms'),
        row(`  p99 (refused: ${load.failed})`, load.p99, 'ms'),
        row(`  processor time of shop and database (${Math.round(load.bytes / 1_000)} KB an answer)`, load.cpuMs, 'ms'),
      );
    }
  }
  await promotions(0);
  const couponCarts = await Promise.all(Array.from({ length: 10 }, () => newCart(2)));
  const applyCoupon = async (client: number): Promise<boolean> =>
    (await send('POST', '/api/add-coupon', { cartId: couponCarts[client], couponCode: 'WELCOME20' })).status === 200;
  await inParallel(10, 2_000, applyCoupon);
  const coupons = await inParallel(10, 4_000, applyCoupon);
  rows.push(row(`apply a coupon, 10 clients (refused: ${coupons.failed})`, coupons.perSecond, 'req/s', 'couponsPerSecond'));
  const read = await hammer({ url: `${shop.url}/api/initialize-cart?cartId=${await newCart(3)}&customerId=0` });
  rows.push(row('read a cart of 3 lines, 10 connections, autocannon', read.perSecond, 'req/s', 'cartReadsPerSecond'));
  printRows('Cart', rows);
} finally {
  agent.destroy();
  await shop.stop();
}
