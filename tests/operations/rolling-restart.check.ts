/** Web processes behind HAProxy are restarted one after the other while shoppers and staff go on. No request fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeLoad, openProxiedShop, type ProxiedShop } from './proxied-shop.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Load before a process is killed. */
const STEADY_MS = 3_000;

let proxied: ProxiedShop;

beforeEach(async () => {
  proxied = await openProxiedShop();
});
afterEach(() => proxied?.stop());

const responses = (): string => [...proxied.responses].map(([kind, count]) => `${count} × ${kind}`).join(', ');

test(`${ROUNDS} rolling restarts of two processes under load fail no request`, async () => {
  const load = proxied.startLoad();
  const exits: (number | null)[] = [];
  for (let round = 0; round < ROUNDS; round += 1) for (const at of [0, 1] as const) exits.push(await proxied.replaceWeb(at));
  const done = await load.stop();
  console.log(`${exits.length} restarts, ${responses()}, ${proxied.failures.length} failed; ${describeLoad(done)}`);

  expect(proxied.failures).toEqual([]);
  expect(exits).toEqual(exits.map(() => 0));
  expect(Math.min(...Object.values(done))).toBeGreaterThan(0);
  expect(await proxied.findViolations()).toEqual([]);
});

test('a process that is killed does fail requests, which this check notices', async () => {
  const load = proxied.startLoad();
  await sleep(STEADY_MS);
  await proxied.killWeb(0);
  await proxied.replaceWeb(0);
  const done = await load.stop();
  console.log(`A process killed, ${responses()}, ${proxied.failures.length} failed; ${describeLoad(done)}`);

  expect(proxied.failures.length).toBeGreaterThan(0);
  await expect.poll(() => proxied.findViolations(), { timeout: 60_000, interval: 1_000 }).toEqual([]);
});
