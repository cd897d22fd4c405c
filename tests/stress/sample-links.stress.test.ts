/** Checks that no link of the sample shop is broken, on any of its sites. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEMPLATE_NAMES } from '#domains/content/model/templates.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { type ServedShop, SITES, serveSampleShop } from '#tests/e2e/support/served-shop.ts';
import { crawl } from '#tests/fixtures/crawl.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { isStressRun } from '#tests/stress/run-count.ts';

/** Maximum number of pages to visit on each site, nearest to the home page first. A stress run visits all of them. */
const MAX_ENTRIES = isStressRun ? 5_000 : 60;

let shop: ServedShop;
const displayed: (readonly (string | number)[])[] = [];
const walked: (readonly (string | number)[])[] = [];

beforeAll(async () => {
  shop = await serveSampleShop();
});
afterAll(async () => {
  recordStressResult('Links shown to members', ['site', 'as', 'offers and pages', 'broken'], displayed);
  recordStressResult('Links of the sample shop', ['site', 'pages', 'broken'], walked);
  await shop?.stop();
});

test.each(SITES)('resolves every link of $site', async ({ site, host }) => {
  const visit = async (url: string) => {
    const { statusCode, body } = await shop.running.server.app.inject({ method: 'GET', url, headers: { host } });
    return { status: statusCode, text: body };
  };
  const found = await crawl(['/', '/sitemap.xml'], visit, MAX_ENTRIES);
  const broken = [...found]
    .filter(([, { status }]) => status >= 400)
    .map(([path, { status, linkedFrom }]) => `${status} ${path} on ${linkedFrom}`);
  walked.push([site, found.size, broken.length]);
  expect(broken).toEqual([]);
  expect(found.size).toBeGreaterThan(50);
});

/** Returns the paths in a response body: values of `url`, `path` and `to`. */
const pathsIn = (body: string): string[] => [
  ...new Set([...body.matchAll(/"(?:url|path|to)":"(\/[^"?#]*)/g)].map(([, path = '']) => path)),
];
const MEMBERS = isStressRun ? ([...TIERS, 'staff'] as const) : (['SILVER', 'staff'] as const);

describe.each(MEMBERS)('as %s', (who) => {
  test.each(SITES)('opens every listed entry of $site', async ({ site, host }) => {
    const { bearer } = await createTestCustomer(shop, who === 'staff' ? { isStaff: true } : { tier: who });
    const ask = (url: string) =>
      shop.running.server.app.inject({ method: 'GET', url, headers: { host, authorization: `Bearer ${bearer}` } });
    const kind = site.includes('spirits') ? 'spirits' : 'wine';
    const lists = [1, 2, 3, 4, 5, 6, 7, 8].map((page) => `/api/search/list?kind=${kind}&search=${encodeURIComponent(`?page=${page}`)}`);
    const pages = TEMPLATE_NAMES.map((template) => `/api/content/pages?template=${template}`);
    const found = new Set<string>();
    for (const url of [...lists, `/api/search/shelves?kind=${kind}`, ...pages])
      for (const path of pathsIn((await ask(url)).body)) found.add(path);
    const broken: string[] = [];
    for (const path of [...found]) {
      const [, section, producer = '', offer] = path.split('/');
      const isOffer = section === 'wines' && offer !== undefined;
      const request = isOffer
        ? `/api/catalogue/offer?${new URLSearchParams({ producer, offer })}`
        : `/api/content/page?${new URLSearchParams({ path })}`;
      const { statusCode } = await ask(request);
      if (statusCode !== 200) broken.push(`${statusCode} ${path}`);
    }
    displayed.push([site, who, found.size, broken.length]);
    expect(broken).toEqual([]);
    expect(found.size).toBeGreaterThan(20);
  });
});
