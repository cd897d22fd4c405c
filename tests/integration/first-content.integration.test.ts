/** What a shop without the sample shows: starter pages, and a home page that works with any catalogue and claims nothing. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pageRecord } from '#domains/content/model/record.ts';
import { writePages } from '#domains/content/server/page.repository.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { readConfig } from '#lib/server/config.ts';
import { loadFirstContent } from '#server/sample-shop.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const HOSTS = ['localhost', 'sg.localhost', 'spirits.localhost', 'spirits.sg.localhost'];
const CLAIMS = /tasted|chosen|one of us|our growers|Melbourne|poured|on the bench/i;

describe('a shop without the sample', () => {
  let shop: TestShop;
  const message: string[] = [];
  const load = () => loadFirstContent(shop.running.services.config, shop.database, ROOT, (line) => message.push(line));
  beforeAll(async () => {
    shop = await createTestShop({ SAMPLE: 'no' });
    await load();
    await shop.running.services.content.refresh();
  });
  afterAll(() => shop?.stop());

  test.each(
    ['localhost', 'sg.localhost'].flatMap((host) =>
      ['/contact', '/delivery', '/returns', '/privacy', '/terms', '/responsible-service'].map((path) => ({ host, path })),
    ),
  )('has a starter page at $path of $host, marked to be edited and linked in the footer', async ({ host, path }) => {
    const { status, text } = await shop.get(path, {}, host);

    expect(status).toBe(200);
    expect(text).toContain('Starter text');
    expect(text).toContain('This is starter text. Edit it before you open your shop:');
    expect((await shop.get('/', {}, host)).text).toContain(`href="${path}"`);
  });

  test.each(HOSTS)('has a home page on %s without offers', async (host) => {
    const { status, text } = await shop.get('/', {}, host);

    expect(status).toBe(200);
    expect(text).toContain('delivered to your door.</h1>');
    expect(text.slice(text.indexOf('<main'), text.indexOf('</main>'))).not.toMatch(
      /category=Mixed|New on the shelf|Our picks|Find your shelf/,
    );
    expect(text).not.toMatch(CLAIMS);
  });

  test('loads its starter pages once, also if somebody removed them', async () => {
    await shop.database.execute({ text: 'delete from pages' });

    await load();

    expect(await shop.database.queryOne({ text: 'select count(*)::int as count from pages' })).toEqual({ count: 0 });
    expect(message.filter((line) => line.startsWith('Starter pages loaded'))).toHaveLength(1);
  });

  test.each([
    { name: 'one red wine', offers: [{ offerId: 'red', productId: 1 }], sold: ['localhost', 'sg.localhost'] },
    {
      name: 'a whisky beside it',
      offers: [{ offerId: 'malt', productId: 2, category: 'Whisky' as const, packSize: 1 }],
      sold: HOSTS,
    },
    {
      name: 'a mixed case that is sold out',
      offers: [{ offerId: 'mix', productId: 3, category: 'Mixed' as const, level: 0 }],
      sold: HOSTS,
    },
  ])('has a home page with $name', async ({ offers, sold }) => {
    await shop.stock(...offers);
    for (const host of HOSTS) {
      const { status, text } = await shop.get('/', {}, host);
      expect(status).toBe(200);
      expect(text).not.toMatch(CLAIMS);
      expect(/Shop (?:all|our) /.test(text)).toBe(sold.includes(host));
    }
  });

  test('makes no claims on lists, offers and in the footer', async () => {
    for (const path of ['/wines', '/wines?category=Red', '/spirits', '/wines/test-house/red', '/collections', '/events'])
      expect((await shop.get(path)).text).not.toMatch(CLAIMS);
  });

  test('shows the text of its home page record', async () => {
    const home = pageRecord.parse({
      record: 'page',
      id: 'home',
      template: 'home',
      path: '/',
      title: 'Wine from the hill',
      summary: 'Grown and bottled here.',
      brand: { pageTitle: 'Hillside Wines', about: 'On the hill since 1921.', listLede: 'All of the hill.', promise: 'Ask who made it.' },
    });
    await shop.database.transaction((transaction) => writePages(transaction, [home]));
    await shop.running.services.content.refresh();

    const page = (await shop.get('/')).text;
    const list = (await shop.get('/wines')).text;

    expect(page).toContain('Wine from the hill</h1>');
    for (const text of ['Grown and bottled here.', '<title>Hillside Wines', 'On the hill since 1921.', 'Ask who made it.'])
      expect(page).toContain(text);
    expect(list).toContain('All of the hill.');
    expect((await shop.get('/sitemaps/pages.xml')).text.match(/<loc>http:\/\/localhost:\d+\/<\/loc>/g)).toHaveLength(1);
  });
});

test.each([
  { SAMPLE: 'no', loaded: 'Starter pages loaded' },
  { SAMPLE: 'yes', loaded: 'Sample shop loaded' },
])(
  'is loaded once by processes that start together, with SAMPLE=$SAMPLE',
  async ({ SAMPLE, loaded }) => {
    const created = await createTestDatabase();
    // Two processes: each has a pool of its own.
    const processes = [openDatabase(created.connectionString, 2), openDatabase(created.connectionString, 2)] as const;
    onTestFinished(async () => {
      for (const database of processes) await database.close();
      await created.drop();
    });
    const message: string[] = [];
    const config = readConfig({ SAMPLE });

    await Promise.all(processes.map((database) => loadFirstContent(config, database, ROOT, (line) => message.push(line))));

    expect(message.filter((line) => line.startsWith(loaded))).toHaveLength(1);
    expect(await processes[0].queryOne({ text: 'select count(*)::int as count from imports' })).toEqual({ count: 1 });
  },
  120_000,
);

test('lists starter pages that the public can read', async () => {
  const shop = await createTestShop({ SAMPLE: 'no' });
  const message: string[] = [];

  await loadFirstContent({ ...shop.running.services.config, isPublic: true }, shop.database, ROOT, (line) => message.push(line));
  await shop.stop();

  expect(message.join('\n')).toContain(
    'Pages that still have starter text: /contact, /delivery, /privacy, /responsible-service, /returns, /terms',
  );
});

test.each([
  { name: 'blocks', given: { blocks: [{ type: 'text', body: 'Words' }] } },
  { name: 'a paywall', given: { paywall: { password: 'secret' } } },
  { name: 'tiers', given: { tiersEligible: ['GOLD'] } },
])('rejects a home page with $name', ({ given }) => {
  const record = { record: 'page', id: 'home', template: 'home', path: '/', title: 'Home', ...given };

  expect(pageRecord.safeParse(record).error?.issues.map(({ path }) => path.join('.'))).toEqual(['template']);
});

test('keeps the shop’s own description out of other pages', () => {
  const record = { record: 'page', id: 'about', template: 'content', path: '/about', title: 'About', brand: {} };

  expect(pageRecord.safeParse(record).error?.issues.map(({ path }) => path.join('.'))).toEqual(['brand']);
});
