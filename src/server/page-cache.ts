/**
 * Rendered pages, the same bytes for everyone of a site, kept compressed in bounded memory, least recently used out first
 * (docs/decisions/0005-identical-public-pages.md). Most addresses of lists are asked once, so a page is compressed
 * quickly for who asks first and well once somebody asks again (docs/decisions/0057-rendering-a-page.md).
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Quality for a page that may never be asked again, and for one that was. */
const QUICKLY = 3;
const WELL = 5;

export interface CachedPage {
  readonly status: number;
  /** Headers that belong to the bytes: content type, content security policy, location. */
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** Compressed only: plain pages are six times as large. `gzip` comes with the better compression. */
  readonly br: Buffer;
  readonly gzip: Buffer | null;
  readonly size: number;
  /** On the process's own clock, milliseconds. */
  readonly madeAt: number;
}

/** Windows no larger than the page: an encoder's memory follows from them. */
const windowOf = (bytes: number): number =>
  Math.min(Math.max(Math.ceil(Math.log2(bytes + 1)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);

/** A quarter is room for any page of ours in one piece; what is kept is cut to size. */
async function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const made = await compress(body, {
    chunkSize: Math.max(1_024, body.length >> 2),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowOf(body.length),
    },
  });
  return exactly(made);
}

/** The same bytes in memory of their own: a slice would keep all that it was cut from. */
function exactly(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

/** With the look of the indexes before it, within a second (issue "Search and browsing"). */
const STALE_GRACE_MS = 500;
const PAUSE_MS = 20;

/** What a page weighs beside its bodies. */
const BESIDE = 1_000;

/** Compress a page quickly and name its bytes. */
export async function isCacheable(status: number, headers: Readonly<Record<string, string>>, body: Buffer): Promise<CachedPage> {
  const br = await brotli(body, QUICKLY);
  return {
    status,
    headers,
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    br,
    gzip: null,
    size: br.length + BESIDE,
    madeAt: performance.now(),
  };
}

/** The same page compressed well, for brotli and gzip. */
export async function recompressPage(page: CachedPage): Promise<CachedPage> {
  const body = await decompress(page.br);
  const [br, gz] = await Promise.all([brotli(body, WELL), zip(body).then(exactly)]);
  return { ...page, br, gzip: gz, size: br.length + gz.length + BESIDE };
}

/** The bytes of a page as a request wants them. */
export const bodyOf = (page: CachedPage, encoding: Encoding): Buffer | Promise<Buffer> => {
  if (encoding === 'br') return page.br;
  if (encoding === 'gzip') return page.gzip ?? decompress(page.br).then((body) => zip(body));
  return decompress(page.br);
};

/** Bytes that a kept page takes; its key counts, since an address may be longer than its page. */
const weight = (key: string, page: CachedPage): number => page.size + 2 * key.length;

/** Whether a page is kept. Redirects are not: where an offer leads changes by the clock, and two of them from different times may be a loop. */
const isKept = ({ status }: CachedPage): boolean => status === 200 || (status >= 400 && status < 500);

export class PageCache {
  readonly #limit: number;
  readonly #freshMs: number;
  readonly #pages = new Map<string, CachedPage>();
  readonly #making = new Map<string, Promise<CachedPage>>();
  readonly #bettering = new Set<CachedPage>();
  #bytes = 0;
  /** What was dropped by a change of very much, and until when it is still sent. */
  #fading: { readonly pages: ReadonlyMap<string, CachedPage>; readonly until: number } | null = null;
  /** Pages that wait to be made anew, one after the other. */
  readonly #turns = new Set<string>();
  #lastTurn: Promise<void> = Promise.resolve();
  /** Counts drops: a page whose rendering began before the last drop is not kept. */
  #generation = 0;
  hits = 0;
  misses = 0;

  /** @param freshMs age from which a page is still sent, but made anew behind the answer: offers begin and end by the clock */
  constructor(limitBytes: number, freshMs = 60_000) {
    this.#limit = limitBytes;
    this.#freshMs = freshMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The kept page, or the one that `make` makes; many askers at once cause one rendering. */
  get(key: string, make: () => Promise<CachedPage>): Promise<CachedPage> {
    const kept = this.#pages.get(key);
    if (kept) {
      this.hits += 1;
      this.#pages.delete(key);
      this.#pages.set(key, kept);
      if (performance.now() - kept.madeAt > this.#freshMs) this.#make(key, make).catch(() => {});
      else if (kept.gzip === null) this.#better(key, kept).catch(() => {});
      return Promise.resolve(kept);
    }
    const fading = this.#fading && performance.now() < this.#fading.until ? this.#fading.pages.get(key) : undefined;
    if (!fading) return this.#make(key, make);
    this.#makeInTurn(key, make);
    return Promise.resolve(fading);
  }

  /** Forget everything: the catalogue or a page's content changed, or news of changes may have been missed. */
  drop(): void {
    this.#generation += 1;
    this.#pages.clear();
    this.#making.clear();
    this.#bytes = 0;
    this.#fading = null;
  }

  /**
   * The same after a change of very much, which would have every page that is asked made anew at once: for a moment what is asked
   * is answered as it was, while one page after the other is made anew.
   */
  fade(): void {
    const pages = new Map(this.#pages);
    this.drop();
    const fading = { pages, until: performance.now() + STALE_GRACE_MS };
    this.#fading = fading;
    setTimeout(() => {
      if (this.#fading === fading) this.#fading = null;
    }, STALE_GRACE_MS).unref();
  }

  /** Make a page anew after those that were asked before it, with pauses in which others are answered. */
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
        if (generation === this.#generation && isKept(page)) this.#keep(key, page);
        return page;
      })
      .finally(() => {
        if (this.#making.get(key) === made) this.#making.delete(key);
      });
    this.#making.set(key, made);
    return made;
  }

  /** Somebody asked again: worth a better compression, made once behind the answer. */
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
    this.#forget(key);
    this.#pages.set(key, page);
    this.#bytes += weight(key, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#pages.delete(key);
    this.#bytes -= weight(key, page);
  }
}
