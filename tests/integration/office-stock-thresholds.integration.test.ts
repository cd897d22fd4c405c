/** The office's calls about low-stock levels over the real server: of one wine, of several, and of a market. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stockOfficeContract } from '#domains/selling/stock/office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let celia: OfficeBrowser;
let olive: OfficeBrowser;
let nextProduct = 100;

beforeAll(async () => {
  shop = await createTestShop();
  celia = await signInAs(shop, await createTestStaff(shop.database, { email: 'celia@shop.example', name: 'Celia', roles: ['Cellar'] }));
  olive = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', name: 'Olive', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(stockOfficeContract);

/** Adds a wine with stock in both markets. */
async function wine(level: number) {
  const productId = nextProduct++;
  await shop.stock({ offerId: `wine-${productId}`, productId, level, sku: `SKU-${productId}` });
  return { id: `AU-${productId}` };
}
const read = async (id: string) => yes(await at(celia).stockItem({ id }));

describe('a threshold', () => {
  test('is the default until a wine has its own, and says what it was', async () => {
    const { id } = await wine(8);
    expect(await read(id)).toMatchObject({ threshold: 6, isOwnThreshold: false, states: [] });

    expect(yes(await at(celia).setThresholds({ items: [{ id, expected: null }], threshold: 8 }))).toEqual({
      changed: 1,
      before: [{ id, threshold: null }],
      kept: [],
    });

    expect(await read(id)).toMatchObject({ threshold: 8, isOwnThreshold: true, states: ['low'] });
    expect(yes(await at(celia).setThresholds({ items: [{ id, expected: 8 }], threshold: 8 })).changed).toBe(0);
    yes(await at(celia).setThresholds({ items: [{ id, expected: 8 }], threshold: null }));
    expect(await read(id)).toMatchObject({ threshold: 6, isOwnThreshold: false });
  });

  test('that somebody changed since it was read is not overwritten, nor taken back', async () => {
    const { id } = await wine(8);
    yes(await at(celia).setThresholds({ items: [{ id, expected: null }], threshold: 4 }));

    const kept = {
      changed: 0,
      before: [],
      kept: [
        {
          id,
          threshold: 4,
          name: expect.stringMatching(/./),
          reason: expect.stringMatching(/^Celia changed it just now, after you opened/),
        },
      ],
    };
    expect(yes(await at(olive).setThresholds({ items: [{ id, expected: null }], threshold: 2 }))).toEqual(kept);
    expect(yes(await at(olive).setThresholds({ items: [{ id, expected: 5 }], threshold: null }))).toEqual(kept);
    expect(yes(await at(olive).setThresholds({ items: [{ id, expected: 5 }], threshold: null, isPreview: true }))).toEqual(kept);

    expect(await read(id)).toMatchObject({ threshold: 4, isOwnThreshold: true });
    expect(yes(await at(olive).setThresholds({ items: [{ id, expected: 4 }], threshold: 2 })).changed).toBe(1);
    expect(await read(id)).toMatchObject({ threshold: 2 });
  });

  test('of several wines is previewed, and taken back where nobody changed it since', async () => {
    const [mine, theirs] = [(await wine(8)).id, (await wine(8)).id];
    const ids = [mine, theirs];
    const items = ids.map((id) => ({ id, expected: null }));
    const preview = yes(await at(celia).setThresholds({ items, threshold: 3, isPreview: true }));
    expect(preview).toEqual({ changed: 2, before: ids.map((id) => ({ id, threshold: null })), kept: [] });
    expect((await read(mine)).isOwnThreshold).toBe(false);
    yes(await at(celia).setThresholds({ items, threshold: 3 }));
    yes(await at(olive).setThresholds({ items: [{ id: theirs, expected: 3 }], threshold: 5 }));

    const { results } = yes(await at(celia).restoreThresholds({ changes: ids.map((id) => ({ id, before: null, after: 3 })) }));

    expect(results).toMatchObject([
      { id: mine, isDone: true, reason: '' },
      { id: theirs, name: expect.stringMatching(/./), isDone: false, reason: 'Olive changed it just now.' },
    ]);
    expect(await read(mine)).toMatchObject({ isOwnThreshold: false });
    expect(await read(theirs)).toMatchObject({ threshold: 5 });
  });

  test('of several wines is set where nobody changed it, and the others are named', async () => {
    const [mine, theirs] = [(await wine(8)).id, (await wine(8)).id];
    yes(await at(olive).setThresholds({ items: [{ id: theirs, expected: null }], threshold: 5 }));

    const items = [mine, theirs].map((id) => ({ id, expected: null }));
    const done = yes(await at(celia).setThresholds({ items, threshold: 3 }));

    expect(done).toMatchObject({
      changed: 1,
      before: [{ id: mine }],
      kept: [{ id: theirs, threshold: 5, reason: expect.stringMatching(/^Olive changed it/) }],
    });
    expect(await read(mine)).toMatchObject({ threshold: 3 });
    expect(await read(theirs)).toMatchObject({ threshold: 5 });
  });

  test('has a default by market, which two people do not change unseen', async () => {
    const { id } = await wine(9);
    const [before] = yes(await at(celia).stockDefaults({})).rows;
    const { version = 0 } = before ?? {};
    yes(await at(celia).setDefaultThreshold({ market: 'AU', threshold: 9, version }));

    expect(await at(olive).setDefaultThreshold({ market: 'AU', threshold: 2, version })).toMatchObject({
      ok: false,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Celia changed this/),
    });
    expect(await read(id)).toMatchObject({ threshold: 9, states: ['low'] });
    yes(await at(olive).setDefaultThreshold({ market: 'AU', threshold: 6, version: version + 1 }));
  });
});
