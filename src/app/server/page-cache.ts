/**
 * Rendered pages, the same bytes for everyone of a site, kept compressed in bounded memory, least recently used out first
 * (docs/decisions/0005-public-pages-are-the-same-bytes.md).
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unzip = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

export interface KeptPage {
  readonly status: number;
  /** Headers that belong to the bytes: content type, content security policy, location. */
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** Compressed only: who takes neither is rare, and plain pages are six times as large. */
  readonly bodies: Readonly<Record<Exclude<Encoding, 'identity'>, Buffer>>;
  readonly size: number;
  /** On the process's own clock, milliseconds. */
  readonly madeAt: number;
}

/** Compress a page and name its bytes. */
export async function keepable(status: number, headers: Readonly<Record<string, string>>, body: Buffer): Promise<KeptPage> {
  const [br, gz] = await Promise.all([
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    zip(body),
  ]);
  return {
    status,
    headers,
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    bodies: { br, gzip: gz },
    size: br.length + gz.length + 1_000,
    madeAt: performance.now(),
  };
}

/** The bytes of a page as a request wants them. */
export const bodyOf = (page: KeptPage, encoding: Encoding): Buffer | Promise<Buffer> =>
  encoding === 'identity' ? unzip(page.bodies.gzip) : page.bodies[encoding];

/** Bytes that a kept page takes; its key counts, since an address may be longer than its page. */
const weight = (key: string, page: KeptPage): number => page.size + 2 * key.length;

export class PageCache {
  readonly #limit: number;
  readonly #freshMs: number;
  readonly #pages = new Map<string, KeptPage>();
  readonly #making = new Map<string, Promise<KeptPage>>();
  #bytes = 0;
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
  get(key: string, make: () => Promise<KeptPage>): Promise<KeptPage> {
    const kept = this.#pages.get(key);
    if (kept) {
      this.hits += 1;
      this.#pages.delete(key);
      this.#pages.set(key, kept);
      if (performance.now() - kept.madeAt > this.#freshMs) this.#make(key, make).catch(() => {});
      return Promise.resolve(kept);
    }
    return this.#make(key, make);
  }

  /** Forget everything: the catalogue or a page's content changed, or news of changes may have been missed. */
  drop(): void {
    this.#generation += 1;
    this.#pages.clear();
    this.#making.clear();
    this.#bytes = 0;
  }

  #make(key: string, make: () => Promise<KeptPage>): Promise<KeptPage> {
    const making = this.#making.get(key);
    if (making) return making;
    this.misses += 1;
    const generation = this.#generation;
    const made = make()
      .then((page) => {
        if (generation === this.#generation && page.status < 500) this.#keep(key, page);
        return page;
      })
      .finally(() => {
        if (this.#making.get(key) === made) this.#making.delete(key);
      });
    this.#making.set(key, made);
    return made;
  }

  #keep(key: string, page: KeptPage): void {
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
