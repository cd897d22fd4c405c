/**
 * The search indexes of a process, one a market: read from the last process's snapshot or made from the database at boot, kept
 * current by what changed since, found by looking twice a second and at once when news comes (issue "Search and browsing":
 * within a second, in every process).
 */
import type { CatalogueFeed, FeedOffer } from '../../catalogue/server/catalogue-feed.ts';
import { MARKETS, type Market } from '../../market/market.ts';
import { IndexBuilder } from '../../search-engine/index-builder.ts';
import type { SearchIndex } from '../../search-engine/search-index.ts';
import { type SearchHit, searchDocument } from '../search-document.ts';
import type { Indexes, Known } from './index-snapshot.ts';
import { isOnSaleAt, SaleTimes } from './sale-times.ts';
import { SnapshotKeeper, type SnapshotOptions } from './snapshot-keeper.ts';

export interface SearchIndexes {
  /** The index of a market, whoever may see what is in it. */
  of(market: Market): SearchIndex<SearchHit>;
  /** Take in what changed until now; many callers at once cause one more look. @returns whether anything had. */
  refresh(): Promise<boolean>;
  /** Call `listener` after every change that is in the indexes, so that nothing made before it is kept. */
  onChange(listener: () => void): void;
  /** Stop looking, and write down what changed for the next start. */
  close(): Promise<void>;
}

export interface IndexServiceOptions {
  readonly feed: CatalogueFeed;
  readonly onError: (error: unknown) => void;
  /** Milliseconds between looks. */
  readonly everyMs?: number;
  readonly now?: () => number;
  /** Where to read and write a snapshot; none when absent. */
  readonly snapshot?: SnapshotOptions;
}

/** Read or build the indexes; what they answer is current. */
export async function openSearchIndexes(options: IndexServiceOptions): Promise<SearchIndexes> {
  const { feed, onError, everyMs = 500, now = Date.now, snapshot } = options;
  const all = { feed, onError, everyMs, now, keeper: snapshot ? new SnapshotKeeper(snapshot, (await feed.history()).id, onError) : null };
  const kept = (await all.keeper?.read(feed)) ?? null;
  const service = new IndexService(kept ?? (await build(feed, now)), all);
  if (kept) await service.refresh();
  else service.keep();
  return service;
}

async function build(feed: CatalogueFeed, now: () => number): Promise<Known> {
  const mark = await feed.mark();
  const times = new SaleTimes();
  const builders = MARKETS.map((market) => ({ market, builder: new IndexBuilder<SearchHit>() }));
  await feed.all((offers) => {
    for (const offer of offers) {
      times.set(offer, now());
      if (!isOnSaleAt(offer, now())) continue;
      for (const { market, builder } of builders) {
        const document = documentOf(offer, market);
        if (document) builder.add(document);
      }
    }
  });
  const indexes = Object.fromEntries(builders.map(({ market, builder }) => [market, builder.finish()])) as unknown as Indexes;
  return { indexes, times: times.entries(), mark };
}

const documentOf = ({ hits, audience, popularity }: FeedOffer, market: Market): SearchHit | null => {
  const hit = hits[market];
  return hit && audience.split('+').includes(market) ? searchDocument(hit, { audience, popularity }) : null;
};

interface ServiceOptions extends Required<Omit<IndexServiceOptions, 'snapshot'>> {
  readonly keeper: SnapshotKeeper | null;
}

class IndexService implements SearchIndexes {
  readonly #indexes: Indexes;
  readonly #times: SaleTimes;
  readonly #options: ServiceOptions;
  readonly #listeners: (() => void)[] = [];
  #mark: string;
  /** Changes of the indexes in this process. */
  #revision = 0;
  /** Changes that were taken in already but may be told again, by row: the stamp they had. */
  #seen = new Map<string, string>();
  #running: Promise<boolean> | null = null;
  #next: Promise<boolean> | null = null;
  #timer: NodeJS.Timeout;
  #isTidying = false;
  #isClosed = false;
  #hasFailed = false;

  constructor({ indexes, times, mark }: Known, options: ServiceOptions) {
    this.#indexes = indexes;
    this.#times = new SaleTimes(times);
    this.#mark = mark;
    this.#options = options;
    this.#timer = this.#lookLater();
  }

  of(market: Market): SearchIndex<SearchHit> {
    return this.#indexes[market];
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  refresh(): Promise<boolean> {
    if (!this.#running) {
      this.#running = this.#look().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    // What is running may have looked before the caller's change: one more look comes after it.
    this.#next ??= this.#running
      .catch(() => false)
      .then(() => {
        this.#next = null;
        return this.refresh();
      });
    return this.#next;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running?.catch(() => false);
    await this.#options.keeper?.keepLast(() => this.#known(), this.#revision);
  }

  /** Write a snapshot in the background, unless the last is young. */
  keep(): void {
    this.#options.keeper?.keep(() => this.#known(), this.#revision);
  }

  #known(): Known {
    return { indexes: this.#indexes, times: this.#times.entries(), mark: this.#mark };
  }

  #lookLater(): NodeJS.Timeout {
    const { everyMs, now } = this.#options;
    const wait = Math.min(everyMs, Math.max(1, this.#times.earliest() - now()));
    return setTimeout(() => {
      this.refresh()
        .then(
          () => {
            this.#hasFailed = false;
          },
          (error: unknown) => {
            // While the database is away every look fails; it is said once.
            if (!this.#hasFailed && !this.#isClosed) this.#options.onError(error);
            this.#hasFailed = true;
          },
        )
        .finally(() => {
          if (!this.#isClosed) this.#timer = this.#lookLater();
        });
    }, wait).unref();
  }

  async #look(): Promise<boolean> {
    if (this.#isClosed) return false;
    const { feed, now } = this.#options;
    const { mark, changes } = await feed.since(this.#mark);
    const news = changes.filter(({ kind, key, stamp }) => this.#seen.get(`${kind} ${key}`) !== stamp);
    const due = this.#times.due(now());
    if (news.length === 0 && due.length === 0) {
      this.#remember(mark, changes);
      return false;
    }
    const offerIds = [...new Set([...due, ...news.filter(({ kind }) => kind === 'offer').map(({ key }) => key)])];
    const productIds = [...new Set(news.filter(({ kind }) => kind === 'product').map(({ key }) => Number(key)))];
    this.#apply(offerIds, await feed.some(offerIds, productIds));
    this.#remember(mark, changes);
    return true;
  }

  #remember(mark: string, changes: readonly { kind: string; key: string; stamp: string }[]): void {
    this.#mark = mark;
    this.#seen = new Map(changes.map(({ kind, key, stamp }) => [`${kind} ${key}`, stamp]));
  }

  #apply(asked: readonly string[], offers: readonly FeedOffer[]): void {
    this.#revision++;
    const found = new Set(offers.map(({ offerId }) => offerId));
    const gone = asked.filter((offerId) => !found.has(offerId));
    for (const offerId of gone) this.#times.forget(offerId);
    const now = this.#options.now();
    for (const offer of offers) this.#times.set(offer, now);
    for (const market of MARKETS) {
      const put: SearchHit[] = [];
      const remove = [...gone];
      for (const offer of offers) {
        const document = isOnSaleAt(offer, now) ? documentOf(offer, market) : null;
        if (document) put.push(document);
        else remove.push(offer.offerId);
      }
      this.#indexes[market].update({ put, remove });
    }
    for (const listener of this.#listeners) listener();
    this.#tidy();
  }

  /** Merge in slices, between which requests are answered. */
  #tidy(): void {
    if (this.#isTidying) return;
    this.#isTidying = true;
    let hasMerged = false;
    const step = (): void => {
      const isMore = !this.#isClosed && MARKETS.some((market) => this.#indexes[market].tidy());
      if (isMore) {
        hasMerged = true;
        setImmediate(step);
        return;
      }
      this.#isTidying = false;
      if (hasMerged && !this.#isClosed) this.keep();
    };
    setImmediate(step);
  }
}
