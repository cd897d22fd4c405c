import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bodyOf, type CachedPage, PageCache, pageKey, recompressPage, toCachedPage } from './page-cache.ts';

const ROOMY = 10_000_000;

/** Creates a cached page without rendering or compressing anything. */
const page = (name: string, overrides: Partial<CachedPage> = {}): CachedPage => {
  const body = Buffer.from(name);
  return {
    status: 200,
    headers: {},
    etag: name,
    br: body,
    gzip: body,
    size: 1_000,
    isComplete: true,
    madeAt: performance.now(),
    ...overrides,
  };
};

/** Creates a rendering that the test completes. */
function rendering() {
  let count = 0;
  const { promise, resolve, reject } = Promise.withResolvers<CachedPage>();
  return {
    make: () => {
      count += 1;
      return promise;
    },
    resolve,
    reject,
    count: () => count,
  };
}

const flush = () => new Promise((resolve) => setImmediate(resolve));

describe('the page cache', () => {
  test('renders a page once and caches it', async () => {
    const cache = new PageCache(ROOMY);
    const first = await cache.get('a', async () => page('first'));
    const second = await cache.get('a', async () => page('second'));
    expect([first.etag, second.etag, cache.hits, cache.misses]).toEqual(['first', 'first', 1, 1]);
  });

  test('renders once for concurrent requests', async () => {
    const cache = new PageCache(ROOMY);
    const { make, resolve, count } = rendering();
    const askers = Array.from({ length: 50 }, () => cache.get('a', make));
    resolve(page('one'));
    expect(new Set(await Promise.all(askers)).size).toBe(1);
    expect(count()).toBe(1);
  });

  test('never caches an incomplete page, but renders it once for concurrent requests', async () => {
    const cache = new PageCache(ROOMY);
    const { make, resolve, count } = rendering();
    const askers = [cache.get('a', make), cache.get('a', make)];
    resolve(page('partial', { isComplete: false }));
    await Promise.all(askers);

    const next = await cache.get('a', async () => page('whole'));

    expect([count(), next.etag, (await cache.get('a', async () => page('other'))).etag]).toEqual([1, 'whole', 'whole']);
  });

  test('renders different keys independently', async () => {
    const cache = new PageCache(ROOMY);
    const slow = rendering();
    const waiting = cache.get('slow', slow.make);
    expect((await cache.get('quick', async () => page('quick'))).etag).toBe('quick');
    slow.resolve(page('slow'));
    expect((await waiting).etag).toBe('slow');
  });

  test('rejects all concurrent requests if rendering fails, and tries again on the next', async () => {
    const cache = new PageCache(ROOMY);
    const { make, reject } = rendering();
    const askers = [cache.get('a', make), cache.get('a', make)];
    reject(new Error('no database'));
    for (const asker of askers) await expect(asker).rejects.toThrow('no database');
    expect((await cache.get('a', async () => page('well'))).etag).toBe('well');
  });

  test.each([
    { status: 200, isCached: true },
    { status: 202, isCached: false },
    { status: 301, isCached: false },
    { status: 302, isCached: false },
    { status: 404, isCached: true },
    { status: 500, isCached: false },
    { status: 503, isCached: false },
  ])('caches a response $status: $isCached', async ({ status, isCached }) => {
    const cache = new PageCache(ROOMY);
    await cache.get('a', async () => page('first', { status }));
    const again = await cache.get('a', async () => page('second', { status }));
    expect(again.etag).toBe(isCached ? 'first' : 'second');
  });
});

describe('clearing the cache', () => {
  test('removes every page', async () => {
    const cache = new PageCache(ROOMY);
    await cache.get('a', async () => page('old'));
    cache.clear();
    expect(cache.bytes).toBe(0);
    expect((await cache.get('a', async () => page('new'))).etag).toBe('new');
  });

  test('returns a page whose rendering began earlier to its callers, and does not cache it', async () => {
    const cache = new PageCache(ROOMY);
    const { make, resolve } = rendering();
    const request = cache.get('a', make);
    cache.clear();
    resolve(page('old'));
    expect((await request).etag).toBe('old');
    expect(cache.bytes).toBe(0);
    expect((await cache.get('a', async () => page('new'))).etag).toBe('new');
  });

  test('starts a new rendering for later requests, which an earlier one does not replace', async () => {
    const cache = new PageCache(ROOMY);
    const before = rendering();
    const late = cache.get('a', before.make);
    cache.clear();
    expect((await cache.get('a', async () => page('new'))).etag).toBe('new');
    before.resolve(page('old'));
    expect((await late).etag).toBe('old');
    expect((await cache.get('a', async () => page('newer'))).etag).toBe('new');
  });

  test('keeps later callers together when an earlier rendering ends late', async () => {
    const cache = new PageCache(ROOMY);
    const before = rendering();
    const after = rendering();
    const late = cache.get('a', before.make);
    cache.clear();
    const first = cache.get('a', after.make);
    before.resolve(page('old'));
    await late;
    const second = cache.get('a', after.make);
    after.resolve(page('new'));
    expect([(await first).etag, (await second).etag, after.count()]).toEqual(['new', 'new', 1]);
  });
});

describe('a change of a site’s settings', () => {
  test('removes the pages of that site, and no page of another', async () => {
    const cache = new PageCache(ROOMY);
    const late = rendering();
    for (const site of ['au', 'sg']) await cache.get(pageKey(site, '/'), async () => page(`${site} before`));
    const begun = cache.get(pageKey('au', '/cart'), late.make);
    cache.clearSite('au');
    late.resolve(page('au cart before'));
    await begun;
    const read = (site: string, path: string) => cache.get(pageKey(site, path), async () => page(`${site} after`));

    expect((await Promise.all([read('au', '/'), read('au', '/cart'), read('sg', '/')])).map(({ etag }) => etag)).toEqual([
      'au after',
      'au after',
      'sg before',
    ]);
  });
});

describe('a large change', () => {
  afterEach(() => void vi.useRealTimers());
  const graduallyCleared = async () => {
    vi.useFakeTimers();
    const cache = new PageCache(ROOMY);
    await cache.get('a', async () => page('old'));
    cache.clearGradually();
    return cache;
  };

  test('serves existing pages at once while each is rendered again, once', async () => {
    const cache = await graduallyCleared();
    const { make, resolve, count } = rendering();
    expect((await cache.get('a', make)).etag).toBe('old');
    expect((await cache.get('a', make)).etag).toBe('old');
    resolve(page('new'));
    await vi.advanceTimersByTimeAsync(100);
    expect([(await cache.get('a', make)).etag, count()]).toEqual(['new', 1]);
  });

  test.for<{ name: string; happens: (cache: PageCache) => Promise<unknown> }>([
    { name: 'half a second later', happens: () => vi.advanceTimersByTimeAsync(500) },
    { name: 'after any other change', happens: async (cache) => cache.clear() },
  ])('removes $name', async ({ happens }) => {
    const cache = await graduallyCleared();
    await happens(cache);
    expect((await cache.get('a', async () => page('new'))).etag).toBe('new');
  });

  test('does not cache pages whose rendering began earlier', async () => {
    const cache = await graduallyCleared();
    const before = rendering();
    const late = cache.get('b', before.make);
    cache.clearGradually();
    before.resolve(page('old'));
    expect((await late).etag).toBe('old');
    expect((await cache.get('b', async () => page('new'))).etag).toBe('new');
  });
});

describe('a stale page', () => {
  /** Creates a cache in which every page is stale at once. */
  const ageing = () => new PageCache(ROOMY, -1);

  test('is served and rendered again in the background', async () => {
    const cache = ageing();
    await cache.get('a', async () => page('old'));
    expect((await cache.get('a', async () => page('new'))).etag).toBe('old');
    await flush();
    expect((await cache.get('a', async () => page('newest'))).etag).toBe('new');
  });

  test('stays if rendering fails', async () => {
    const cache = ageing();
    await cache.get('a', async () => page('old'));
    await cache.get('a', () => Promise.reject(new Error('no database')));
    await flush();
    expect((await cache.get('a', async () => page('new', { status: 500 }))).etag).toBe('old');
    await flush();
    expect((await cache.get('a', async () => page('newest'))).etag).toBe('old');
  });

  test('is rendered again once for concurrent requests, and counted once', async () => {
    const cache = ageing();
    await cache.get('a', async () => page('old'));
    const bytes = cache.bytes;
    const { make, resolve, count } = rendering();
    await Promise.all(Array.from({ length: 20 }, () => cache.get('a', make)));
    resolve(page('new'));
    await flush();
    expect([count(), cache.bytes]).toEqual([1, bytes]);
  });

  test('is not rendered again while it is fresh', async () => {
    const cache = new PageCache(ROOMY);
    await cache.get('a', async () => page('one'));
    await cache.get('a', () => Promise.reject(new Error('asked for nothing')));
    expect(cache.misses).toBe(1);
  });
});

describe('the memory limit', () => {
  test('evicts the least recently used page first', async () => {
    const cache = new PageCache(10_000);
    for (const key of 'abcdefghi') await cache.get(key, async () => page(key));
    await cache.get('a', async () => page('not made'));
    await cache.get('j', async () => page('j'));
    const made: string[] = [];
    for (const key of ['a', 'j', 'b'])
      await cache.get(key, async () => {
        made.push(key);
        return page(key);
      });
    expect(made).toEqual(['b']);
  });

  test('does not cache a page larger than an eighth of the limit', async () => {
    const cache = new PageCache(8_000);
    await cache.get('big', async () => page('big', { size: 1_001 }));
    expect(cache.bytes).toBe(0);
  });

  test('counts long URLs', async () => {
    const cache = new PageCache(8_000);
    await cache.get('x'.repeat(4_000), async () => page('small', { size: 100 }));
    expect(cache.bytes).toBe(0);
  });

  test('is never exceeded by any sequence of requests, renderings and clears', async () => {
    const limit = 20_000;
    const step = fc.record({ key: fc.stringMatching(/^[a-h]{1,2}$/), size: fc.integer({ min: 1, max: 4_000 }), drop: fc.nat({ max: 30 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const cache = new PageCache(limit, -1);
        for (const { key, size, drop } of steps) {
          if (drop === 0) cache.clear();
          await cache.get(key, async () => page(key, { size }));
          await flush();
          expect(cache.bytes).toBeGreaterThanOrEqual(0);
          expect(cache.bytes).toBeLessThanOrEqual(limit);
        }
        cache.clear();
        expect(cache.bytes).toBe(0);
      }),
    );
  });
});

describe('a page that is requested again', () => {
  const body = '<p>Shiraz</p>'.repeat(500);
  const request = async (cache: PageCache, times: number) => {
    for (let time = 0; time < times; time += 1) await cache.get('a', () => toCachedPage(200, {}, Buffer.from(body)));
  };
  const readCached = (cache: PageCache) => cache.get('a', () => Promise.reject(new Error('is kept')));

  test('is compressed better in the background, and its size counted again', async () => {
    const cache = new PageCache(ROOMY);
    await request(cache, 1);
    const bytes = cache.bytes;
    await request(cache, 3);
    await expect.poll(async () => (await readCached(cache)).gzip).not.toBeNull();
    const page = await readCached(cache);
    expect(cache.bytes).toBe(page.size + 2 * 'a'.length);
    expect(cache.bytes).not.toBe(bytes);
    expect((await bodyOf(page, 'identity')).toString()).toBe(body);
  });

  test('stays removed if the cache was cleared in the meantime', async () => {
    const cache = new PageCache(ROOMY);
    await request(cache, 2);
    cache.clear();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(cache.bytes).toBe(0);
  });
});

describe('cacheable pages', () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };

  test.each([
    { name: 'an empty answer', body: '' },
    { name: 'a few bytes', body: '[]' },
    { name: 'a page', body: `<!doctype html>${'<p>Shiraz</p>'.repeat(500)}` },
  ])('$name: every encoding decodes to the same bytes', async ({ body }) => {
    const cached = await toCachedPage(200, headers, Buffer.from(body));
    for (const page of [cached, await recompressPage(cached)]) {
      expect((await bodyOf(page, 'identity')).toString()).toBe(body);
      expect(brotliDecompressSync(await bodyOf(page, 'br')).toString()).toBe(body);
      expect(gunzipSync(await bodyOf(page, 'gzip')).toString()).toBe(body);
    }
  });

  test('keep status and headers, and count all bytes', async () => {
    const body = Buffer.from('<p>Shiraz</p>'.repeat(500));
    const cached = await toCachedPage(404, headers, body);
    expect([cached.status, cached.headers]).toEqual([404, headers]);
    expect(cached.size).toBeGreaterThanOrEqual(cached.br.length);
    const { size, br, gzip, ...same } = await recompressPage(cached);
    expect(size).toBeGreaterThanOrEqual(br.length + (gzip?.length ?? 0));
    expect(cached).toMatchObject(same);
  });

  test('have the same ETag for the same bytes only', async () => {
    const [one, same, other] = await Promise.all(['a', 'a', 'b'].map((body) => toCachedPage(200, headers, Buffer.from(body))));
    expect(same?.etag).toBe(one?.etag);
    expect(other?.etag).not.toBe(one?.etag);
    expect(one?.etag).toMatch(/^[\w-]{22}$/);
  });
});
