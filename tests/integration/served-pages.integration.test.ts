import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOfferReader } from '#domains/catalogue/server/offer.repository.ts';
import { pageRecord } from '#domains/content/model/record.ts';
import { writePages } from '#domains/content/server/page.repository.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import type { Page, PageTable } from '#routes/page-handle.ts';
import { endpoints } from '#server/endpoints.ts';
import { brokenPage } from '#server/http/error-page.ts';
import { PageCache } from '#server/page-cache/page-cache.ts';
import { servePages } from '#server/page-cache/page-routes.ts';
import { BUDGETS } from '#tests/bench/budgets.ts';
import { firstLoad } from '#tests/bench/first-load.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const HOME: Page = { id: 'home', path: '', handle: { cache: 'shared', robots: 'index' } };
const HOME_ONLY: PageTable = { pages: [HOME], unprefetched: [], find: () => HOME };

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(
    { offerId: 'seen', productId: 1, brand: 'Old House', name: 'Seen' },
    { offerId: 'hidden', productId: 2, secret: true },
    { offerId: 'gold', productId: 3, tiersEligible: ['GOLD'] },
  );
  await shop.running.services.search.refresh();
});
afterAll(() => shop.stop());

describe('public pages', () => {
  test.each(['/', '/wines', '/spirits', '/wines/old-house/seen', '/cart'])(
    '%s has the same bytes for everyone, an ETag and its own policy',
    async (path) => {
      const first = await shop.get(path);
      const second = await shop.get(`${path}?cartId=x&email=a%40b.example&vmcode=V&authenticated=yes`, {
        cookie: 'a=b',
        authorization: 'Bearer x',
        'accept-language': 'de',
      });
      expect(first.status).toBe(200);
      expect(second.text).toBe(first.text);
      expect(first.headers['cache-control']).toContain('s-maxage');
      expect(first.headers['surrogate-key']).toMatch(/^pages pages-(au|sg)-(wine|spirits)$/);
      expect(first.headers['set-cookie']).toBeUndefined();
      const policy = String(first.headers['content-security-policy']);
      expect(first.text).not.toContain('nonce=');
      for (const [, attributes = '', code = ''] of first.text.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)) {
        if (attributes.includes('ld+json')) continue;
        expect(policy).toContain(createHash('sha256').update(code).digest('base64'));
      }
      expect((await shop.get(path, { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
    },
  );

  test.each(['/', '/wines', '/wines/old-house/seen', '/cart'])('%s loads no more script than its limit', async (path) => {
    const { text } = await shop.get(path);
    // They start after the first paint.
    expect(text).toMatch(/<template>(?:<link rel="modulepreload" [^<>]*>){5,}<script type="module" async="">/);
    expect(text.replace(/<template>.*?<\/template>/s, '')).not.toContain('.js"');
    const { files, kilobytes } = await firstLoad(text, 'js');
    expect(files).toBeGreaterThan(4);
    expect(kilobytes).toBeLessThanOrEqual(BUDGETS.namedScriptsKb.atMost);
  });

  test('have their own prices and language on each site [SITE-5, SITE-6, SITE-8]', async () => {
    const [australia, singapore] = await Promise.all([
      shop.get('/wines/old-house/seen'),
      shop.get('/wines/old-house/seen', {}, 'sg.localhost'),
    ]);
    expect(australia.text).toContain('lang="en-AU"');
    expect(singapore.text).toContain('lang="en-SG"');
    expect(australia.text).not.toBe(singapore.text);
  });

  test('return the ordinary 404 bytes for hidden offers', async () => {
    const [hidden, gold, none] = await Promise.all(
      ['hidden', 'gold', 'no-such-offer'].map((offer) => shop.get(`/wines/test-house/${offer}`)),
    );
    expect([hidden?.status, gold?.status, none?.status]).toEqual([404, 404, 404]);
    const anonymous = (text: string | undefined) => text?.replaceAll(/hidden|gold|no-such-offer/g, 'x');
    expect(anonymous(hidden?.text)).toBe(anonymous(none?.text));
    expect(anonymous(gold?.text)).toBe(anonymous(none?.text));
    for (const path of ['/wines', '/sitemap.xml', '/api/search/list?kind=wine'])
      expect((await shop.get(path)).text, path).not.toMatch(/test-house\/(hidden|gold)/);
  });

  test('return pages for unknown pages and JSON for unknown calls', async () => {
    const page = await shop.get('/no/such/page');
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    const call = await shop.get('/api/no-such-call');
    expect([call.status, JSON.parse(call.text)]).toEqual([
      404,
      { status: 404, title: 'There is nothing at this address.', code: 'not_found' },
    ]);
  });

  test('do not execute injected markup', async () => {
    const app = Fastify();
    servePages(app, {
      pages: HOME_ONLY,
      cache: new PageCache(1_000_000),
      policy: () => ({ development: false, identity: null, search: [], external: [] }),
      isComplete: () => true,
      previewOf: async () => null,
      officeOf: () => null,
      render: async () => ({
        status: 200,
        headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
        body: '<script>evil()</script><script>go()</script>',
        scripts: ['go()'],
      }),
      contextOf: () => ({ site: shop.running.services.config.sites[0], origin: 'http://localhost' }) as never,
    });
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    expect(policy).toContain(createHash('sha256').update('go()').digest('base64'));
    expect(policy).not.toContain(createHash('sha256').update('evil()').digest('base64'));
    await app.close();
  });

  test('return a plain error page if rendering the error page fails', async () => {
    const app = Fastify();
    servePages(app, {
      pages: HOME_ONLY,
      cache: new PageCache(1_000_000),
      policy: () => ({ development: false, identity: null, search: [], external: [] }),
      isComplete: () => true,
      previewOf: async () => null,
      officeOf: () => null,
      render: async () => ({
        status: 500,
        headers: new Headers({ 'content-type': 'text/plain' }),
        body: 'Unexpected Server Error',
        scripts: [],
      }),
      contextOf: () =>
        ({
          site: shop.running.services.config.sites[0],
          origin: 'http://localhost',
          transport: async () => ({ status: 404, body: null }),
          layout: { supportPhone: '', licence: '', sites: [] },
        }) as never,
    });
    const response = await app.inject('/');
    expect([response.statusCode, response.body]).toEqual([500, brokenPage(SHOP_NAME)]);
    await app.close();
  });
});

describe('redirects', () => {
  const WHISKY = ['/events/whiskymofo-and-friends-ep-07-one-day-only/', '/events/whiskymofo-and-friends-6-0-one-day-only-spirits-event/a'];

  test('redirect /account/rewards with its query [CONT-31]', async () => {
    const moved = await shop.get('/account/rewards/?vmcode=WELCOME20&cartId=1&tab=a%20b');
    expect([moved.status, moved.headers.location]).toEqual([301, '/account/very-important-mofo?vmcode=WELCOME20&cartId=1&tab=a+b']);
    expect((await shop.get('/account/rewards')).headers.location).toBe('/account/very-important-mofo');
  });

  test.each(WHISKY)('%s shows the local event in every market, or the events if there is none [CONT-33]', async (path) => {
    for (const host of ['localhost', 'sg.localhost', 'spirits.sg.localhost']) {
      const moved = await shop.get(path, {}, host);
      expect([host, moved.status, moved.headers.location]).toEqual([host, 302, '/events']);
    }
  });

  test('the sample shop has that event in both markets', async () => {
    const lines = (await readFile(new URL('../../data/sample/pages-journal.ndjson', import.meta.url), 'utf8')).trim().split('\n');
    const event = lines.map((line) => pageRecord.parse(JSON.parse(line))).find(({ path }) => path === '/events/whisky-and-friends');
    expect(event?.markets).toEqual(['AU', 'SG']);
  });
});

test('a content page links to itself in the other market, if that market has it', async () => {
  const menu = { group: 'help', label: 'Stores', position: 1 };
  const page = (id: string, more: object) =>
    pageRecord.parse({ record: 'page', id, template: 'content', path: `/${id}`, title: id, menu, ...more });
  await shop.database.transaction((transaction) => writePages(transaction, [page('stores', {}), page('vineyard', { markets: ['AU'] })]));
  await shop.running.services.content.refresh();

  expect((await shop.get('/stores')).text).toMatch(/href="http:\/\/sg\.localhost[^"]*\/stores"/);
  expect((await shop.get('/vineyard')).text).toMatch(/href="http:\/\/sg\.localhost[^"]*\/wines"/);
  expect((await shop.get('/vineyard')).text).not.toMatch(/href="http:\/\/sg\.localhost[^"]*\/vineyard"/);
});

describe('the filters of a list', () => {
  test('include price ranges as a facet with JavaScript too [SRCH-3]', async () => {
    await shop.stock(
      { offerId: 'gin', productId: 11, category: 'Gin' },
      { offerId: 'rum', productId: 12, category: 'Rum', prices: { AU: { packPrice: 600 } } },
    );
    await shop.running.services.search.refresh();
    for (const address of ['/spirits', '/spirits?priceRange=Under+%2415']) {
      const page = (await shop.get(address, {}, 'spirits.localhost')).text.replace(/<noscript>.*?<\/noscript>/gs, '');
      expect(page, address).toContain('name="priceRange"');
    }
  });

  test('offer to leave out the Black Market only to shoppers who see it, where it is enabled [SRCH-11]', async () => {
    expect((await shop.get('/wines')).text).not.toContain('No Black Market');
    expect((await shop.get('/wines?black-market=true')).text).toContain('No Black Market');
    expect((await shop.get('/wines')).text).toContain('No Mixed Cases');
  });
});

describe('for machines', () => {
  test('serves health, readiness and metrics', async () => {
    expect((await shop.get('/healthz')).status).toBe(200);
    expect(JSON.parse((await shop.get('/readyz')).text)).toMatchObject({ status: 'ready' });
    const metrics = await shop.get('/metrics');
    expect(metrics.text).toContain('cellardoor_page_cache_hits');
    expect(metrics.text).toContain('cellardoor_purged_rows_total');
  });

  test('serves robots and sitemap for the requested host', async () => {
    const robots = await shop.get('/robots.txt', {}, 'sg.localhost');
    expect(robots.text).toMatch(/Disallow: \/checkout\//);
    expect(robots.text).toMatch(/Sitemap: http:\/\/sg\.localhost:\d+\/sitemap\.xml/);
    const { text: index, headers } = await shop.get('/sitemap.xml', {}, 'sg.localhost');
    expect(headers['surrogate-key']).toMatch(/^feeds feeds-sg-\w+$/);
    expect(index).toMatch(/^<\?xml[^>]*>\n<sitemapindex .*http:\/\/sg\.localhost:\d+\/sitemaps\/pages\.xml<.*\/sitemaps\/offers-1\.xml</);
    const { text } = await shop.get('/sitemaps/offers-1.xml');
    expect(text).toMatch(
      /<url><loc>http:[^<]*\/wines\/old-house\/seen<\/loc><lastmod>[^<]*<\/lastmod><image:image><image:loc>http:[^<]*\/pictures\/bottle\//,
    );
    expect(text).not.toMatch(/test-house\/(hidden|gold)/);
    const reader = createOfferReader(shop.database, () => 'v1');
    const ids = (await reader.addresses('AU', ['wine'], '', 100)).map((offer) => offer.offer_id);
    expect(await reader.addressMarks('AU', ['wine'], 1)).toEqual(ids.slice(0, -1));
    expect(await reader.addressMarks('AU', ['wine'], ids.length)).toEqual([]);
    const pages = (await shop.get('/sitemaps/pages.xml')).text;
    expect(pages).not.toContain('/wines/old-house/seen');
    expect(pages).toContain('/preferred-wines</loc>');
    expect(pages).toContain('/loyalty/gold</loc>');
    const listed = [...pages.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address);
    expect(listed).toEqual([...new Set(listed)]);
    expect(pages).not.toMatch(/<loc>[^<]*[*:][^/\d]/);
    // What another shop sells is found there.
    expect((await shop.get('/sitemaps/offers-1.xml', {}, 'spirits.localhost')).text).not.toContain('/wines/old-house/seen');
    for (const file of ['offers-0.xml', 'offers-2.xml', 'else.xml']) expect((await shop.get(`/sitemaps/${file}`)).status, file).toBe(404);
  });

  test('serves an OpenAPI document with inputs, outputs and errors of every call [API-1, API-2]', async () => {
    const document = JSON.parse((await shop.get('/api/openapi.json')).text);
    const add = document.paths['/api/add-cart-item'].post;
    expect(add.requestBody.content['application/json'].schema.required).toEqual(expect.arrayContaining(['cartId', 'productId']));
    expect(JSON.stringify(add.responses['200'])).toContain('lineItems');
    expect(add.responses['409'].description).toContain("There's a limit of");
    expect((await shop.get('/api/docs')).status).toBeLessThan(400);
  });

  describe('the OpenAPI document', () => {
    type Operation = {
      responses: Record<string, { description: string; content?: { 'application/json': { schema: object } } }>;
      parameters?: { in: string; name: string; required?: boolean }[];
      security?: object[];
    };
    const operations = async (): Promise<Map<string, Operation>> => {
      const { paths } = JSON.parse((await shop.get('/api/openapi.json')).text) as { paths: Record<string, Record<string, Operation>> };
      return new Map(
        Object.entries(paths).flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
        ),
      );
    };
    const bodyOf = (operation: Operation | undefined, status: string) => operation?.responses[status]?.content?.['application/json'].schema;
    const specs = () => endpoints(shop.running.services).map(({ spec }) => spec);

    test('lists 400 and 429 of every call, and every declared error [API-7, API-74]', async () => {
      const described = await operations();
      for (const { method, path, errors } of specs()) {
        const statuses = Object.keys(described.get(`${method} ${path}`)?.responses ?? {});
        const declared = Object.values<{ status: number }>(errors).map(({ status }) => String(status));
        expect(statuses, path).toEqual(expect.arrayContaining(['400', '429', ...declared]));
      }
    });

    test('lists responses without a body', async () => {
      const remove = (await operations()).get('GET /api/remove-cart-item');
      expect(remove?.responses['204']?.description).toBe('Success without a body.');
      expect(remove?.responses['204']?.content).toBeUndefined();
      expect(bodyOf(remove, '200')).toMatchObject({ type: 'object', required: ['data'] });
    });

    test('lists who may make a call', async () => {
      const { components } = JSON.parse((await shop.get('/api/openapi.json')).text);
      expect(components.securitySchemes).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } });
      const described = await operations();
      for (const { method, path, requiresAuth, errors } of specs()) {
        const expected = requiresAuth ? [{ bearer: [] }] : errors.token_invalid ? [{}, { bearer: [] }] : undefined;
        expect(described.get(`${method} ${path}`)?.security, path).toEqual(expected);
        if (expected) expect(Object.keys(described.get(`${method} ${path}`)?.responses ?? {}), path).toContain('401');
      }
    });

    test('lists the headers that a call reads [API-15, API-17]', async () => {
      const described = await operations();
      for (const { method, path, mutates, errors } of specs()) {
        const headers = (described.get(`${method} ${path}`)?.parameters ?? []).filter((parameter) => parameter.in === 'header');
        expect(headers.map(({ name }) => name).sort(), path).toEqual([
          ...(mutates ? ['Idempotency-Key'] : []),
          ...(errors.version_changed ? ['If-Match'] : []),
        ]);
        expect(headers.some(({ required }) => required)).toBe(false);
      }
    });

    test('contains the real body of an error that has its own', async () => {
      const missing = bodyOf((await operations()).get('GET /api/initialize-cart'), '404');
      expect(JSON.stringify(missing)).toContain('"data"');
      expect(JSON.stringify(missing)).not.toContain('"title"');
      const response = await shop.get(`/api/initialize-cart?cartId=${randomUUID()}`);
      expect([response.status, response.text]).toEqual([404, '{"data":null}']);
    });

    test('lists the responses of a call whose status is in its body', async () => {
      const unlock = (await operations()).get('POST /api/unlock-paywall');
      expect(JSON.stringify(bodyOf(unlock, '200'))).toContain('proof');
      expect(JSON.stringify(bodyOf(unlock, '409'))).toContain('proof');
    });
  });
});
