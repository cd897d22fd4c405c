/** The office's wine calls over the real server, by people with different roles and markets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueContract } from '#domains/catalogue/contract.ts';
import { wineOfficeContract } from '#domains/catalogue/office-contract.ts';
import { writeOffers } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestOffer, type TestShop, testOffer } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let buyer: OfficeBrowser;
let australian: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', name: 'Olive', roles: ['Owner'] }));
  buyer = await signInAs(shop, await createTestStaff(shop.database, { email: 'ben@shop.example', name: 'Ben', roles: ['Buyer'] }));
  await shop.database.execute({
    text: "insert into roles (name, description, permissions, markets, is_owner, is_built_in) values ('Buyer AU', '', '{catalogue.read,catalogue.write}', '{AU}', false, false)",
  });
  australian = await signInAs(shop, await createTestStaff(shop.database, { email: 'ada@shop.example', name: 'Ada', roles: ['Buyer AU'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(wineOfficeContract);
let lastProduct = 5_000;
/** Adds an offer with 50 cases. */
async function addWine(fields: Partial<TestOffer> & { readonly offerId: string }): Promise<string> {
  lastProduct += 1;
  await shop.stock({ productId: lastProduct, level: 50, ...fields });
  return fields.offerId;
}
const read = async (id: string, browser = owner) => yes(await at(browser).wine({ id }));
const activityOf = (id: string) =>
  shop.database.queryMany<{ action: string; actor_name: string; market: string | null }>({
    text: "select action, actor_name, market from activity_log where subject_kind = 'offer' and subject_id = $1 order by id",
    values: [id],
  });
const inShop = (id: string) => shop.call(catalogueContract).offer({ offer: id });

describe('a wine in the office', () => {
  test('is saved by the form and seen in the shop at once', async () => {
    const id = await addWine({ offerId: 'form-one' });
    const { record, version } = await read(id);

    const saved = yes(
      await at(buyer).saveWine({
        version,
        record: { ...record, quote: 'Dark and long', prices: { ...record.prices, AU: { packPrice: 66 } } },
      }),
    );

    expect(saved.record.quote).toBe('Dark and long');
    expect(yes(await inShop(id)).offer).toMatchObject({ quote: 'Dark and long', packPrice: 66 });
    expect(saved.priceHistory).toMatchObject([{ market: 'AU', before: 60, after: 66, who: 'Ben' }]);
    expect(await activityOf(id)).toEqual([
      { action: 'offer.changed', actor_name: 'Ben', market: null },
      { action: 'offer.priced', actor_name: 'Ben', market: 'AU' },
    ]);
  });

  test('goes back to the next vintage of its name if the form names no replacement any more', async () => {
    const id = await addWine({ offerId: 'form-two' });
    const { record, version } = await read(id);
    const linked = yes(await at(buyer).saveWine({ version, record: { ...record, nextOfferId: 'form-one' } }));
    const { nextOfferId, ...unstated } = linked.record;
    expect(nextOfferId).toBe('form-one');

    const saved = yes(await at(buyer).saveWine({ version: linked.version, record: unstated }));

    expect(saved.record).not.toHaveProperty('nextOfferId');
    expect(saved.version).toBe(version);
  });

  test('names to the second of two people who was faster, and keeps that change', async () => {
    const id = await addWine({ offerId: 'race-one' });
    const { record, version } = await read(id);

    const answers = await Promise.all([
      at(owner).saveWine({ version, record: { ...record, quote: 'Olive’s' } }),
      at(buyer).saveWine({ version, record: { ...record, quote: 'Ben’s' } }),
    ]);

    const refused = answers.filter(({ ok }) => !ok);
    expect(refused).toMatchObject([
      { status: 409, code: 'changed_meanwhile', title: expect.stringMatching(/^(?:Olive|Ben) changed this just now/) },
    ]);
    expect(await activityOf(id)).toHaveLength(1);
  });

  test('names the import that changed it while somebody edited', async () => {
    const id = await addWine({ offerId: 'import-one' });
    const { record, version } = await read(id);
    await shop.database.transaction(async (transaction) => {
      await transaction.execute({ text: "insert into imports (files, mapping, counts, rejected) values ('{list.csv}', '', '{}', 0)" });
      await writeOffers(transaction, [{ ...record, quote: 'from the list' }], pictureVersion);
    });

    const late = await at(buyer).saveWine({ version, record: { ...record, quote: 'typed' } });

    expect(late).toMatchObject({
      ok: false,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^An import \(list\.csv\) changed this just now/),
    });
    expect((await read(id)).record.quote).toBe('from the list');
  });

  test('does not wait for a long import of the same wine', async () => {
    const id = await addWine({ offerId: 'locked-one' });
    const { version } = await read(id);
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const importing = shop.database.transaction(async (transaction) => {
      await transaction.execute({ text: 'select 1 from offers where offer_id = $1 for update', values: [id] });
      locked.resolve();
      await released.promise;
    });

    await locked.promise;
    const refused = await at(buyer).changeWine({ id, version, market: 'AU', change: { endsAt: null, secret: true } });
    released.resolve();
    await importing;

    expect(refused).toMatchObject({ ok: false, status: 409, code: 'being_changed' });
  });

  test('keeps what belongs to another market out of sight and out of reach', async () => {
    const both = await addWine({ offerId: 'both-markets' });
    const foreign = await addWine({ offerId: 'only-sg', audience: 'SG', prices: { SG: { packPrice: 80 } } });

    const seen = await read(both, australian);
    expect(seen.record.prices).toEqual({ AU: { packPrice: 60, packRRP: null } });
    expect(seen.foreignMarkets).toEqual(['SG']);
    expect(await at(australian).wine({ id: foreign })).toMatchObject({ ok: false, status: 404 });
    expect(await at(australian).changeWine({ id: foreign, version: 'x', market: 'AU', change: { secret: true } })).toMatchObject({
      ok: false,
      status: 404,
    });

    expect(await at(australian).saveWine({ version: seen.version, record: { ...seen.record, quote: 'mine' } })).toMatchObject({
      ok: false,
      status: 403,
      code: 'not_alone',
    });
    yes(await at(australian).saveWine({ version: seen.version, record: { ...seen.record, prices: { AU: { packPrice: 55 } } } }));
    expect((await read(both)).record.prices).toMatchObject({ AU: { packPrice: 55 }, SG: { packPrice: 80 } });
  });

  test('is added with stock of its own, once', async () => {
    const { productId: _, ...record } = testOffer({ offerId: 'added-one', productId: 1 });

    const [first, second] = await Promise.all([
      at(buyer).createWine({ record }),
      at(owner).createWine({ record: { ...record, offerId: 'added-two' } }),
    ]);

    expect(yes(first).record.productId).not.toBe(yes(second).record.productId);
    expect(await at(buyer).createWine({ record: { ...record, offerId: 'ADDED-one' } })).toMatchObject({ ok: false, code: 'id_taken' });
    expect(yes(first).markets).toMatchObject([{ stock: { available: 0 } }, { stock: { available: 0 } }]);
  });
});

describe('the next vintage', () => {
  const input = { vintage: '2023', startsAt: null, redirects: true } as const;

  test('copies the wine, ends the old one and leads its visitors to the new page', async () => {
    const id = await addWine({ offerId: 'old-vintage', name: 'Block Nine' });
    const { version } = await read(id);
    const newId = 'new-vintage';

    const made = yes(
      await at(buyer).createNextVintage({ id, version, newId, sku: 'B9-23', oldEndsAt: new Date().toISOString(), ...input }),
    );

    expect(made.record).toMatchObject({ offerId: newId, vintage: '2023', name: 'Block Nine', gtin: '' });
    expect((await read(id)).markets[0]).toMatchObject({ state: 'ended' });
    expect(yes(await shop.call(catalogueContract).offerSuccessor({ offer: id })).url).toBe(`/wines/test-house/${newId}`);
  });

  test('leads nowhere if the person does not want it', async () => {
    const id = await addWine({ offerId: 'old-without', name: 'Block Ten' });
    const { version } = await read(id);

    yes(
      await at(buyer).createNextVintage({
        id,
        version,
        newId: 'new-without',
        sku: 'B10-23',
        oldEndsAt: new Date().toISOString(),
        ...input,
        redirects: false,
      }),
    );

    expect(yes(await shop.call(catalogueContract).offerSuccessor({ offer: id })).url).toBeNull();
  });

  test('keeps its redirect when a list imports the old wine again', async () => {
    const id = await addWine({ offerId: 'old-listed', name: 'Block Eleven' });
    const { version } = await read(id);
    yes(await at(buyer).createNextVintage({ id, version, newId: 'new-listed', sku: 'B11-23', oldEndsAt: null, ...input }));
    const { nextOfferId: _, ...listed } = (await read(id)).record;

    await shop.database.transaction((transaction) => writeOffers(transaction, [{ ...listed, quote: 'listed' }], pictureVersion));

    expect((await read(id)).record).toMatchObject({ quote: 'listed', nextOfferId: 'new-listed' });
  });

  test.each([
    ['an earlier year', { vintage: '2020' }, 'wine_invalid'],
    ['an id that is in use', { newId: 'form-one' }, 'id_taken'],
  ])('is refused with %s, and nothing is added', async (_name, fields, code) => {
    const id = await addWine({ offerId: `refused-${code}`, name: 'Block Twelve' });
    const { version } = await read(id);

    const refused = await at(buyer).createNextVintage({
      id,
      version,
      newId: `never-${code}`,
      sku: 'X',
      oldEndsAt: null,
      ...input,
      ...fields,
    });

    expect(refused).toMatchObject({ ok: false, code });
    expect((await read(id)).version).toBe(version);
  });
});

describe('the list of wines', () => {
  test('has the wines of the chosen vintages, in every order', async () => {
    for (const [index, vintage] of ['1997', '1998', '1998', '1999', 'NV'].entries())
      await addWine({ offerId: `of-year-${index}`, brand: 'Yearling', vintage });
    const found = async (vintages: string[], sort: 'vintage' | '-vintage' | 'name' = 'vintage') =>
      yes(await at(owner).wines({ q: 'yearling', 'filter[vintage]': vintages.join(), sort })).rows.map(({ vintage }) => vintage);
    expect(await found(['1998'])).toEqual(['1998', '1998']);
    expect(await found(['NV', '1997', '1998'], '-vintage')).toEqual(['NV', '1998', '1998', '1997']);
    expect((await found(['1999', '1997'], 'name')).toSorted()).toEqual(['1997', '1999']);
    expect(await found(['199'])).toEqual([]);
  });

  test('has what an import changed, and edits at once', async () => {
    const id = await addWine({ offerId: 'listed-one', brand: 'Château Liste', name: 'Étiquette' });
    const list = async () => yes(await at(owner).wines({ q: 'chateau etiq' })).rows;
    expect(await list()).toMatchObject([{ id, price: 60, state: 'on_sale', stock: { available: 50 } }]);

    const [row] = await list();
    const changed = yes(
      await at(buyer).changeWine({ id, version: row?.version ?? '', market: 'AU', change: { price: { by: 'set', amount: 61.5 } } }),
    );

    expect(changed.row).toMatchObject({ price: 61.5 });
    expect(await list()).toMatchObject([{ price: 61.5, version: changed.row.version }]);
  });

  const shown = (ids: readonly string[]) => Promise.all(ids.map(async (id) => ({ id, version: (await read(id)).version })));

  test('leaves those alone that somebody changed since they were listed', async () => {
    const ids = [await addWine({ offerId: 'seen-one' }), await addWine({ offerId: 'seen-two' })];
    const wines = await shown(ids);
    const change = { price: { by: 'set', amount: 80 } } as const;
    const { version } = await read('seen-two');
    yes(await at(owner).changeWine({ id: 'seen-two', version, market: 'AU', change: { price: { by: 'set', amount: 70 } } }));

    const left = [
      { isDone: true },
      { isDone: false, reason: /^Olive changed it just now, after you opened this page. It was left alone.$/ },
    ];
    expect(yes(await at(buyer).changeWines({ wines, market: 'AU', change, isPreview: true })).results).toMatchObject(left);
    expect(yes(await at(buyer).changeWines({ wines, market: 'AU', change })).results).toMatchObject(left);

    expect((await read('seen-one')).record.prices.AU?.packPrice).toBe(80);
    expect((await read('seen-two')).record.prices.AU?.packPrice).toBe(70);
  });

  test('changes several with a preview that changes nothing', async () => {
    const ids = [await addWine({ offerId: 'bulk-one' }), await addWine({ offerId: 'bulk-two', prices: { SG: { packPrice: 70 } } })];
    const change = { price: { by: 'percent', percent: 10, rounding: 'dollar' } } as const;

    const preview = yes(await at(buyer).changeWines({ wines: await shown(ids), market: 'AU', change, isPreview: true })).results;
    expect(preview).toMatchObject([
      { isDone: true, before: { 'prices.AU': { packPrice: 60 } }, after: { 'prices.AU': { packPrice: 66 } } },
      { isDone: false, reason: expect.stringMatching(/no price in this market/) },
    ]);
    expect((await read('bulk-one')).record.prices.AU?.packPrice).toBe(60);

    expect(yes(await at(buyer).changeWines({ wines: await shown(ids), market: 'AU', change })).results).toMatchObject([
      { isDone: true },
      { isDone: false },
    ]);
    expect((await read('bulk-one')).record.prices.AU?.packPrice).toBe(66);
  });

  test('takes back what was changed, but nothing that was changed again since', async () => {
    const ids = [await addWine({ offerId: 'back-one' }), await addWine({ offerId: 'back-two' })];
    const change = { price: { by: 'percent' as const, percent: 10 }, addTags: ['Sale'], category: 'Rosé' as const };
    const before = await read('back-one');
    const { results } = yes(await at(buyer).changeWines({ wines: await shown(ids), market: 'AU', change }));
    const again = await read('back-two');
    yes(await at(owner).changeWine({ id: 'back-two', version: again.version, market: 'AU', change: { price: { by: 'set', amount: 70 } } }));

    const changes = results.map(({ id, before: from, after }) => ({ id, before: from, after }));
    const restored = yes(await at(buyer).restoreWines({ changes }));

    expect(restored.results).toMatchObject([{ isDone: true }, { isDone: false, reason: 'It was changed again since' }]);
    expect((await read('back-one')).version).toBe(before.version);
    expect((await read('back-two')).record).toMatchObject({ category: 'Rosé', prices: { AU: { packPrice: 70 } } });
    expect((await activityOf('back-one')).map(({ action }) => action)).toContain('offer.restored');
    const { timeline } = await read('back-two');
    const priced = timeline.find(({ action, who }) => action === 'offer.priced' && who === 'Olive');
    yes(await at(buyer).restoreWines({ changes: [{ id: 'back-two', before: priced?.before ?? {}, after: priced?.after ?? {} }] }));
    expect((await read('back-two')).record.prices.AU?.packPrice).toBe(66);
  });

  test('takes nothing back in markets of others', async () => {
    const both = await addWine({ offerId: 'back-both' });
    const foreign = await addWine({ offerId: 'back-sg', audience: 'SG', prices: { SG: { packPrice: 80 } } });
    const price = (packPrice: number) => ({ packPrice, packRRP: null });
    const { record } = await read(both);

    const { results } = yes(
      await at(australian).restoreWines({
        changes: [
          { id: both, before: { 'prices.SG': price(1) }, after: { 'prices.SG': record.prices.SG ?? null } },
          // Whether the guessed price is right is not said.
          { id: both, before: { 'prices.SG': price(1) }, after: { 'prices.SG': price(2) } },
          { id: both, before: { quote: 'mine' }, after: { quote: '' } },
          { id: foreign, before: { 'prices.SG': price(1) }, after: { 'prices.SG': price(80) } },
        ],
      }),
    );

    expect(results[0]).toEqual(results[1]);
    expect(results).toMatchObject([
      { isDone: false },
      { isDone: false },
      { isDone: false },
      { isDone: false, reason: 'We couldn’t find that wine.' },
    ]);
    expect((await read(both)).record).toEqual(record);
    expect((await read(foreign)).record.prices.SG?.packPrice).toBe(80);
  });

  test('exports what an import of changes reads', async () => {
    const id = await addWine({ offerId: 'export-one', name: 'Exported only' });

    const { csv } = yes(await at(owner).exportWines({ q: 'exported only' }));

    expect(csv.split('\r\n')[0]).toMatch(/^offerId,.*price AU,tiers,starts,ends,status/);
    expect(csv).toContain(`${id},Test House,Exported only 2022`);
  });
});

describe('the preview of a wine', () => {
  test('shows each shopper what they may see', async () => {
    const { record } = await read(await addWine({ offerId: 'preview-one', tiersEligible: ['GOLD'] }));
    const as = async (viewer: 'GUEST' | 'GOLD' | 'STAFF') => yes(await at(buyer).previewWine({ record, market: 'AU', viewer }));

    expect(await as('GUEST')).toMatchObject({ isVisible: false, reasons: ['tier'] });
    expect(await as('GOLD')).toMatchObject({
      isVisible: true,
      reasons: [],
      hit: { packPrice: 60 },
      bottle: expect.stringMatching(/^<svg/),
    });
    expect(await as('STAFF')).toMatchObject({ isVisible: true });
  });
});
