/**
 * The search indexes of a process, one per market. They are read from a snapshot or built from the database. A large catalogue is built
 * while the shop already serves other pages (docs/decisions/0133-start-and-memory.md). Polling twice a second, and at once on a
 * notification, applies changes within a second in every process (docs/decisions/0012-in-process-search-index.md).
 */

import type { CatalogueFeed, Change, ChangeCursor, FeedOffer } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import { MARKETS, type Market, perMarket } from '#markets/market.ts';
import { IndexBuilder, type SearchIndex } from '#packages/search-engine/index.ts';
import type { SearchAudience } from '../model/search-audience.ts';
import type { SearchHit } from '../model/search-document.ts';
import { SEARCH_SCHEMA } from '../model/search-schema.ts';
import type { Reader, RebuildIndexes } from './index-build-client.ts';
import type { Indexes, IndexSnapshot } from './index-snapshot.ts';
import { documentsOf, readCatalogue } from './read-catalogue.ts';
import { isOnSaleAt, SaleTimes } from './sale-times.ts';
import { type SnapshotOptions, SnapshotStore } from './snapshot-store.ts';

export interface SearchIndexes {
  /** False at a start without a snapshot, until the indexes have been built. */
  readonly isReady: boolean;
  /** True while the first build of the indexes runs. False for good once it has ended or failed; a failed one is repeated. */
  readonly isPreparing: boolean;
  /** Time since the indexes last had every change of the catalogue, ms. Grows while the database is down or a rebuild runs. */
  readonly ageMs: number;
  /**
   * Returns the index of a market. Searches must limit the audience.
   * @throws ApiError `busy` until the indexes are ready
   */
  of(market: Market): SearchIndex<SearchHit>;
  /** Returns an offer that an audience may buy now, or null. Until the indexes are ready, it returns only what `load` has read. */
  get(market: Market, offerId: string, audience: SearchAudience): SearchHit | null;
  /** Reads offers from the database for `get`. Does nothing once the indexes are ready. */
  load(offerIds: readonly string[]): Promise<void>;
  /**
   * Applies all changes until now, including a large import, which polls do not wait for. Concurrent callers share one poll.
   * @returns whether anything changed
   */
  refresh(): Promise<boolean>;
  /**
   * Calls `listener` after every change that is in the indexes, so that caches can drop older results. `isLargeChange` is true for a
   * large import, both when it is detected and when it can be found.
   */
  onChange(listener: (isLargeChange: boolean) => void): void;
  /** Stops polling and writes a snapshot if anything changed. */
  close(): Promise<void>;
}

export interface IndexServiceOptions {
  readonly feed: CatalogueFeed;
  readonly onError: (error: unknown) => void;
  /** Rebuilds the indexes while this process continues to serve requests. */
  readonly rebuildIndexes: Reader;
  /** Polling interval in milliseconds. */
  readonly everyMs?: number;
  readonly now?: () => number;
  /** Path of the snapshot. Without it, the service neither reads nor writes one. */
  readonly snapshot?: SnapshotOptions;
  /** Number of offers above which `rebuildIndexes` builds the first indexes too, after this service has opened. */
  readonly maxOffersAtStart?: number;
}

/** Opens the indexes: reads a snapshot, or builds those of a small catalogue from the database, or begins to build them. */
export async function openSearchIndexes(options: IndexServiceOptions): Promise<SearchIndexes> {
  const { feed, onError, rebuildIndexes, everyMs = 500, now = Date.now, snapshot, maxOffersAtStart = MAX_OFFERS_AT_START } = options;
  const { id: history } = await feed.history();
  const snapshots = snapshot ? new SnapshotStore(snapshot, history, onError) : null;
  const services = { feed, onError, rebuildIndexes, everyMs, now, history, snapshots };
  const saved = (await snapshots?.read(feed)) ?? null;
  if (saved) {
    const service = new IndexService(saved, services);
    await service.refresh();
    return service;
  }
  if ((await feed.count(maxOffersAtStart + 1)) > maxOffersAtStart) {
    const empty = perMarket(() => new IndexBuilder<SearchHit>(SEARCH_SCHEMA).finish());
    return new IndexService({ indexes: empty, times: [], ...(await feed.mark()) }, services, { isReady: false });
  }
  const service = new IndexService(await readCatalogue(feed, now()), services);
  service.save();
  return service;
}

/** Building this many takes half a second. */
const MAX_OFFERS_AT_START = 5_000;
/** Number of changes from which all indexes are rebuilt. */
const MANY = 1_000;
/** Delay after a failed rebuild, milliseconds. */
const AGAIN_MS = 30_000;

interface ServiceOptions extends Required<Omit<IndexServiceOptions, 'snapshot' | 'maxOffersAtStart'>> {
  readonly history: string;
  readonly snapshots: SnapshotStore | null;
}

/** Changed offers and products. */
interface Keys {
  readonly offerIds: Set<string>;
  readonly productIds: Set<number>;
}

/** A rebuild of all indexes. */
interface Reading {
  /** Changes since the rebuild began. It may have read either state of them. */
  readonly changed: Keys;
  /** Never rejects. */
  done: Promise<void>;
  preloaded: RebuildIndexes | null;
}

class IndexService implements SearchIndexes {
  readonly #indexes: Indexes;
  #isReady: boolean;
  #isPreparing: boolean;
  #times: SaleTimes;
  readonly #options: ServiceOptions;
  readonly #listeners: ((isLargeChange: boolean) => void)[] = [];
  #from: ChangeCursor;
  /** Number of changes to the indexes of this process. */
  #revision = 0;
  #running: Promise<boolean> | null = null;
  #next: Promise<boolean> | null = null;
  #timer: NodeJS.Timeout;
  #isTidying = false;
  #hasFailed = false;
  readonly #closing = new AbortController();
  #reading: Reading | null = null;
  /** Set if too much changed to apply one by one, until a rebuild begins. */
  #isReadingDue = false;
  #noReadingBefore = 0;
  /** When the indexes last had every change. */
  #completeAt = performance.now();
  /** Position from which changes must be read for everything the indexes lack, if it is before `#from`. */
  #lacking: ChangeCursor | null = null;

  /** @param state `isReady` is false if the indexes are empty and have to be built */
  constructor({ indexes, times, mark, snapshot }: IndexSnapshot, options: ServiceOptions, { isReady } = { isReady: true }) {
    this.#indexes = indexes;
    this.#isReady = isReady;
    this.#isPreparing = !isReady;
    this.#times = new SaleTimes(times);
    this.#from = { mark, snapshot };
    this.#options = options;
    this.#timer = this.#scheduleRefresh();
    if (!isReady) this.#beginReading();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get isPreparing(): boolean {
    return this.#isPreparing;
  }

  get ageMs(): number {
    return performance.now() - this.#completeAt;
  }

  of(market: Market): SearchIndex<SearchHit> {
    if (!this.#isReady) throw new ApiError('busy');
    return this.#indexes[market];
  }

  get(market: Market, offerId: string, audience: SearchAudience): SearchHit | null {
    return this.#indexes[market].get(offerId, audience) ?? null;
  }

  async load(offerIds: readonly string[]): Promise<void> {
    if (this.#isReady || offerIds.length === 0) return;
    const requested = offerIds.filter(isStorable);
    const offers = await this.#options.feed.some(requested, []);
    // The index decides what an audience may see, so the offers are put into the empty one, which will be replaced.
    if (!this.#isReady) this.#apply(requested, offers);
  }

  onChange(listener: (isLargeChange: boolean) => void): void {
    this.#listeners.push(listener);
  }

  async refresh(): Promise<boolean> {
    let hasChanged = await this.#refreshNow();
    while (this.#reading) {
      await this.#reading.done;
      hasChanged = (await this.#refreshNow()) || hasChanged;
    }
    return hasChanged;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running?.catch(() => false);
    await this.#reading?.done;
    await this.#reading?.preloaded?.deleteFile();
    if (this.#isReady) await this.#options.snapshots?.saveLast(() => this.#known(), this.#revision);
  }

  /** Writes a snapshot in the background unless the last one is recent. */
  save(): void {
    if (this.#isReady) this.#options.snapshots?.save(() => this.#known(), this.#revision);
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #known(): IndexSnapshot {
    return { indexes: this.#indexes, times: this.#times.entries(), ...(this.#lacking ?? this.#from) };
  }

  /** Polls at least once after this call. Callers share the poll. */
  #refreshNow(): Promise<boolean> {
    if (!this.#running) {
      this.#running = this.#look().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    // The running poll may have read before the caller's change, so another one follows.
    this.#next ??= this.#running
      .catch(() => false)
      .then(() => {
        this.#next = null;
        return this.#refreshNow();
      });
    return this.#next;
  }

  #scheduleRefresh(): NodeJS.Timeout {
    const { everyMs, now } = this.#options;
    const wait = Math.min(everyMs, Math.max(1, this.#times.earliest() - now()));
    return setTimeout(() => {
      this.#refreshNow()
        .then(
          () => {
            this.#hasFailed = false;
          },
          (error: unknown) => {
            // Every poll fails while the database is down; it is logged once.
            if (!this.#hasFailed && !this.#isClosed) this.#options.onError(error);
            this.#hasFailed = true;
          },
        )
        .finally(() => {
          if (!this.#isClosed) this.#timer = this.#scheduleRefresh();
        });
    }, wait).unref();
  }

  async #look(): Promise<boolean> {
    if (this.#isClosed) return false;
    const { feed, now } = this.#options;
    const lookedAt = performance.now();
    const reading = this.#reading;
    const preloaded = reading?.preloaded ?? null;
    const { changes, mark, snapshot } = await feed.since(this.#from, MANY + 1);
    const isLargeChange = changes.length > MANY;
    const keys = keysOf(isLargeChange ? [] : changes, this.#times.due(now()));
    if (preloaded && reading) addTo(keys, reading.changed);
    const isAny = keys.offerIds.size + keys.productIds.size > 0;
    const offers = isAny ? await feed.some([...keys.offerIds], [...keys.productIds]) : [];
    if (preloaded) this.#takeOver(preloaded);
    else if (this.#reading) addTo(this.#reading.changed, keys);
    if (isAny) this.#apply([...keys.offerIds], offers);
    if (isLargeChange) {
      this.#lacking ??= this.#from;
      this.#isReadingDue = true;
    }
    this.#from = { mark, snapshot };
    const hasChanged = isLargeChange || isAny || preloaded !== null;
    if (hasChanged) this.#notify(isLargeChange || preloaded !== null);
    if (this.#isReadingDue) this.#beginReading();
    if (this.#isReady && this.#lacking === null) this.#completeAt = lookedAt;
    return hasChanged;
  }

  /** Rebuilds after a large import. The old indexes stay in use and apply changes until the new ones replace them. */
  #beginReading(): void {
    if (this.#reading || performance.now() < this.#noReadingBefore) return;
    this.#isReadingDue = false;
    const { rebuildIndexes, history, now, onError } = this.#options;
    const reading: Reading = { changed: keysOf([], []), done: Promise.resolve(), preloaded: null };
    reading.done = rebuildIndexes({ history, now: now(), signal: this.#closing.signal, isUrgent: !this.#isReady }).then(
      (preloaded) => {
        reading.preloaded = preloaded;
      },
      (error: unknown) => {
        this.#reading = null;
        this.#isPreparing = false;
        this.#isReadingDue = true;
        this.#noReadingBefore = performance.now() + AGAIN_MS;
        if (!this.#isClosed) onError(error);
      },
    );
    this.#reading = reading;
  }

  #takeOver({ snapshot, path, deleteFile }: RebuildIndexes): void {
    const { snapshots, onError } = this.#options;
    for (const market of MARKETS) this.#indexes[market].replaceWith(snapshot.indexes[market]);
    this.#times = new SaleTimes(snapshot.times);
    this.#reading = null;
    this.#isReady = true;
    this.#isPreparing = false;
    this.#lacking = this.#isReadingDue ? snapshot : null;
    this.#revision++;
    Promise.resolve(snapshots?.take(path, snapshot, this.#revision))
      .then(deleteFile)
      .catch(onError);
  }

  #notify(isLargeChange: boolean): void {
    for (const listener of this.#listeners) listener(isLargeChange);
  }

  #apply(requested: readonly string[], offers: readonly FeedOffer[]): void {
    const found = new Set(offers.map(({ offerId }) => offerId));
    const missing = requested.filter((offerId) => !found.has(offerId));
    for (const offerId of missing) this.#times.remove(offerId);
    const now = this.#options.now();
    for (const offer of offers) this.#times.set(offer, now);
    const documents = offers.flatMap((offer) => (isOnSaleAt(offer, now) ? documentsOf(offer) : []));
    for (const market of MARKETS) {
      const put = documents.flatMap(([where, document]) => (where === market ? [document] : []));
      const sold = new Set(put.map(({ offerId }) => offerId));
      const remove = [...missing, ...found].filter((offerId) => !sold.has(offerId));
      this.#indexes[market].update({ put, remove });
    }
    this.#revision++;
    this.#tidy();
  }

  /** Merges in slices, so that requests are served in between. */
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
      if (hasMerged && !this.#isClosed) this.save();
    };
    setImmediate(step);
  }
}

const keysOf = (changes: readonly Change[], offerIds: readonly string[]): Keys => ({
  offerIds: new Set([...offerIds, ...changes.filter(({ kind }) => kind === 'offer').map(({ key }) => key)]),
  productIds: new Set(changes.filter(({ kind }) => kind === 'product').map(({ key }) => Number(key))),
});

function addTo(keys: Keys, more: Keys): void {
  for (const id of more.offerIds) keys.offerIds.add(id);
  for (const id of more.productIds) keys.productIds.add(id);
}
