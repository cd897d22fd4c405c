/** Checks that no viewer receives restricted content of others in any page, call, search, feed or picture. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writePages } from '#domains/content/server/page.repository.ts';
import type { Market } from '#markets/market.ts';
import { endpoints } from '#server/endpoints.ts';
import { EVERYBODY, findLeakedCanaries, OFFER_CANARIES, PAGE_CANARIES, PAGE_RECORDS, type ViewerKind } from '#tests/fixtures/canaries.ts';
import { crawl } from '#tests/fixtures/crawl.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { plausibleQueries, wireRequests } from '#tests/fixtures/plausible-requests.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { isStressRun } from '#tests/stress/run-count.ts';

const IS_FULL = isStressRun;
const SITES = [
  { host: 'localhost', market: 'AU' },
  { host: 'sg.localhost', market: 'SG' },
  { host: 'spirits.localhost', market: 'AU' },
  { host: 'spirits.sg.localhost', market: 'SG' },
] as const;
const MAIN_SITES = SITES.slice(0, 2);
/** Export of a customer's own data, which includes their carts of the other market. */
const OWN_DATA = '/api/account/data';
const SHOPPERS: readonly ViewerKind[] = IS_FULL ? EVERYBODY : ['guest', 'GREEN', 'GOLD', 'staff'];

let shop: TestShop;
const tokens = new Map<ViewerKind, string>();
const tried: (readonly (string | number)[])[] = [];

interface LeakRequest {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(host: string, who: ViewerKind, { method = 'GET', url, body, headers = {} }: LeakRequest) {
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

/** Returns leaks as `name by url`. Adds the names of all canaries in the response to `seen`. */
function leaks(response: string, { url, body = '' }: LeakRequest, who: ViewerKind, market: Market, seen: Set<string>): string[] {
  const leaked = findLeakedCanaries(response, `${url} ${body}`);
  for (const { name } of leaked) seen.add(name);
  return leaked.filter(({ canView }) => !canView(who, market)).map(({ name }) => `${name} by ${url} ${body}`.slice(0, 300));
}

const offersFor = (who: ViewerKind, market: Market): string[] =>
  OFFER_CANARIES.filter(({ canView }) => canView(who, market))
    .map(({ name }) => name)
    .sort();

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(...OFFER_CANARIES.map(({ offer }) => offer));
  await shop.database.transaction((transaction) => writePages(transaction, PAGE_RECORDS));
  await shop.running.services.content.refresh();
  for (const who of EVERYBODY) {
    if (who === 'guest') continue;
    tokens.set(who, (await createTestCustomer(shop, who === 'staff' ? { isStaff: true } : { tier: who })).bearer);
  }
});
afterAll(async () => {
  recordStressResult('Requests for restricted content', ['kind', 'shopper', 'site', 'requests', 'leaks'], tried);
  await shop?.stop();
});

describe.each(MAIN_SITES)('$host', ({ host, market }) => {
  test.each(SHOPPERS)('returns to %s only what they may see in calls', async (who) => {
    const seen = new Set<string>();
    const found: string[] = [];
    const db = endpoints(shop.running.services).flatMap(({ spec }) =>
      spec.method === 'GET' && spec.path !== OWN_DATA ? plausibleQueries(spec) : [],
    );
    for (const url of db) found.push(...leaks((await ask(host, who, { url })).body, { url }, who, market, seen));
    for (const { offer } of OFFER_CANARIES) {
      const body = JSON.stringify({ productId: offer.productId, offer: {}, customerId: 0 });
      const request = { method: 'POST', url: '/api/create-cart', body } as const;
      found.push(...leaks((await ask(host, who, request)).body, request, who, market, seen));
    }
    tried.push(['calls', who, host, db.length + OFFER_CANARIES.length, found.length]);
    expect(found).toEqual([]);
    const offers = [...seen].filter((name) => OFFER_CANARIES.some((canary) => canary.name === name)).sort();
    expect(offers).toEqual(offersFor(who, market));
    const pages = PAGE_CANARIES.filter(({ canView }) => canView(who, market)).map(({ name }) => name);
    expect([...seen]).toEqual(expect.arrayContaining(pages));
  });

  test.each(SHOPPERS)('returns to %s only what they may see in the search protocol', async (who) => {
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

/** Reports and registrations of browsers, each naming a canary. They are accepted, and responses contain nothing restricted. */
const reportsOf = ({ offer }: (typeof OFFER_CANARIES)[number]): LeakRequest[] => {
  const { offerId, productId } = offer;
  const writeKey = shop.running.services.config.ANALYTICS_WRITE_KEY;
  const event = {
    event: 'Product Viewed',
    type: 'track',
    anonymousId: 'a',
    properties: { offer_id: offerId, product_id: String(productId) },
  };
  const post = (url: string, body: object): LeakRequest => ({ method: 'POST', url, body: JSON.stringify(body) });
  const endpoint = `https://fcm.googleapis.com/fcm/send/${productId}`;
  return [
    post('/v1/t', { ...event, writeKey }),
    post('/v1/b', { writeKey, batch: [event] }),
    post(`/1/events?X-Algolia-Application-Id=shop&X-Algolia-API-Key=guest`, {
      events: [
        {
          eventType: 'view',
          eventName: 'x',
          index: 'au_storefront_site_offers',
          userToken: 'a',
          objectIDs: [offerId],
          timestamp: Date.now(),
        },
      ],
    }),
    post('/v1/notices/js', { error: { class: 'Error', message: offerId }, request: { url: `/wines/x/${offerId}` } }),
    post('/api/push-subscription', { endpoint, p256dh: 'BA', auth: 'AA' }),
    post('/api/push-tags', { endpoint, cart_item: String(productId), cart_image: '', cart_update: '1' }),
    post('/api/remove-push-subscription', { endpoint }),
    post('/api/error-feedback', { id: '00000000-0000-4000-8000-000000000000', words: String(productId), name: '', email: '' }),
    post('/api/create-or-delete-favourite-item', {
      user_id: '00000000-0000-4000-8000-000000000001',
      sku_code: `x${productId}`,
      id: offerId,
    }),
  ];
};

test.each(SHOPPERS)('returns to %s only what they may see in reports, notifications and favourites', async (who) => {
  const found: string[] = [];
  const statuses = new Map<string, number>();
  for (const { host, market } of MAIN_SITES)
    for (const canary of OFFER_CANARIES)
      for (const request of reportsOf(canary)) {
        const { statusCode, body } = await ask(host, who, request);
        const [path = ''] = request.url.split('?');
        statuses.set(path, Math.min(statuses.get(path) ?? 999, statusCode));
        found.push(...leaks(body, request, who, market, new Set()));
      }
  // An ended offer was visible to everybody, so it can be saved as a favourite by its id.
  const leaked = found.filter((each) => !each.startsWith('bygone by /api/create-or-delete-favourite-item'));
  tried.push(['reports and registrations', who, 'both markets', OFFER_CANARIES.length * 18, leaked.length]);
  expect(leaked).toEqual([]);
  expect(Object.fromEntries([...statuses].filter(([, status]) => status >= 500))).toEqual({});
  expect(statuses.get('/v1/t')).toBe(200);
});

/** URLs that somebody who knows a canary's words would try. */
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
const FILES = [
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/sitemaps/offers-1.xml',
  '/feeds/products.xml',
  '/metrics',
  '/healthz',
  '/readyz',
  '/api/openapi.json',
];

test.each(IS_FULL ? SITES : MAIN_SITES)('serves everybody the guest’s pages of $host, cold and warm', async ({ host, market }) => {
  const seen = new Set<string>();
  const found: string[] = [];
  let count = 0;
  const check = async (url: string, who: ViewerKind): Promise<string> => {
    const { body } = await ask(host, who, { url });
    count += 1;
    found.push(...leaks(body, { url }, 'guest', market, seen));
    return body;
  };
  shop.running.server.pages?.clear();
  // Staff request the pages first, so that a page cached for staff would leak to guests.
  const walked = await crawl(
    ['/', '/wines', '/sitemap.xml'],
    async (url) => ({ status: 200, text: await check(url, 'staff') }),
    IS_FULL ? 2_000 : 40,
  );
  const all = [...new Set([...walked.keys(), ...guessed])];
  for (const url of [...all, ...all.map(DATA), ...FILES]) await check(url, 'staff');
  for (const url of [...all, ...all.map(DATA), ...FILES]) await check(url, 'guest');
  tried.push(['pages, data, files', 'staff, then guest', host, count, found.length]);
  expect(found).toEqual([]);
  expect(seen).toContain('open');
});

test('draws no picture of hidden offers for a guessed URL', async () => {
  const statuses: Record<string, number> = {};
  for (const { name, offer } of OFFER_CANARIES)
    for (const view of ['bottle', 'case']) {
      const { statusCode } = await ask('localhost', 'guest', { url: `/pictures/${view}/${offer.offerId}.0.svg` });
      statuses[name] = Math.max(statuses[name] ?? 0, statusCode === 200 ? 1 : 0);
    }
  const drawn = Object.keys(statuses).filter((name) => statuses[name] === 1);
  expect(drawn.sort()).toEqual(['auonly', 'guestonly', 'open', 'sgonly']);
});
