/** A folder of pictures into the shop, and out again by address. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOfferReader } from '#domains/catalogue/server/offer.repository.ts';
import { findPicturesInFolder, importPictures } from '#domains/catalogue/server/pictures/import-pictures.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { exportRecords, importFiles } from '#server/imports.ts';
import { servePhotos } from '#server/page-cache/photo-routes.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { exampleMapping } from '#tests/fixtures/example-mapping.ts';
import { OFFER_INPUT } from '#tests/fixtures/offers.ts';

let folder: string;
let store: Database;
let drop: () => Promise<void>;
const picture = (colour: string, width = 300) =>
  sharp({ create: { width, height: 400, channels: 3, background: colour } })
    .png()
    .toBuffer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-pictures-'));
  const created = await createTestDatabase();
  drop = created.drop;
  store = openDatabase(created.connectionString, 4);
  await take({ offerId: 'one', sku: 'ONE-1' }, { offerId: 'two', sku: 'TWO-2', gtin: '4006381333931', productId: 2 });
});
afterAll(async () => {
  await store.close();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

async function take(...changes: object[]) {
  const path = join(folder, 'offers.ndjson');
  await writeFile(path, changes.map((change) => JSON.stringify({ ...OFFER_INPUT, ...change })).join('\n'));
  return (await importFiles(store, { files: [path], mapping: null, rejectsFile: null })).written.offer;
}
const recordOf = async (offerId: string) => createOfferReader(store, pictureVersion).record(offerId);

describe('a folder of pictures', () => {
  test('is imported by number, bar code and id, in order, and skipped files are named', async () => {
    const pictures = join(folder, 'pictures');
    await mkdir(join(pictures, 'more'), { recursive: true });
    await writeFile(join(pictures, 'one-1.png'), await picture('#111111'));
    await writeFile(join(pictures, 'ONE-1_back.jpg'), await picture('#222222'));
    await writeFile(join(pictures, 'more/4006381333931.webp'), await picture('#333333'));
    await writeFile(join(pictures, 'one-1-3.jpg'), 'not a picture');
    await writeFile(join(pictures, 'nobody.jpg'), await picture('#444444'));
    const { named, rejected } = await findPicturesInFolder(store, pictures);
    expect(rejected.map(({ file }) => file)).toEqual(['nobody.jpg']);
    const taken = await importPictures(store, pictures, named);
    expect(taken).toMatchObject({ offers: 2, pictures: 3, rejected: [{ file: 'one-1-3.jpg', reason: 'It isn’t a picture.' }] });
    expect((await recordOf('one'))?.pictures).toMatchObject([
      { width: 300, height: 400 },
      { width: 300, height: 400 },
    ]);
    expect(await store.queryOne({ text: "select summary->>'imageUrl' as url from offers where offer_id = 'two'" })).toEqual({
      url: expect.stringMatching(/^\/pictures\/photo\/[a-z0-9]{20}\.300x400\/300\.jpg$/),
    });
  });

  test('keeps pictures when the list is imported again, and the same list changes nothing', async () => {
    expect(await take({ offerId: 'one', sku: 'ONE-1' })).toMatchObject({ changed: 0 });
    expect(await take({ offerId: 'one', sku: 'ONE-1', quote: 'Newly tasted.' })).toMatchObject({ changed: 1 });
    expect((await recordOf('one'))?.pictures).toHaveLength(2);
    expect(await take({ offerId: 'one', sku: 'ONE-1', pictures: [] })).toMatchObject({ changed: 1 });
    expect((await recordOf('one'))?.pictures).toEqual([]);
  });

  test('is served with an immutable URL, and nothing else is', async () => {
    const app = fastify();
    servePhotos(app, { database: store, pictureStorage: null });
    const address = String(
      (await store.queryOne<{ url: string }>({ text: "select summary->>'imageUrl' as url from offers where offer_id = 'two'" }))?.url,
    );
    const response = await app.inject(address);
    expect(response.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' });
    expect((await sharp(response.rawPayload).metadata()).width).toBe(300);
    for (const invalidName of ['300.gif', '301.jpg', '99999999999.jpg', '%00.jpg'])
      expect((await app.inject(address.replace('300.jpg', invalidName))).statusCode).toBe(404);
    await app.close();
  });
});

describe('pictures in an export', () => {
  test('come back byte for byte', async () => {
    const exported = async (database: Database) => {
      let text = '';
      const out = new Writable({
        write(chunk, _encoding, done) {
          text += String(chunk);
          done();
        },
      });
      await exportRecords(database, out);
      return text;
    };
    const lines = await exported(store);
    expect(lines).toContain('"record":"picture-file"');
    const created = await createTestDatabase();
    const other = openDatabase(created.connectionString, 2);
    try {
      await writeFile(join(folder, 'all.ndjson'), lines);
      const { progress } = await importFiles(other, {
        files: [join(folder, 'all.ndjson')],
        mapping: null,
        rejectsFile: null,
        allowsStaffGroup: true,
      });
      expect(progress.rejectsBy).toEqual({});
      expect(await exported(other)).toBe(lines);
    } finally {
      await other.close();
      await created.drop();
    }
  });
});

describe('a column of pictures', () => {
  test('can have a column of descriptions', async () => {
    const list = join(folder, 'words.csv');
    await writeFile(join(folder, 'front.png'), await picture('#666666'));
    await writeFile(join(folder, 'back.png'), await picture('#777777'));
    await writeFile(
      list,
      'title,winery,variety,region,price,description,photo,shows\nKrone 2014 Two,Krone,Syrah,Samos,20,x,front.png;back.png,"A bottle, front | The back label"\n',
    );
    const base = exampleMapping();
    const columns = { ...base.columns, photo: 'photo', shows: 'shows' };
    const mapping = exampleMapping({ columns, pictures: { column: 'photo', alt: 'shows' } });
    const { pictures } = await importFiles(store, { files: [list], mapping, rejectsFile: null });
    await importPictures(store, folder, pictures);
    const row = await store.queryOne<{ record: { pictures: unknown } }>({
      text: "select record from offers where record->>'vintage' = '2014'",
    });
    expect(row?.record.pictures).toMatchObject([{ alt: 'A bottle, front' }, { alt: 'The back label' }]);
  });

  test('names files next to the list, and no other files', async () => {
    const list = join(folder, 'list.csv');
    await writeFile(join(folder, 'bottle.png'), await picture('#555555'));
    await writeFile(
      list,
      'title,winery,variety,region,price,description,photo\nKrone 2012 One,Krone,Syrah,Samos,20,x,bottle.png; ../../etc/passwd\n',
    );
    const base = exampleMapping();
    const mapping = exampleMapping({ columns: { ...base.columns, photo: 'photo' }, pictures: { column: 'photo' } });
    const { pictures } = await importFiles(store, { files: [list], mapping, rejectsFile: null });
    const taken = await importPictures(store, folder, pictures);
    expect(taken).toMatchObject({
      offers: 1,
      pictures: 1,
      rejected: [{ file: '../../etc/passwd', reason: expect.stringContaining('outside') }],
    });
  });
});
