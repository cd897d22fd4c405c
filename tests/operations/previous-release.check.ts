/**
 * The code of an earlier commit sells on a database of its own schema, goes on while the migrations since are applied, is replaced by this
 * release behind HAProxy, and is put back on the new schema. `PREVIOUS_RELEASE` names a commit or tag. Default: the commit before the one
 * that added the newest migration. Needs the history of the repository.
 */
import { afterAll, beforeAll, test } from 'vitest';
import { SHOP_VERSION } from '#server/own-process.ts';
import { CHANGED_TEXTS } from './next-release.ts';
import { buildPreviousRelease, PREVIOUS_VERSION, type PreviousRelease } from './previous-release.ts';
import { THIS_RELEASE } from './release.ts';
import { rollForthAndBack } from './roll-releases.ts';

let previous: PreviousRelease;
beforeAll(async () => {
  previous = await buildPreviousRelease(process.env.PREVIOUS_RELEASE);
  console.log(`From ${previous.name}`);
}, 600_000);
afterAll(() => previous?.remove());

test('the release before runs on the new schema, and an upgrade and its return under load fail no request', async () => {
  const texts = { placeOrder: CHANGED_TEXTS.placeOrder.before, orders: CHANGED_TEXTS.orders.before };
  await rollForthAndBack({ ...previous, version: PREVIOUS_VERSION, texts }, { ...THIS_RELEASE, version: SHOP_VERSION, texts });
});
