/** The shop's own name, logo, icon and colours over the real server: pages, style sheet, icons, feed and refusals. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photoPath } from '#domains/catalogue/model/photo.ts';
import { pictureOfficeContract } from '#domains/catalogue/picture-office-contract.ts';
import { drawOffer } from '#domains/catalogue/server/pictures/draw-offer.ts';
import { savePicture } from '#domains/catalogue/server/pictures/picture.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { convertPicture } from '#domains/catalogue/server/pictures/read-picture.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { createTestStaff, must, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let before: string;

const calls = () => owner.call(settingOfficeContract);

async function save(changes: object, scope = 'au-wine') {
  const { value, revision } = await must(calls().setting({ group: 'identity', scope }));
  return calls().saveSetting({ group: 'identity', scope, value: { ...value, ...changes }, basedOn: revision });
}

/** Adds a picture to the library. @returns its address */
async function addPicture(width: number, height: number, background: string): Promise<string> {
  const picture = await convertPicture(
    await sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toBuffer(),
  );
  await shop.database.transaction((transaction) => savePicture(transaction, picture));
  return photoPath(picture);
}

/** A page without what differs from request to request or from version to version. */
const comparable = (html: string): string => html.replaceAll(/"revision",?"[^"]*"/g, '');

beforeAll(async () => {
  shop = await createTestShop({ SECRETS_KEY: 'k'.repeat(40) });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'], name: 'Olive' }));
  before = (await shop.get('/wines')).text;
});
afterAll(() => shop?.stop());

describe('the identity of a site', () => {
  test('is that of the design until the retailer saves one', async () => {
    expect(before).toContain(
      '<title>Wines · Cellardoor</title>'.replace('Wines', /<title>(.*) · Cellardoor<\/title>/.exec(before)?.[1] ?? ''),
    );
    expect(before).toContain('<meta name="theme-color" content="#77b204"/>');
    expect(before).not.toContain('/theme/');
    expect((await shop.get('/icon-192.png')).headers['cache-control']).toBe('public, max-age=3600');
  });

  test('is on drawn gift cards and in what search engines read of their balance', async () => {
    await shop.stock({ offerId: 'gift-50', productId: 50, category: 'Gift card', level: 5, inventoryStatus: 'AVAILABLE' });
    const record = await shop.running.services.offers.record('gift-50');
    if (!record) throw new Error('the gift card is missing');
    const card = () => shop.get(`/pictures/bottle/gift-50.${pictureVersion(record)}.svg`);
    const description = (name: string) => `<meta name="description" content="Check the balance and expiry date of a ${name} gift card."/>`;
    expect((await card()).text).toBe(drawOffer(record, 'Cellardoor').svg);
    expect((await shop.get('/gift-cards/balance')).text).toContain(description('Cellardoor'));

    await must(save({ name: 'Harbour Wines' }));

    const renamed = await card();
    expect(renamed.text).toBe(drawOffer(record, 'Harbour Wines').svg);
    expect(renamed.headers['cache-control']).toBe('public, max-age=300');
    expect((await shop.get('/gift-cards/balance')).text).toContain(description('Harbour Wines'));
  });

  test('names every page, its structured data, the manifest and the feed, on this site only', async () => {
    await must(save({ name: 'Hillside & Sons' }));
    const home = (await shop.get('/')).text;

    expect(home).toContain('Hillside &amp; Sons</title>');
    expect(home).toContain('<meta property="og:site_name" content="Hillside &amp; Sons"/>');
    expect(home).toContain('"name":"Hillside \\u0026 Sons"');
    expect(home).not.toContain('· Cellardoor');
    expect(home).toContain('aria-label="Hillside &amp; Sons, home"');
    for (const path of ['/cart', '/account', '/auth/login', '/favourites', '/wine-clubs'])
      expect((await shop.get(path)).text, path).toContain('· Hillside &amp; Sons</title>');
    expect(JSON.parse((await shop.get('/manifest.webmanifest')).text)).toMatchObject({ name: 'Hillside & Sons', theme_color: '#77b204' });
    expect((await shop.get('/feeds/products.xml')).text).toContain('Hillside &#38; Sons wine, AU');
    expect((await shop.get('/', {}, 'sg.localhost')).text).toContain('· Cellardoor</title>');
  });

  test('shows a logo with its size, and another one on dark pages', async () => {
    const [logo, logoDark] = [await addPicture(600, 150, '#5b1a2b'), await addPicture(600, 120, '#f0e0d0')];
    await must(save({ logo, logoDark }));
    const { text } = await shop.get('/wines');
    const [, src = ''] = /<img src="([^"]+)" width="112" height="28" alt=""\/>/.exec(text) ?? [];

    expect(text).toMatch(/<picture><source media="\(prefers-color-scheme: dark\)" srcSet="[^"]+webp" width="140" height="28"\/>/);
    const file = await shop.get(src);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  test('keeps pictures in the library that it shows, or showed', async () => {
    const logo = await addPicture(400, 100, '#123456');
    await must(save({ logo }));
    await must(save({ logo: null, logoDark: null }));
    const [, id = ''] = /photo\/(\w+)\./.exec(logo) ?? [];
    const picture = await must(owner.call(pictureOfficeContract).picture({ id }));

    expect(picture.uses).toMatchObject([{ kind: 'setting', id: 'identity/au-wine' }]);
    expect(await owner.call(pictureOfficeContract).removePicture({ id, version: picture.version })).toMatchObject({ code: 'on_pages' });
  });

  test('serves its icon at the paths of the design’s', async () => {
    await must(save({ icon: await addPicture(256, 256, '#5b1a2b') }));
    const icon = await shop.get('/icon-180.png');
    const manifest = JSON.parse((await shop.get('/manifest.webmanifest')).text);

    expect([icon.status, icon.headers['content-type'], icon.headers['cache-control']]).toEqual([200, 'image/png', 'public, max-age=300']);
    expect((await shop.get('/icon.svg')).text).toContain('href="data:image/png;base64,');
    expect(manifest.icons.map(({ src }: { src: string }) => src)).toEqual(['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png']);
    expect((await shop.get('/icon-180.png', {}, 'sg.localhost')).headers['cache-control']).toBe('public, max-age=3600');
  });

  test('colours pages by a style sheet that the policy allows', async () => {
    await must(save({ accent: '#e0a33a', lightLink: '#7a1f33' }));
    const page = await shop.get('/wines');
    const sheet = await shop.get('/theme/wine-e0a33a-x-x-7a1f33-x-x-x.css');

    expect(page.text).toContain('<link rel="stylesheet" href="/theme/wine-e0a33a-x-x-7a1f33-x-x-x.css"/>');
    expect(page.text).toContain('<meta name="theme-color" content="#e0a33a"/>');
    expect(page.headers['content-security-policy']).toContain("style-src 'self';");
    expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(sheet.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await shop.get('/theme/wine-red.css')).status).toBe(404);
  });

  test.each([
    { name: 'an accent that is too dark', changes: { accent: '#5b1a2b' }, reason: /^accent: .*contrast 1\.\d:1, at least 4\.5:1/i },
    { name: 'an address that is no picture', changes: { logo: 'https://elsewhere.example/logo.png' }, reason: /^logo: must be a picture/ },
    {
      name: 'a picture that is not in the library',
      changes: { logo: `/pictures/photo/${'a'.repeat(20)}.600x150/320.jpg` },
      reason: /^logo: is no longer/,
    },
    {
      name: 'a logo that would be blurred',
      changes: { logo: `/pictures/photo/${'a'.repeat(20)}.100x40/100.jpg` },
      reason: /^logo: is 100 × 40 pixels/,
    },
    {
      name: 'an icon that is no square',
      changes: { icon: `/pictures/photo/${'a'.repeat(20)}.300x200/160.jpg` },
      reason: /^icon: is 300 × 200 pixels/,
    },
    { name: 'no name', changes: { name: ' ' }, reason: /^name: / },
  ])('refuses $name', async ({ changes, reason }) => {
    expect(await save(changes)).toMatchObject({ code: 'setting_invalid', title: expect.stringMatching(reason) });
  });

  test('is previewed before it is saved', async () => {
    const { value } = await must(calls().setting({ group: 'identity', scope: 'au-wine' }));
    const { links } = await must(calls().previewSetting({ group: 'identity', scope: 'au-wine', value: { ...value, name: 'Not yet' } }));
    const { search } = new URL(links[0]?.url ?? '');

    expect(links).toHaveLength(1);
    expect((await shop.get(`/${search}`)).text).toContain('· Not yet</title>');
    expect((await shop.get('/')).text).not.toContain('Not yet');
  });

  test('leaves no trace when the defaults apply again', async () => {
    const { revision } = await must(calls().setting({ group: 'identity', scope: 'au-wine' }));
    await must(calls().saveSetting({ group: 'identity', scope: 'au-wine', value: null, basedOn: revision }));

    expect(comparable((await shop.get('/wines')).text)).toBe(comparable(before));
  });
});
