/**
 * The next release replaces this one behind HAProxy, process by process, and is taken back again, while shoppers and staff go on. No
 * request fails, and pages that were open before work on with the files of their own release.
 */
import { afterAll, beforeAll, test } from 'vitest';
import { SHOP_VERSION } from '#server/own-process.ts';
import { buildNextRelease, CHANGED_TEXTS, NEXT_VERSION } from './next-release.ts';
import { type Release, THIS_RELEASE } from './release.ts';
import { rollForthAndBack } from './roll-releases.ts';

let next: Release;
beforeAll(async () => {
  next = await buildNextRelease();
}, 300_000);
afterAll(() => next?.remove());

test('an upgrade and its return under load fail no request, and open tabs work on', async () => {
  const { placeOrder, orders } = CHANGED_TEXTS;
  await rollForthAndBack(
    { ...THIS_RELEASE, version: SHOP_VERSION, texts: { placeOrder: placeOrder.before, orders: orders.before } },
    { ...next, version: NEXT_VERSION, texts: { placeOrder: placeOrder.after, orders: orders.after } },
  );
});
