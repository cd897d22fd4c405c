/**
 * The search indexes of a process, one a market: read from the last process's snapshot or made from the database at boot, kept
 * current by what changed since, found by looking twice a second and at once when news comes (issue "Search and browsing":
 * within a second, in every process).
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { CatalogueFeed, FeedOffer, Mark } from '../../catalogue/server/catalogue-feed.ts';
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

/** Changes at once from which the catalogue is read anew, in slices between which requests are answered. */
const MANY = 1_000;

/** In: what to do between slices of the work; nothing where nobody waits. */
async function build(feed: CatalogueFeed, now: () => number, breathe?: () => Promise<void>): Promise<Known & Mark> {
  const from = await feed.mark();
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
  const indexes: Partial<Record<Market, SearchIndex<SearchHit>>> = {};
  for (const { market, builder } of builders) {
    const work = builder.finishing();
    let step = work.next();
    for (; step.done !== true; step = work.next()) await breathe?.();
    indexes[market] = step.value;
  }
  return { indexes: indexes as Indexes, times: times.entries(), ...from };
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
  #times: SaleTimes;
  readonly #options: ServiceOptions;
  readonly #listeners: (() => void)[] = [];
  #from: Mark;
  /** Changes of the indexes in this process. */
  #revision = 0;
  #running: Promise<boolean> | null = null;
  #next: Promise<boolean> | null = null;
  #timer: NodeJS.Timeout;
  #isTidying = false;
  #isClosed = false;
  #hasFailed = false;

  constructor({ indexes, times, mark, snapshot = null }: Known & Partial<Mark>, options: ServiceOptions) {
    this.#indexes = indexes;
    this.#times = new SaleTimes(times);
    this.#from = { mark, snapshot };
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
    return { indexes: this.#indexes, times: this.#times.entries(), mark: this.#from.mark };
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
    const { changes, mark, snapshot } = await feed.since(this.#from, MANY + 1);
    const due = this.#times.due(now());
    if (changes.length > MANY) await this.#readAnew();
    else {
      const offerIds = [...new Set([...due, ...changes.filter(({ kind }) => kind === 'offer').map(({ key }) => key)])];
      const productIds = [...new Set(changes.filter(({ kind }) => kind === 'product').map(({ key }) => Number(key)))];
      if (offerIds.length + productIds.length > 0) this.#apply(offerIds, await feed.some(offerIds, productIds));
      this.#from = { mark, snapshot };
    }
    return changes.length + due.length > 0;
  }

  /** After a large import: the indexes there are answer until the new ones stand in their place. */
  async #readAnew(): Promise<void> {
    const { feed, now } = this.#options;
    const { indexes, times, mark, snapshot } = await build(feed, now, breathe);
    for (const market of MARKETS) this.#indexes[market].become(indexes[market]);
    this.#times = new SaleTimes(times);
    this.#from = { mark, snapshot };
    this.#tell();
    this.keep();
  }

  #tell(): void {
    this.#revision++;
    for (const listener of this.#listeners) listener();
  }

  #apply(asked: readonly string[], offers: readonly FeedOffer[]): void {
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
    this.#tell();
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
