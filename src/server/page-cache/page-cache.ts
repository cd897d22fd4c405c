/**
 * LRU cache of compressed pages, which are the same bytes for everyone of a site (docs/decisions/0005-identical-public-pages.md). Most
 * list URLs are requested once, so a page is compressed fast for the first request and well on the second
 * (docs/decisions/0057-rendering-a-page.md).
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { exactBuffer } from './exact-buffer.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli quality (0 to 11) for the first request of a page. */
const QUICKLY = 3;
/** Brotli quality for later requests. */
const WELL = 5;

export interface CachedPage {
  readonly status: number;
  /** Headers that belong to the body: content type, content security policy and location. */
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** Compressed only, because plain pages are six times as large. `gzip` is added with the better compression. */
  readonly br: Buffer;
  readonly gzip: Buffer | null;
  readonly size: number;
  /** False if the page lacks what a later rendering will show. Such a page is never cached. */
  readonly isComplete: boolean;
  /** Time of the rendering, in ms on the process's monotonic clock. */
  readonly madeAt: number;
}

/** Returns the compression window in bits. It is no larger than the page, because it determines the encoder's memory. */
const windowOf = (bytes: number): number =>
  Math.min(Math.max(Math.ceil(Math.log2(bytes + 1)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);

/** Compresses with brotli. A chunk size of a quarter of the input avoids reallocations for all our pages. The result is cut to size. */
async function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const made = await compress(body, {
    chunkSize: Math.max(1_024, body.length >> 2),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowOf(body.length),
    },
  });
  return exactBuffer(made);
}

/** Time in ms for which old pages are served. With the polling of the indexes, changes show within a second. */
const STALE_GRACE_MS = 500;
const PAUSE_MS = 20;

/** Estimated overhead of a cached page in addition to its bodies, in bytes. */
const BESIDE = 1_000;

/** Compresses a page fast and computes its ETag. */
export async function toCachedPage(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  isComplete = true,
): Promise<CachedPage> {
  const br = await brotli(body, QUICKLY);
  return {
    status,
    headers,
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    br,
    gzip: null,
    size: br.length + BESIDE,
    isComplete,
    madeAt: performance.now(),
  };
}

/** Compresses a page well, with brotli and gzip. */
export async function recompressPage(page: CachedPage): Promise<CachedPage> {
  const body = await decompress(page.br);
  const [br, gz] = await Promise.all([brotli(body, WELL), zip(body).then(exactBuffer)]);
  return { ...page, br, gzip: gz, size: br.length + gz.length + BESIDE };
}

/** Returns the bytes of a page in the requested encoding. */
export const bodyOf = (page: CachedPage, encoding: Encoding): Buffer | Promise<Buffer> => {
  if (encoding === 'br') return page.br;
  if (encoding === 'gzip') return page.gzip ?? decompress(page.br).then((body) => zip(body));
  return decompress(page.br);
};

/** Returns the size of a cached page and its key in bytes. The key counts, because a URL may be longer than its page. */
const weight = (key: string, page: CachedPage): number => page.size + 2 * key.length;

/** Returns the key of a page. */
export const pageKey = (siteId: string, href: string): string => `${siteId} ${href}`;

const isOfSite = (key: string, siteId: string): boolean => key.startsWith(`${siteId} `);

/** Returns true for pages to cache. Redirects are excluded: their targets change, and two cached at different times may form a loop. */
const isCacheable = ({ status, isComplete }: CachedPage): boolean => isComplete && (status === 200 || (status >= 400 && status < 500));

export class PageCache {
  readonly #limit: number;
  readonly #freshMs: number;
  readonly #pages = new Map<string, CachedPage>();
  readonly #making = new Map<string, Promise<CachedPage>>();
  readonly #bettering = new Set<CachedPage>();
  #bytes = 0;
  /** Pages that a large change removed, and the time until which they are still served. */
  #stale: { readonly pages: ReadonlyMap<string, CachedPage>; readonly until: number } | null = null;
  /** Pages to render again, one after the other. */
  readonly #turns = new Set<string>();
  #lastTurn: Promise<void> = Promise.resolve();
  /** Number of clears. A page whose rendering began before the last clear is not cached. */
  #generation = 0;
  hits = 0;
  misses = 0;

  /** @param freshMs age in ms after which a page is still served but rendered again in the background, because offers start and end */
  constructor(limitBytes: number, freshMs = 60_000) {
    this.#limit = limitBytes;
    this.#freshMs = freshMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the cached page or renders it with `make`. Concurrent requests share one rendering. The key of a page begins with its site. */
  get(key: string, make: () => Promise<CachedPage>): Promise<CachedPage> {
    const cached = this.#pages.get(key);
    if (cached) {
      this.hits += 1;
      this.#pages.delete(key);
      this.#pages.set(key, cached);
      if (performance.now() - cached.madeAt > this.#freshMs) this.#make(key, make).catch(() => {});
      else if (cached.gzip === null) this.#better(key, cached).catch(() => {});
      return Promise.resolve(cached);
    }
    const stale = this.#stale && performance.now() < this.#stale.until ? this.#stale.pages.get(key) : undefined;
    if (!stale) return this.#make(key, make);
    this.#makeInTurn(key, make);
    return Promise.resolve(stale);
  }

  /** Clears the cache: the catalogue or content changed, or notifications may be missing. */
  clear(): void {
    this.#generation += 1;
    this.#pages.clear();
    this.#making.clear();
    this.#bytes = 0;
    this.#stale = null;
  }

  /** Removes the pages of a site, whose settings have changed. */
  clearSite(siteId: string): void {
    this.#generation += 1;
    this.#stale = null;
    for (const key of this.#making.keys()) if (isOfSite(key, siteId)) this.#making.delete(key);
    for (const key of this.#pages.keys()) if (isOfSite(key, siteId)) this.#remove(key);
  }

  /**
   * Clears the cache after a large change. To avoid rendering everything at once, the old pages are served for a moment while one after
   * the other is rendered again.
   */
  clearGradually(): void {
    const pages = new Map(this.#pages);
    this.clear();
    const stale = { pages, until: performance.now() + STALE_GRACE_MS };
    this.#stale = stale;
    setTimeout(() => {
      if (this.#stale === stale) this.#stale = null;
    }, STALE_GRACE_MS).unref();
  }

  /** Renders a page again after those requested before it, with pauses for other requests. */
  #makeInTurn(key: string, make: () => Promise<CachedPage>): void {
    if (this.#turns.has(key)) return;
    this.#turns.add(key);
    const generation = this.#generation;
    this.#lastTurn = this.#lastTurn.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      this.#turns.delete(key);
      if (generation === this.#generation && !this.#pages.has(key)) await this.#make(key, make).catch(() => {});
    });
  }

  #make(key: string, make: () => Promise<CachedPage>): Promise<CachedPage> {
    const making = this.#making.get(key);
    if (making) return making;
    this.misses += 1;
    const generation = this.#generation;
    const made = make()
      .then((page) => {
        if (generation === this.#generation && isCacheable(page)) this.#keep(key, page);
        return page;
      })
      .finally(() => {
        if (this.#making.get(key) === made) this.#making.delete(key);
      });
    this.#making.set(key, made);
    return made;
  }

  /** Compresses a page better in the background, once, because it was requested again. */
  async #better(key: string, page: CachedPage): Promise<void> {
    if (this.#bettering.has(page)) return;
    this.#bettering.add(page);
    try {
      const better = await recompressPage(page);
      if (this.#pages.get(key) === page) this.#keep(key, better);
    } finally {
      this.#bettering.delete(page);
    }
  }

  #keep(key: string, page: CachedPage): void {
    if (weight(key, page) > this.#limit / 8) return;
    this.#remove(key);
    this.#pages.set(key, page);
    this.#bytes += weight(key, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#pages.delete(key);
    this.#bytes -= weight(key, page);
  }
}
