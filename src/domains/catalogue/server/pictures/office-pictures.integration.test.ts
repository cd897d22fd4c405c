/** The office's pictures over the real server: uploads, refusals, wines of several markets, undo. */
import { request } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PictureRow, pictureOfficeContract, pictureUploadContract } from '#domains/catalogue/picture-office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, OFFICE_HOST, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { purgePictures } from './picture-file.repository.ts';
import { countLibrary, findPictures, listLibrary, type PictureFilter } from './picture-library.repository.ts';

let shop: TestShop;
let bea: OfficeBrowser;
let mara: OfficeBrowser;
let reader: OfficeBrowser;
let singapore: OfficeBrowser;
let owner: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop({ OFFICE_URL: 'http://office.localhost' });
  const { database } = shop;
  await database.execute({
    text: "insert into roles (name, permissions, markets) values ('Buyer SG', '{catalogue.read,catalogue.write,pictures.write}', '{SG}')",
  });
  bea = await signInAs(shop, await createTestStaff(database, { email: 'bea@shop.example', name: 'Bea', roles: ['Buyer'] }));
  owner = await signInAs(shop, await createTestStaff(database, { email: 'olive@shop.example', name: 'Olive', roles: ['Owner'] }));
  mara = await signInAs(shop, await createTestStaff(database, { email: 'mara@shop.example', name: 'Mara', roles: ['Marketing'] }));
  reader = await signInAs(shop, await createTestStaff(database, { email: 'rey@shop.example', roles: ['Read-only'] }));
  singapore = await signInAs(shop, await createTestStaff(database, { email: 'sue@shop.example', name: 'Sue', roles: ['Buyer SG'] }));
  await shop.stock(
    { offerId: 'red', productId: 1, sku: 'RED-21', brand: 'Amber Hill', name: 'Red', vintage: '2021', level: 9, audience: 'AU' },
    { offerId: 'white', productId: 2, sku: 'WHITE', brand: 'Cold Creek', name: 'White', vintage: '2023', level: 9, audience: 'AU' },
    { offerId: 'both', productId: 3, sku: 'BOTH', brand: 'Two Seas', name: 'Rosé', vintage: '2024', level: 9, audience: 'AU+NZ+SG' },
  );
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(pictureOfficeContract);
let shade = 0;
/** A picture that no other test has. */
const image = (width = 60, height = 80) => {
  shade += 1;
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 40, b: 80 } } });
};

interface Sent {
  readonly status: number;
  readonly body: { readonly code?: string; readonly title?: string; readonly picture?: PictureRow; readonly isNew?: boolean };
}

/** Sends a file as the office's screen does. */
const upload = (browser: OfficeBrowser, bytes: Buffer, name = 'picture.jpg', headers: Record<string, string> = {}): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        port: shop.running.port,
        host: '127.0.0.1',
        method: 'POST',
        path: `${pictureUploadContract.uploadPicture.path}?${new URLSearchParams(name === '' ? {} : { name })}`,
        headers: {
          host: `${OFFICE_HOST}:${shop.running.port}`,
          origin: browser.origin,
          cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
          'content-type': 'application/octet-stream',
          'content-length': bytes.length,
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
      },
    );
    sent.on('error', reject);
    sent.end(bytes);
  });
async function add(name?: string, browser = bea): Promise<PictureRow> {
  const { status, body } = await upload(browser, await image().png().toBuffer(), name);
  expect(status).toBe(200);
  if (!body.picture) throw new Error('no picture');
  return body.picture;
}
const give = (offer: string, ...ids: string[]) => at(bea).changeWinePictures({ offer, add: ids });
const picturesOf = async (offer: string): Promise<string[]> => {
  const row = await shop.database.queryOne<{ ids: string[] }>({
    text: "select array(select jsonb_array_elements(record->'pictures')->>'id') as ids from offers where offer_id = $1",
    values: [offer],
  });
  return row?.ids ?? [];
};

describe('an upload', () => {
  test('converts the picture, removes what the camera noted, and lists it', async () => {
    const bytes = await image(300, 200)
      .withExif({ IFD0: { Artist: 'Someone' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload(bea, bytes, 'RED-21.jpg');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      isNew: true,
      picture: { name: 'RED-21.jpg', width: 300, height: 200, bytes: bytes.length, addedBy: 'Bea' },
    });
    const files = await shop.database.queryMany<{ bytes: Buffer }>({
      text: 'select bytes from picture_files where id = $1',
      values: [body.picture?.id],
    });
    expect(files).toHaveLength(6);
    for (const file of files) expect((await sharp(file.bytes).metadata()).exif).toBeUndefined();
    expect(yes(await at(reader).pictures({ q: 'red-21' })).rows).toEqual([body.picture]);
    const log = await shop.database.queryOne<{ actor_name: string; after: unknown }>({
      text: "select actor_name, after from activity_log where action = 'picture.uploaded' and subject_id = $1",
      values: [body.picture?.id],
    });
    expect(log).toEqual({ actor_name: 'Bea', after: { name: 'RED-21.jpg', bytes: bytes.length, width: 300, height: 200 } });
  });

  test('of the same picture twice at once adds one', async () => {
    const bytes = await image().png().toBuffer();

    const sent = await Promise.all([upload(bea, bytes, 'one.png'), upload(mara, bytes, 'two.png'), upload(bea, bytes, 'three.png')]);

    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(sent.filter(({ body }) => body.isNew)).toHaveLength(1);
    expect(new Set(sent.map(({ body }) => body.picture?.id)).size).toBe(1);
  });

  test.each([
    ['an SVG drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'SVG'],
    ['a page with a picture’s name', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'isn’t a picture'],
    ['an empty file', async () => Buffer.alloc(0), 'empty'],
    ['one cut short', async () => (await image(400, 400).png().toBuffer()).subarray(0, 300), 'broken'],
    ['a tiny one', async () => image(20, 400).png().toBuffer(), '20 × 400'],
    ['more pixels than fit', async () => image(9_000, 7_000).png({ compressionLevel: 9 }).toBuffer(), 'million pixels'],
  ])('refuses %s with a sentence', async (_, make, reason) => {
    const { status, body } = await upload(bea, await make());

    expect([status, body.code]).toEqual([422, 'picture_refused']);
    expect(body.title).toContain(reason);
  });

  test('refuses strangers, other sites and bad requests before it reads the file', async () => {
    const bytes = await image().png().toBuffer();
    expect((await upload(bea, bytes, 'x.png', { cookie: '' })).body.code).toBe('sign_in_required');
    expect((await upload(reader, bytes)).body).toMatchObject({ status: 403, code: 'permission_missing' });
    expect((await upload(bea, bytes, 'x.png', { origin: 'https://elsewhere.example' })).body.code).toBe('cross_site');
    expect((await upload(bea, bytes, '')).body.code).toBe('name_invalid');
    expect((await upload(bea, bytes, 'x'.repeat(201))).body.code).toBe('name_invalid');
    expect((await upload(bea, bytes, 'x\0.png')).body.code).toBe('name_invalid');
    expect((await upload(bea, bytes, 'x.png', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await upload(bea, bytes, 'x.png', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(415);
  });
});

describe('files named after wines', () => {
  test('are proposed for them by SKU and id, within the markets of the person', async () => {
    const files = ['RED-21.jpg', 'white_back.png', 'both-2.jpg', 'holiday.jpg'];
    const offers = async (browser: OfficeBrowser) =>
      yes(await at(browser).matchPictureFiles({ files })).rows.map(({ wines }) => wines.map(({ id }) => id));

    expect(await offers(bea)).toEqual([['red'], ['white'], ['both'], []]);
    expect(await offers(singapore)).toEqual([[], [], ['both'], []]);
  });
});

describe('pictures of a wine', () => {
  test('are added, described, taken away and brought back', async () => {
    const [first, second] = [await add('a.png'), await add('b.png')];
    const added = yes(await give('white', first.id, second.id));
    expect(added).toMatchObject({ offer: 'white', name: 'Cold Creek White 2023', before: [] });
    expect(await picturesOf('white')).toEqual([first.id, second.id]);
    expect(yes(await give('white', first.id)).after).toHaveLength(2);

    const changed = yes(
      await at(bea).changeWinePictures({
        offer: 'white',
        remove: [first.id],
        describe: [{ id: second.id, alt: 'Two glasses', was: second.alt }],
      }),
    );
    expect(changed.after).toEqual([{ id: second.id, alt: 'Two glasses' }]);
    expect(yes(await at(bea).picture({ id: second.id })).uses).toEqual([
      { kind: 'wine', id: 'white', title: 'Cold Creek White 2023', position: 1, alt: 'Two glasses' },
    ]);

    expect(yes(await at(bea).restoreWinePictures({ wines: [changed] }))).toEqual({ restored: 1, skipped: [] });
    expect(await picturesOf('white')).toEqual([first.id, second.id]);
    // What it would take back is not there any more.
    expect(yes(await at(bea).restoreWinePictures({ wines: [changed] }))).toEqual({ restored: 0, skipped: ['Cold Creek White 2023'] });
    yes(await at(bea).restoreWinePictures({ wines: [added] }));
    expect(await picturesOf('white')).toEqual([]);
  });

  test('keep a description that somebody changed since it was shown', async () => {
    const picture = await add();
    yes(await give('red', picture.id));
    const describe = (browser: OfficeBrowser, alt: string, was: string) =>
      at(browser).changeWinePictures({ offer: 'red', describe: [{ id: picture.id, alt, was }] });
    yes(await describe(owner, 'The label', ''));

    expect(await describe(bea, 'The cork', '')).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Olive changed this just now/),
    });
    expect(yes(await describe(bea, 'The label', '')).after).toEqual([{ id: picture.id, alt: 'The label' }]);
    expect(yes(await describe(bea, 'The cork', 'The label')).after).toEqual([{ id: picture.id, alt: 'The cork' }]);
    yes(await at(bea).changeWinePictures({ offer: 'red', remove: [picture.id] }));
  });

  test('are not replaced by somebody who did not see what changed', async () => {
    const [old, next] = [await add(), await add()];
    yes(await give('red', old.id));
    yes(await at(owner).describePicture({ id: old.id, version: old.version, name: 'Vines', alt: '' }));

    expect(await at(bea).replacePicture({ id: old.id, version: old.version, by: next.id })).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Olive changed this/),
    });
    expect(await picturesOf('red')).toEqual([old.id]);
    yes(await at(bea).changeWinePictures({ offer: 'red', remove: [old.id] }));
  });

  test('are at most eight, of the library, and not changed without permission', async () => {
    const pictures = [];
    for (let index = 0; index < 9; index += 1) pictures.push((await add()).id);
    yes(await give('red', ...pictures.slice(0, 8)));
    expect(await give('red', pictures[8] ?? '')).toMatchObject({ ok: false, status: 422, code: 'too_many_pictures' });
    expect(await give('red', 'abcdefghij0123456789')).toMatchObject({ ok: false, status: 404 });
    expect(await give('none', pictures[8] ?? '')).toMatchObject({ ok: false, status: 404 });
    expect(await at(mara).changeWinePictures({ offer: 'red', remove: pictures.slice(0, 8) })).toMatchObject({ status: 403 });
    yes(await at(bea).changeWinePictures({ offer: 'red', remove: pictures.slice(0, 8) }));
  });

  test('of another market do not exist, and those of several markets stay', async () => {
    const picture = await add();
    expect(await at(singapore).changeWinePictures({ offer: 'red', add: [picture.id] })).toMatchObject({ ok: false, status: 404 });
    expect(await at(singapore).changeWinePictures({ offer: 'both', add: [picture.id] })).toMatchObject({
      ok: false,
      status: 403,
      code: 'other_market',
    });
    yes(await give('red', picture.id));
    expect(yes(await at(singapore).picture({ id: picture.id }))).toMatchObject({ uses: [], wines: 0, hasOtherUses: true });
    expect(await at(singapore).removePicture({ id: picture.id, version: 1 })).toMatchObject({
      ok: false,
      status: 403,
      code: 'other_market',
    });
    expect(await picturesOf('red')).toEqual([picture.id]);
    yes(await at(bea).changeWinePictures({ offer: 'red', remove: [picture.id] }));
  });

  test('are replaced on every wine, with their descriptions', async () => {
    const [old, next] = [await add(), await add()];
    yes(await give('red', old.id));
    yes(await at(bea).changeWinePictures({ offer: 'white', add: [old.id] }));
    yes(await at(bea).changeWinePictures({ offer: 'red', describe: [{ id: old.id, alt: 'The label', was: old.alt }] }));
    const { wines } = yes(await at(bea).replacePicture({ id: old.id, version: old.version, by: next.id }));
    expect(wines.map(({ offer, after }) => ({ offer, after }))).toEqual([
      { offer: 'red', after: [{ id: next.id, alt: 'The label' }] },
      { offer: 'white', after: [{ id: next.id, alt: '' }] },
    ]);
    yes(await at(bea).restoreWinePictures({ wines }));
    expect(await picturesOf('white')).toEqual([old.id]);
    yes(await at(bea).changeWinePictures({ offer: 'red', remove: [old.id] }));
    yes(await at(bea).changeWinePictures({ offer: 'white', remove: [old.id] }));
  });
});

describe('a picture', () => {
  test('is described by one person at a time', async () => {
    const picture = await add();
    const described = yes(
      await at(mara).describePicture({ id: picture.id, version: picture.version, name: 'Vines', alt: 'Vines in rows' }),
    );
    expect(described).toMatchObject({ name: 'Vines', alt: 'Vines in rows', version: 2 });
    expect(await at(bea).describePicture({ id: picture.id, version: picture.version, name: 'Other', alt: '' })).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringContaining('Mara'),
    });
    expect(yes(await give('red', picture.id)).after).toEqual([{ id: picture.id, alt: 'Vines in rows' }]);
    yes(await at(bea).changeWinePictures({ offer: 'red', remove: [picture.id] }));
  });

  test('is removed with its places on wines, and brought back', async () => {
    const picture = await add();
    yes(await give('white', picture.id));
    expect(await at(mara).removePicture({ id: picture.id, version: picture.version })).toMatchObject({ status: 403 });
    const { wines } = yes(await at(bea).removePicture({ id: picture.id, version: picture.version }));
    expect(await picturesOf('white')).toEqual([]);
    expect(await at(bea).picture({ id: picture.id })).toMatchObject({ ok: false, status: 404 });
    yes(await at(bea).restorePicture({ id: picture.id }));
    yes(await at(bea).restoreWinePictures({ wines }));
    expect(await picturesOf('white')).toEqual([picture.id]);
    yes(await at(bea).changeWinePictures({ offer: 'white', remove: [picture.id] }));
  });

  test('on a page stays until the page shows another one', async () => {
    const picture = await add();
    const src = `/pictures/photo/${picture.id}.60x80/60.jpg`;
    await shop.database.execute({
      text: "insert into page_drafts (page_id, record, base_version, staff_id, author) values ('story', $1, 0, 1, 'Mara')",
      values: [JSON.stringify({ title: 'A story', path: '/story', blocks: [{ type: 'image', picture: { of: 'file', src } }] })],
    });
    expect(yes(await at(bea).pictures({ q: 'story', 'filter[use]': 'page' })).rows).toMatchObject([
      { id: picture.id, usedBy: ['A story'] },
    ]);
    expect(await at(bea).removePicture({ id: picture.id, version: picture.version })).toMatchObject({
      ok: false,
      status: 409,
      code: 'on_pages',
      title: expect.stringContaining('“A story”'),
    });
    await shop.database.execute({ text: "delete from page_drafts where page_id = 'story'" });
    yes(await at(bea).removePicture({ id: picture.id, version: picture.version }));
  });

  test('on a page of another market stays too, and the page is not named', async () => {
    const picture = await add();
    const src = `/pictures/photo/${picture.id}.60x80/60.jpg`;
    const record = { title: 'Only here', path: '/only', markets: ['AU'], blocks: [{ type: 'image', picture: { of: 'file', src } }] };
    await shop.database.execute({
      text: "insert into page_drafts (page_id, record, base_version, staff_id, author) values ('only', $1, 0, 1, 'Mara')",
      values: [JSON.stringify(record)],
    });

    const removed = await at(singapore).removePicture({ id: picture.id, version: picture.version });

    expect(removed).toMatchObject({
      code: 'on_pages',
      title: 'This picture is on a page of another market. Choose another one there first.',
    });
  });

  test('that was removed long ago is deleted, unless something uses it again', async () => {
    const [gone, used] = [await add(), await add()];
    for (const { id, version } of [gone, used]) yes(await at(bea).removePicture({ id, version }));
    await shop.database.execute({ text: "update pictures set removed_at = now() - interval '31 days' where removed_at is not null" });
    await shop.database.execute({
      text: "insert into picture_uses (picture_id, kind, subject_id, position, title, terms, alt) values ($1, 'page', 'p', 0, 'P', 'p', '')",
      values: [used.id],
    });
    expect(await purgePictures(shop.database, null)).toBeGreaterThan(0);
    expect(await at(bea).restorePicture({ id: gone.id })).toMatchObject({ ok: false, status: 404 });
    expect(yes(await at(bea).picture({ id: used.id })).pages).toBe(1);
  });
});

test('finds short words at the beginning of a word only, and longer ones anywhere', async () => {
  const { id, version } = yes(await at(bea).pictures({})).rows[0] ?? { id: '', version: 0 };
  yes(await at(bea).describePicture({ id, version, name: 'qvintess.jpg', alt: 'A zxylo label' }));

  const found = async (q: string): Promise<boolean> => yes(await at(bea).pictures({ q })).rows.some((row) => row.id === id);
  expect(await Promise.all(['qv', 'QV zx', 'zx', 'xyl', 'intes'].map(found))).toEqual([true, true, true, true, true]);
  expect(await Promise.all(['vi', 'xy', 'qv xy', 'zx qv'].map(found))).toEqual([false, false, false, false]);
});

test('has the same pictures in the same order whether few or many match', async () => {
  const { database } = shop;
  const pattern = '% a%';
  const every: PictureFilter = { pattern: null, ids: null, use: null, isDescribed: null, from: null, to: null };
  const ids = (await findPictures(database, pattern, 1_000)) ?? [];
  expect(ids.length).toBeGreaterThan(1);
  // A picture and its uses can both match, so the number of matches is at least that of pictures.
  expect(await findPictures(database, pattern, ids.length - 1)).toBeNull();

  const few = { ...every, ids };
  const many = { ...every, pattern };
  expect(await countLibrary(database, few, 100)).toBe(await countLibrary(database, many, 100));
  for (const sort of ['added', '-added', 'name', '-name'] as const) {
    const [first, ...rest] = await listLibrary(database, few, sort, null, 100);
    expect(await listLibrary(database, many, sort, null, 100)).toEqual([first, ...rest]);
    expect(await listLibrary(database, few, sort, first ?? null, 100)).toEqual(rest);
  }
});

test('lists pictures by page, and finds unused ones', async () => {
  const all = yes(await at(bea).pictures({ limit: 200 }));
  const first = yes(await at(bea).pictures({ limit: 3 }));
  const second = yes(await at(bea).pictures({ limit: 3, cursor: first.nextCursor ?? '' }));
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(all.rows.slice(0, 6).map(({ id }) => id));
  expect(first.total).toBe(all.rows.length);
  const unused = yes(await at(bea).pictures({ 'filter[use]': 'none', limit: 200, sort: 'name' })).rows;
  expect(unused.every(({ wines, pages }) => wines + pages === 0)).toBe(true);
  expect(unused.map(({ name }) => name.toLowerCase())).toEqual(unused.map(({ name }) => name.toLowerCase()).toSorted());
  expect(await at(bea).pictures({ cursor: 'abc' })).toMatchObject({ ok: false, status: 400 });
  expect(await at(bea).pictures({ 'filter[added]': 'yesterday' })).toMatchObject({ ok: false, status: 400 });
});
