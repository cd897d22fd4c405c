/** What is not for everyone is found by nobody else: every page, call, search, feed and picture, asked for by everybody. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVERYBODY, OFFER_CANARIES, PAGE_CANARIES, PAGE_RECORDS, toldOf, type Who } from '../../../dev/testing/canaries.ts';
import { crawl } from '../../../dev/testing/crawl.ts';
import { testCustomer } from '../../../dev/testing/customer.ts';
import { plausibleQueries } from '../../../dev/testing/plausible-queries.ts';
import { noteProof } from '../../../dev/testing/proof-notes.ts';
import { openTestShop, type TestShop } from '../../../dev/testing/shop.ts';
import { wireRequests } from '../../../dev/testing/wire-requests.ts';
import { writePages } from '../../content/server/page-writer.ts';
import type { Market } from '../../market/market.ts';
import { endpoints } from './endpoints.ts';

const IS_FULL = process.env.PROVE_TIMES !== undefined;
const SITES = [
  { host: 'localhost', market: 'AU' },
  { host: 'sg.localhost', market: 'SG' },
  { host: 'spirits.localhost', market: 'AU' },
  { host: 'spirits.sg.localhost', market: 'SG' },
] as const;
const MAIN_SITES = SITES.slice(0, 2);
/** A person's own data are told them whole: here the carts that they made in the other market too. */
const OWN_DATA = '/api/account/data';
const SHOPPERS: readonly Who[] = IS_FULL ? EVERYBODY : ['guest', 'GREEN', 'GOLD', 'staff'];

let shop: TestShop;
const tokens = new Map<Who, string>();
const tried: (readonly (string | number)[])[] = [];

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(host: string, who: Who, { method = 'GET', url, body, headers = {} }: Asked) {
  const token = tokens.get(who);
  return shop.running.server.app.inject({
    method,
    url,
    headers: {
      host,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { payload: body } : {}),
  });
}

/** What was told to somebody it is not for, as `name by url`; `seen` collects what was told at all. */
function leaks(answer: string, { url, body = '' }: Asked, who: Who, market: Market, seen: Set<string>): string[] {
  const told = toldOf(answer, `${url} ${body}`);
  for (const { name } of told) seen.add(name);
  return told.filter(({ maySee }) => !maySee(who, market)).map(({ name }) => `${name} by ${url} ${body}`.slice(0, 300));
}

const offersFor = (who: Who, market: Market): string[] =>
  OFFER_CANARIES.filter(({ maySee }) => maySee(who, market))
    .map(({ name }) => name)
    .sort();

beforeAll(async () => {
  shop = await openTestShop();
  await shop.stock(...OFFER_CANARIES.map(({ offer }) => offer));
  await shop.database.transaction((transaction) => writePages(transaction, PAGE_RECORDS));
  await shop.running.shop.content.refresh();
  for (const who of EVERYBODY) {
    if (who === 'guest') continue;
    tokens.set(who, (await testCustomer(shop, who === 'staff' ? { isStaff: true } : { tier: who })).bearer);
  }
});
afterAll(async () => {
  noteProof('What is not for everyone', ['asked', 'as', 'where', 'requests', 'told to somebody else'], tried);
  await shop?.stop();
});

describe.each(MAIN_SITES)('$host', ({ host, market }) => {
  test.each(SHOPPERS)('calls answer %s what is for them', async (who) => {
    const seen = new Set<string>();
    const found: string[] = [];
    const queries = endpoints(shop.running.shop).flatMap(({ spec }) =>
      spec.method === 'GET' && spec.path !== OWN_DATA ? plausibleQueries(spec) : [],
    );
    for (const url of queries) found.push(...leaks((await ask(host, who, { url })).body, { url }, who, market, seen));
    for (const { offer } of OFFER_CANARIES) {
      const body = JSON.stringify({ productId: offer.productId, offer: {}, customerId: 0 });
      const asked = { method: 'POST', url: '/api/create-cart', body } as const;
      found.push(...leaks((await ask(host, who, asked)).body, asked, who, market, seen));
    }
    tried.push(['calls', who, host, queries.length + OFFER_CANARIES.length, found.length]);
    expect(found).toEqual([]);
    const offers = [...seen].filter((name) => OFFER_CANARIES.some((canary) => canary.name === name)).sort();
    expect(offers).toEqual(offersFor(who, market));
    const pages = PAGE_CANARIES.filter(({ maySee }) => maySee(who, market)).map(({ name }) => name);
    expect([...seen]).toEqual(expect.arrayContaining(pages));
  });

  test.each(SHOPPERS)('the search protocol answers %s what is for them', async (who) => {
    const key = who === 'guest' ? 'guest' : (await ask(host, who, { url: '/api/search-key' })).json<{ data: { key: string } }>().data.key;
    const headers = { 'x-algolia-application-id': 'shop', 'x-algolia-api-key': key };
    const seen = new Set<string>();
    const found: string[] = [];
    const requests = wireRequests(IS_FULL);
    for (const request of requests)
      found.push(...leaks((await ask(host, 'guest', { ...request, headers })).body, request, who, market, seen));
    tried.push(['search protocol', who, host, requests.length, found.length]);
    expect(found).toEqual([]);
    expect([...seen].sort()).toEqual(offersFor(who, market));
  });
});

/** Addresses that somebody who knows a canary's words would try. */
const guessed = OFFER_CANARIES.flatMap(({ offer, name }) => [
  `/wines/${offer.brand}/${offer.offerId}`,
  `/region/qz${name}place`,
  `/varietal/qz${name}grape`,
  `/country/qz${name}land`,
  `/wines?query=qz${name}name`,
  `/wines?tags=qz${name}tag`,
]).concat(
  PAGE_RECORDS.map(({ path }) => path),
  ['/wines?secret=true', '/tier-offers', '/loyalty', '/favourites', '/offer-preview', '/event-preview', '/secret-offers/none'],
);
const DATA = (path: string): string => {
  const [name = '', query] = path.split('?');
  return `${name === '/' ? '/_root' : name}.data${query ? `?${query}` : ''}`;
};
const FILES = ['/robots.txt', '/sitemap.xml', '/feeds/products.xml', '/metrics', '/healthz', '/readyz', '/api/openapi.json'];

test.each(IS_FULL ? SITES : MAIN_SITES)('pages of $host are a guest’s for everybody, cold and warm', async ({ host, market }) => {
  const seen = new Set<string>();
  const found: string[] = [];
  let count = 0;
  const look = async (url: string, who: Who): Promise<string> => {
    const { body } = await ask(host, who, { url });
    count += 1;
    found.push(...leaks(body, { url }, 'guest', market, seen));
    return body;
  };
  shop.running.server.pages.drop();
  // Staff come first, so that what is kept for others was made for them.
  const walked = await crawl(
    ['/', '/wines', '/sitemap.xml'],
    async (url) => ({ status: 200, text: await look(url, 'staff') }),
    IS_FULL ? 2_000 : 40,
  );
  const all = [...new Set([...walked.keys(), ...guessed])];
  for (const url of [...all, ...all.map(DATA), ...FILES]) await look(url, 'staff');
  for (const url of [...all, ...all.map(DATA), ...FILES]) await look(url, 'guest');
  tried.push(['pages, data, files', 'staff, then guest', host, count, found.length]);
  expect(found).toEqual([]);
  expect(seen).toContain('open');
});

test('pictures of what a guest may not know of are not drawn for a guessed address', async () => {
  const statuses: Record<string, number> = {};
  for (const { name, offer } of OFFER_CANARIES)
    for (const view of ['bottle', 'case']) {
      const { statusCode } = await ask('localhost', 'guest', { url: `/pictures/${view}/${offer.offerId}.0.svg` });
      statuses[name] = Math.max(statuses[name] ?? 0, statusCode === 200 ? 1 : 0);
    }
  const drawn = Object.keys(statuses).filter((name) => statuses[name] === 1);
  expect(drawn.sort()).toEqual(['auonly', 'guestonly', 'open', 'sgonly']);
});
