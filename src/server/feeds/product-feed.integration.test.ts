/** The product feed, and exports of changes. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import { TIERS_ELIGIBLE } from '#domains/catalogue/model/record.ts';
import { readNextSince } from '#domains/catalogue/server/import/import-log.repository.ts';
import { createOfferReader } from '#domains/catalogue/server/offer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { AUDIENCES } from '#markets/audiences.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { exportRecords, importFiles } from '#server/imports.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { OFFER_INPUT } from '#tests/fixtures/offers.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import { runs } from '#tests/stress/run-count.ts';

import { productFeed } from './product-feed.ts';

let folder: string;
let store: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-feed-'));
  const created = await createTestDatabase();
  drop = created.drop;
  store = openDatabase(created.connectionString, 4);
});
afterAll(async () => {
  await store.close();
  await drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await store.execute({ text: 'truncate offers, stock_levels, imports restart identity cascade' });
});

async function take(lines: string) {
  const path = join(folder, 'records.ndjson');
  await writeFile(path, lines);
  return importFiles(store, { files: [path], mapping: null, rejectsFile: null });
}
const offers = (...changes: object[]) => take(changes.map((change) => JSON.stringify({ ...OFFER_INPUT, ...change })).join('\n'));
async function exported(since: string | null = null): Promise<string> {
  let text = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  await exportRecords(store, out, ['offer', 'stock', 'promotion'], since);
  return text;
}

describe('the products feed', () => {
  const feedOf = async (site: number) => {
    let text = '';
    for await (const piece of productFeed(
      createOfferReader(store, pictureVersion),
      TERMS[(DEFAULT_SITES[site] ?? DEFAULT_SITES[0]).market],
      DEFAULT_SITES[site] ?? DEFAULT_SITES[0],
      'https://shop.example',
    ))
      text += piece;
    return text;
  };

  test('contains the price, bottles, bar code and delivery to each state of a case, and never the RRP as its price', async () => {
    await offers({ offerId: 'a', gtin: '4006381333931', name: 'Rock & <Roll>', prices: { AU: { packPrice: 240, packRRP: 300 } } });
    const feed = await feedOf(0);
    for (const part of [
      '<g:id>a</g:id>',
      'Rock &#38; &#60;Roll&#62;',
      '<g:price>240.00 AUD</g:price><g:brand>',
      '<g:gtin>4006381333931</g:gtin>',
      '<g:multipack>12</g:multipack>',
      '<g:availability>out_of_stock</g:availability>',
      '<g:shipping><g:country>AU</g:country><g:region>VIC</g:region><g:price>9.90 AUD</g:price></g:shipping>',
      '<g:shipping><g:country>AU</g:country><g:region>QLD</g:region><g:price>14.90 AUD</g:price></g:shipping>',
      '<g:shipping><g:country>AU</g:country><g:region>WA</g:region><g:price>14.90 AUD</g:price></g:shipping>',
    ])
      expect(feed).toContain(part);
    expect(feed).not.toContain('sale_price');
    expect(feed).not.toContain('300.00');
    expect(feed.match(/<g:shipping>/g)).toHaveLength(8);
    expect(feed).toMatch(/<g:image_link>https:\/\/shop\.example\/pictures\/bottle\/a\.[a-z0-9]+\.png</);
    expect(feed).toMatch(/<g:link>https:\/\/shop\.example\/wines\/orchard-end\/a</);
  });

  test('leaves out what guests may not see or buy, and offers of other markets and sites [CAT-31]', async () => {
    await offers(
      { offerId: 'shown' },
      { offerId: 'gold', tiersEligible: ['GOLD'] },
      { offerId: 'secret', secret: true },
      { offerId: 'members', specialAccess: true },
      { offerId: 'over', endsAt: '2020-01-01T00:00:00Z' },
      { offerId: 'later', startsAt: '2999-01-01T00:00:00Z' },
      { offerId: 'abroad', audience: 'SG' },
      { offerId: 'unpriced', prices: { SG: { packPrice: 10 } } },
      { offerId: 'whisky', category: 'Whisky' },
    );
    expect((await feedOf(0)).match(/<g:id>\w+/g)).toEqual(['<g:id>shown']);
    expect((await feedOf(2)).match(/<g:id>\w+/g)).toEqual(['<g:id>whisky']);
  });
});

describe('an export', () => {
  test('since a date contains later changes, including those of an import that was open', async () => {
    await offers({ offerId: 'a' }, { offerId: 'b' });
    await take('{"record":"stock","productId":1,"market":"AU","level":5}');
    const timestamp = await readNextSince(store);
    expect(await exported(timestamp)).toBe('');
    await offers({ offerId: 'b', quote: 'Tasted again.' }, { offerId: 'a' });
    await store.execute({ text: 'update stock_levels set reserved = 1' });
    expect(
      (await exported(timestamp))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).offerId),
    ).toEqual(['b']);
    await store.execute({ text: 'update stock_levels set level = 4' });
    expect(
      (await exported(timestamp))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).record),
    ).toEqual(['offer', 'stock']);
  });

  test('of any offers and stock is imported without loss', async () => {
    const words = (most: number, least = 0) =>
      fc
        .string({ unit: 'grapheme', minLength: least, maxLength: Math.floor(most / 8) })
        .map((text) => text.normalize('NFC').trim())
        .filter((text) => text.length >= least && text.isWellFormed() && !text.includes('\0') && text.length <= most);
    const cents = fc.integer({ min: 1, max: 9_999_999 }).map((amount) => amount / 100);
    const instant = fc.option(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
    );
    const anyOffer = fc.record({
      offerId: fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/),
      productId: fc.integer({ min: 1, max: 2_147_483_647 }),
      sku: words(64, 1),
      brand: words(120, 1),
      name: words(200, 1),
      vintage: fc.constantFrom('', 'NV', '1999', '2024'),
      category: fc.constantFrom(...CATEGORY_NAMES),
      packSize: fc.integer({ min: 1, max: 48 }),
      audience: fc.constantFrom(...AUDIENCES),
      tiersEligible: fc.uniqueArray(fc.constantFrom(...TIERS_ELIGIBLE), { minLength: 1 }),
      prices: fc.record({ AU: fc.record({ packPrice: cents, packRRP: fc.option(cents) }) }),
      startsAt: instant,
      endsAt: instant,
      story: fc.array(words(1_200), { maxLength: 3 }),
      tags: fc.array(words(40), { maxLength: 4 }),
      slot: fc.option(fc.integer({ min: -1_000, max: 1_000 })),
    });
    const anyStock = fc.record({
      record: fc.constant('stock'),
      productId: fc.integer({ min: 1, max: 999 }),
      market: fc.constantFrom('AU', 'SG'),
      level: fc.nat(10_000_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyOffer, { maxLength: 8 }), fc.array(anyStock, { maxLength: 8 }), async (some, levels) => {
        await store.execute({ text: 'truncate offers, stock_levels, imports cascade' });
        const lines = [...some.map((one) => ({ ...OFFER_INPUT, ...one })), ...levels].map((record) => JSON.stringify(record)).join('\n');
        const { progress } = await take(`${lines}\n\n`.replace(/^\n\n$/, '{"record":"stock","productId":1,"market":"AU","level":1}'));
        expect(progress.rejectsBy).toEqual({});
        const first = await exported();
        for (const feedOffer of some.filter((one, at) => some.findLastIndex(({ offerId }) => offerId === one.offerId) === at))
          expect(
            first
              .split('\n')
              .filter((line) => line !== '')
              .map((line) => JSON.parse(line)),
          ).toContainEqual(expect.objectContaining({ ...feedOffer, record: 'offer' }));
        await store.execute({ text: 'truncate offers, stock_levels, imports cascade' });
        await take(first);
        expect(await exported()).toBe(first);
      }),
      { numRuns: runs(12) },
    );
  });
});
