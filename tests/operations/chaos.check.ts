/**
 * Everything fails in turn while shoppers buy and staff import price lists, ship, refund and cancel: processes and the database are
 * killed, connections drop, disks fill, clocks jump, vendors hang. Prints a table for docs/proof.md. After each failure the shop sells
 * again. At the end all books agree, and what was confirmed is there.
 */
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClusterShop, countMetOrders, findDifferences, findLost, openClusterShop } from './cluster-shop.ts';
import { type ChaosSetting, CLOCK, INJECTED_FAILURES, type InjectedFailure, WITH_CLOCK } from './injected-failures.ts';
import { findStaffDifferences, ShopStaff, WINES } from './shop-staff.ts';
import { isExpectedFailure, longestGap, Shoppers } from './shoppers.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** How long a failure lasts if it does not say, and how long everything works after it. */
const FAILURE_MS = 6_000;
const STEADY_MS = 6_000;
/** Within which the shop sells again after a failure has ended. */
const RECOVERY_MS = 60_000;
/** Within which an email is sent whose worker got no answer when it fetched it: its expiry, the next maintenance, and the pause before a retry. */
const EXPIRY_MS = 420_000;
/** From 5,000 on, processes save their search index. */
const OTHER_OFFERS = 6_000;
const HEADERS = [
  'Failure',
  'Observed for',
  'Requests',
  'Purchases',
  'Failed requests',
  'Longest time without a purchase',
  'From its end to the next purchase',
];

let shop: ClusterShop;
let setting: ChaosSetting;
let disk: SmallDisk;

beforeAll(async () => {
  await writeFile(CLOCK, '+0s');
  disk = await mountSmallDisk();
  const env = { ...WITH_CLOCK, DATA_DIR: disk.folder, TMPDIR: disk.folder };
  shop = await openClusterShop({ webEnv: env, runsJobs: false });
  await shop.shop.stock(...Array.from({ length: OTHER_OFFERS }, (_, at) => ({ offerId: `other-${at}`, productId: 1_000_000 + at })));
  const startWorker: ChaosSetting['startWorker'] = () => shop.startProcess({ SHOP_ROLE: 'worker', ...env });
  setting = { shop, disk, env, worker: await startWorker(), startWorker };
}, 600_000);
afterAll(async () => {
  await setting?.worker.end();
  await shop?.stop();
  await disk?.remove();
  await rm(CLOCK, { force: true });
}, 600_000);

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const findUnexpected = (kinds: Iterable<string>): string[] => [...kinds].filter((kind) => !isExpectedFailure(kind));
const toRow = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** Returns the processes that should run and do not. */
const findEnded = (): string[] => [
  ...shop.cluster.findEnded(),
  ...shop.webs.flatMap((web, at) => (web.isRunning() ? [] : [`web process ${at + 1}`])),
  ...(setting.worker.isRunning() ? [] : ['the worker']),
];

/** Lets something fail and checks that the shop sells again. @returns the row of the table */
async function injectFailure(
  { what, lasts = FAILURE_MS, causes, checkEffect, isHarmless, inject }: InjectedFailure,
  shoppers: Shoppers,
): Promise<string> {
  const before = { requests: shoppers.requests, purchases: shoppers.moments.length, failures: new Map(shoppers.failures) };
  const from = performance.now();
  const end = await inject(setting);
  const bought = shoppers.moments.length;
  await sleep(lasts);
  if (isHarmless) expect.soft(shoppers.moments.length, what).toBeGreaterThan(bought);
  await checkEffect?.(setting);
  await end();
  const endedAt = performance.now();
  const next = () => shoppers.moments.find((moment) => moment > endedAt);
  await expect.poll(next, { message: `a purchase after: ${what}`, timeout: RECOVERY_MS }).toBeDefined();
  await shop.cluster.waitUntilWhole();
  await sleep(STEADY_MS);
  const to = performance.now();
  const failed = [...shoppers.failures]
    .map(([kind, count]) => [kind, count - (before.failures.get(kind) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  const row = toRow([
    what,
    `${Math.round((to - from) / 1_000)} s`,
    shoppers.requests - before.requests,
    shoppers.moments.length - before.purchases,
    failed.map(([kind, count]) => `${count} × ${kind}`).join('; ') || 'none',
    seconds(longestGap(shoppers.moments, from, to)),
    seconds((next() ?? to) - endedAt),
  ]);
  console.log(row);
  expect.soft(findEnded(), what).toEqual([]);
  expect.soft(findUnexpected(failed.map(([kind]) => kind)), what).toEqual([]);
  if (causes !== undefined) expect.soft(failed.map(([kind]) => kind).join(), what).toContain(causes);
  return row;
}

test('loses nothing and charges nobody twice, whatever fails', async () => {
  const shoppers = await Shoppers.start(shop);
  const staff = await ShopStaff.start(shop, shoppers);
  await sleep(STEADY_MS);
  const rows: string[] = [];
  for (const failure of INJECTED_FAILURES) rows.push(await injectFailure(failure, shoppers));
  await staff.stop();
  await shoppers.stop();
  const met = await countMetOrders(shop, shoppers);
  console.log(
    `${[toRow(HEADERS), toRow(HEADERS.map(() => '---')), ...rows].join('\n')}\n\n` +
      `${shoppers.requests} requests, ${shoppers.orders.length} purchases, ${shoppers.carts.size} carts, ${staff.imported.length} imports of ` +
      `${WINES} wines, ${staff.done.size} orders shipped, refunded or cancelled. ${shoppers.repeated.length} purchases were repeated: ` +
      `${met.placeOrder} repeats of placing met an order that was there, ${met.settle} of paying one that was placed. ` +
      `${shop.mail.taken.length} emails, ${shop.webhooks.accepted.size} webhooks`,
  );

  // Also those of calls that were answered after the last failure.
  expect.soft(findUnexpected(shoppers.failures.keys())).toEqual([]);
  expect.soft(staff.refused).toEqual([]);
  expect(Math.min(staff.imported.length, staff.done.size, shoppers.orders.length, shoppers.carts.size)).toBeGreaterThan(0);
  expect(shoppers.repeated.length).toBeGreaterThan(0);
  expect.soft(await findLost(shop, shoppers)).toEqual([]);
  await expect.poll(() => findDifferences(shop), { timeout: 180_000, interval: 2_000 }).toEqual([]);
  await expect.poll(() => findStaffDifferences(shop, staff), { timeout: 180_000, interval: 2_000 }).toEqual([]);
  const queued = {
    text: `select m.kind, j.state, j.retry_count as retries, count(*)::int as emails, min(j.started_on) as "startedAt",
        min(j.start_after) as "startAfter"
      from mail_log m left join pgboss.job j on j.id = m.id where m.state = 'queued' group by 1, 2, 3`,
  };
  await expect.poll(() => shop.shop.database.queryMany(queued), { timeout: EXPIRY_MS, interval: 2_000 }).toEqual([]);
  const failed = { text: "select id from webhook_deliveries where state = 'failed'" };
  expect(await shop.shop.database.queryMany(failed)).toEqual([]);
  expect(Math.min(shop.mail.taken.length, shop.webhooks.accepted.size)).toBeGreaterThan(0);
});
