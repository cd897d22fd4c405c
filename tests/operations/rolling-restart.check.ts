/** Web processes behind HAProxy are restarted one after the other while shoppers and staff go on. No request fails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProxiedShop, type ProxiedShop } from './proxied-shop.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);

let proxied: ProxiedShop;

beforeAll(async () => {
  proxied = await openProxiedShop();
});
afterAll(() => proxied?.stop());

test(`${ROUNDS} rolling restarts of two processes under load fail no request`, async () => {
  const load = proxied.startLoad();
  const exits: (number | null)[] = [];
  for (let round = 0; round < ROUNDS; round += 1) for (const at of [0, 1] as const) exits.push(await proxied.replaceWeb(at));
  const { purchases, visits, lists } = await load.stop();
  console.log(
    `${exits.length} restarts, ${[...proxied.responses].map(([kind, count]) => `${count} × ${kind}`).join(', ')}, ` +
      `${proxied.failures.length} failed; ${purchases} purchases, ${visits} visits, ${lists} lists of orders`,
  );

  expect(proxied.failures).toEqual([]);
  expect(exits).toEqual(exits.map(() => 0));
  expect(Math.min(purchases, visits, lists)).toBeGreaterThan(0);
  expect(await proxied.findViolations()).toEqual([]);
});
