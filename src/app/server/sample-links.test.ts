/** No link of the sample shop leads to nothing, on any of its sites. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawl } from '../../../dev/testing/crawl.ts';
import { noteProof } from '../../../dev/testing/proof-notes.ts';
import { type ServedShop, SITES, serveSampleShop } from '../../../e2e/harness/served-shop.ts';

/** Pages visited on each site: those nearest to the home page, or all of them. */
const MOST = process.env.PROVE_TIMES === undefined ? 60 : 5_000;

let shop: ServedShop;
const walked: (readonly (string | number)[])[] = [];

beforeAll(async () => {
  shop = await serveSampleShop();
});
afterAll(async () => {
  noteProof('Links of the sample shop', ['site', 'pages', 'that lead to nothing'], walked);
  await shop?.stop();
});

test.each(SITES)('every link of $site leads somewhere', async ({ site, host }) => {
  const visit = async (url: string) => {
    const { statusCode, body } = await shop.running.server.app.inject({ method: 'GET', url, headers: { host } });
    return { status: statusCode, text: body };
  };
  const found = await crawl(['/', '/sitemap.xml'], visit, MOST);
  const broken = [...found]
    .filter(([, { status }]) => status >= 400)
    .map(([path, { status, linkedFrom }]) => `${status} ${path} on ${linkedFrom}`);
  walked.push([site, found.size, broken.length]);
  expect(broken).toEqual([]);
  expect(found.size).toBeGreaterThan(50);
});
