import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMapping } from '#domains/catalogue/server/import/load-mapping.ts';
import { importFiles } from '#server/imports.ts';
import { addToCart, enterDetails, GUEST, goToCheckout, orderNumber, payWith } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

/** Path of a complete price list if it exists next to the project, otherwise a short list of the same format. */
const sampleFile = (name: string): string => fileURLToPath(new URL(`../../shared/data/${name}`, import.meta.url));

const SHORT = {
  winemag: [
    ',country,description,designation,points,price,province,region_1,region_2,taster_name,taster_twitter_handle,title,variety,winery',
    '1,Portugal,"Ripe and firm.",Avidagos,87,15,Douro,,,,,Quinta dos Avidagos 2011 Avidagos Red (Douro),Portuguese Red,Quinta dos Avidagos',
  ],
  'iowa-spirits': [
    'Item Number,Category Name,Item Description,Vendor,Vendor Name,Bottle Volume (ml),Pack,Inner Pack,Age,Proof,List Date,UPC,SCC,State Bottle Cost,State Case Cost,State Bottle Retail,Report Date',
    '10006,SCOTCH WHISKIES,SCORESBY RARE SCOTCH,421,SAZERAC COMPANY  INC,750,12,1,0,80,04/01/1990,88004038229,,6.25,75.00,9.38,01/01/2026',
  ],
};

const LISTS = [
  {
    mapping: 'winemag',
    file: 'wines.csv.gz',
    host: 'localhost',
    market: 'AU',
    listPath: '/wines',
    query: 'Quinta dos Avidagos',
    tag: '@desktop',
  },
  {
    mapping: 'iowa-spirits',
    file: 'spirits.csv.gz',
    host: 'spirits.sg.localhost',
    market: 'SG',
    listPath: '/spirits',
    query: 'Scoresby Rare Scotch',
    tag: '@phone',
  },
] as const;

let shop: ServedShop;
let folder: string;

test.beforeAll(async () => {
  [shop, folder] = await Promise.all([serveSampleShop(), mkdtemp(join(tmpdir(), 'cellardoor-import-'))]);
});
test.afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

for (const { mapping, file, host, market, listPath, query, tag } of LISTS)
  test(`imports ${file} into the running shop, finds and buys one of its offers [CAT-26]`, { tag }, async ({ visit }) => {
    let path = sampleFile(file);
    if (!existsSync(path)) {
      path = join(folder, `${mapping}.csv`);
      await writeFile(path, SHORT[mapping].join('\n'));
    }
    const { progress, written } = await importFiles(shop.database, {
      files: [path],
      mapping: await loadMapping(mapping),
      rejectsFile: join(folder, `${mapping}.rejects`),
    });
    expect(progress.accepted).toBeGreaterThan(0);
    expect(written.offer?.added).toBe(progress.accepted);
    const again = await importFiles(shop.database, { files: [path], mapping: await loadMapping(mapping), rejectsFile: null });
    expect(again.written.offer).toMatchObject({ added: 0, changed: 0 });

    const { page, audit } = await visit(shop.urlOf(host));
    // Without results, the page suggests other offers.
    const card = page
      .getByRole('main')
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: 'Add to cart' }) })
      .filter({ hasText: new RegExp(query.split(' ')[0] ?? '', 'i') });
    await expect
      .poll(
        async () => {
          await page.goto(`${listPath}?query=${encodeURIComponent(query)}`);
          return card.count();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await card.first().getByRole('link').first().click();
    await page.waitForURL(/\/wines\/[^/]+\/[^/]+$/);
    await page.getByRole('heading', { level: 1, name: new RegExp(query.split(' ').at(-1) ?? '', 'i') }).waitFor();
    await audit();
    await addToCart(page);
    await page.goto('/cart');
    await goToCheckout(page, GUEST[market].email);
    await enterDetails(page, market);
    await page.getByRole('button', { name: 'Place order' }).click();
    await payWith(page, '4242 4242 4242 4242');
    expect(await orderNumber(page)).toBeGreaterThanOrEqual(1000001);
  });
