/**
 * The search indexes of a process, one a market: read from the last process's snapshot or made from the database at boot, kept
 * current by what changed since, found by looking twice a second and at once when news comes (issue "Search and browsing":
 * within a second, in every process).
 */

import type { CatalogueFeed, Change, ChangeCursor, FeedOffer } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { SearchIndex } from '#packages/search-engine/index.ts';
import type { SearchHit } from '../model/search-document.ts';
import type { Reader, RebuildIndexes } from './index-build-client.ts';
import type { Indexes, IndexSnapshot } from './index-snapshot.ts';
import { documentsOf, readCatalogue } from './read-catalogue.ts';
import { isOnSaleAt, SaleTimes } from './sale-times.ts';
import { type SnapshotOptions, SnapshotStore } from './snapshot-store.ts';

export interface SearchIndexes {
  /** The index of a market, whoever may see what is in it. */
  of(market: Market): SearchIndex<SearchHit>;
  /**
   * Take in what changed until now, a large import too, which the looks between do not wait for. Many callers at once cause
   * one more look. @returns whether anything had
   */
  refresh(): Promise<boolean>;
  /**
   * Call `listener` after every change of the catalogue that was seen and is in the indexes, so that nothing made before it is kept;
   * `isLargeChange` is true of a large import, when it is seen and when it can be found.
   */
  onChange(listener: (isLargeChange: boolean) => void): void;
  /** Stop looking, and write down what changed for the next start. */
  close(): Promise<void>;
}

export interface IndexServiceOptions {
  readonly feed: CatalogueFeed;
  readonly onError: (error: unknown) => void;
  /** Reads the whole catalogue while this process answers from what it has. */
  readonly readAnew: Reader;
  /** Milliseconds between looks. */
  readonly everyMs?: number;
  readonly now?: () => number;
  /** Where to read and write a snapshot; none when absent. */
  readonly snapshot?: SnapshotOptions;
}

/** Read or build the indexes; what they answer is current. */
export async function openSearchIndexes(options: IndexServiceOptions): Promise<SearchIndexes> {
  const { feed, onError, readAnew: rebuildIndexes, everyMs = 500, now = Date.now, snapshot } = options;
  const { id: history } = await feed.history();
  const keeper = snapshot ? new SnapshotStore(snapshot, history, onError) : null;
  const kept = (await keeper?.read(feed)) ?? null;
  const service = new IndexService(kept ?? (await readCatalogue(feed, now())), {
    feed,
    onError,
    readAnew: rebuildIndexes,
    everyMs,
    now,
    history,
    keeper,
  });
  if (kept) await service.refresh();
  else service.keep();
  return service;
}

/** Changes at once from which the catalogue is read anew. */
const MANY = 1_000;
/** After a reading that failed, milliseconds. */
const AGAIN_MS = 30_000;

interface ServiceOptions extends Required<Omit<IndexServiceOptions, 'snapshot'>> {
  readonly history: string;
  readonly keeper: SnapshotStore | null;
}

/** Offers and products that changed. */
interface Keys {
  readonly offerIds: Set<string>;
  readonly productIds: Set<number>;
}

/** A reading of the whole catalogue. */
interface Reading {
  /** What changed since it began, of which it may have seen the one state or the other. */
  readonly meanwhile: Keys;
  /** Never rejects. */
  done: Promise<void>;
  brought: RebuildIndexes | null;
}

class IndexService implements SearchIndexes {
  readonly #indexes: Indexes;
  #times: SaleTimes;
  readonly #options: ServiceOptions;
  readonly #listeners: ((isLargeChange: boolean) => void)[] = [];
  #from: ChangeCursor;
  /** Changes of the indexes in this process. */
  #revision = 0;
  #running: Promise<boolean> | null = null;
  #next: Promise<boolean> | null = null;
  #timer: NodeJS.Timeout;
  #isTidying = false;
  #hasFailed = false;
  readonly #closing = new AbortController();
  #reading: Reading | null = null;
  /** More changed than is taken in one by one, after which no reading has begun yet. */
  #isReadingDue = false;
  #noReadingBefore = 0;
  /** Where changes would have to be read from for all that the indexes lack, where that is before `#from`. */
  #lacking: ChangeCursor | null = null;

  constructor({ indexes, times, mark, snapshot }: IndexSnapshot, options: ServiceOptions) {
    this.#indexes = indexes;
    this.#times = new SaleTimes(times);
    this.#from = { mark, snapshot };
    this.#options = options;
    this.#timer = this.#scheduleRefresh();
  }

  of(market: Market): SearchIndex<SearchHit> {
    return this.#indexes[market];
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
    await this.#reading?.brought?.forget();
    await this.#options.keeper?.keepLast(() => this.#known(), this.#revision);
  }

  /** Write a snapshot in the background, unless the last is young. */
  keep(): void {
    this.#options.keeper?.keep(() => this.#known(), this.#revision);
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #known(): IndexSnapshot {
    return { indexes: this.#indexes, times: this.#times.entries(), ...(this.#lacking ?? this.#from) };
  }

  /** A look that begins after this call; many callers share it. */
  #refreshNow(): Promise<boolean> {
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
            // While the database is away every look fails; it is said once.
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
    const reading = this.#reading;
    const brought = reading?.brought ?? null;
    const { changes, mark, snapshot } = await feed.since(this.#from, MANY + 1);
    const isLargeChange = changes.length > MANY;
    const keys = keysOf(isLargeChange ? [] : changes, this.#times.due(now()));
    if (brought && reading) addTo(keys, reading.meanwhile);
    const isAny = keys.offerIds.size + keys.productIds.size > 0;
    const offers = isAny ? await feed.some([...keys.offerIds], [...keys.productIds]) : [];
    if (brought) this.#takeOver(brought);
    else if (this.#reading) addTo(this.#reading.meanwhile, keys);
    if (isAny) this.#apply([...keys.offerIds], offers);
    if (isLargeChange) {
      this.#lacking ??= this.#from;
      this.#isReadingDue = true;
    }
    this.#from = { mark, snapshot };
    const hasChanged = isLargeChange || isAny || brought !== null;
    if (hasChanged) this.#tell(isLargeChange || brought !== null);
    if (this.#isReadingDue) this.#beginReading();
    return hasChanged;
  }

  /** After a large import: the indexes there are answer, and take in what changes, until the new ones stand in their place. */
  #beginReading(): void {
    if (this.#reading || performance.now() < this.#noReadingBefore) return;
    this.#isReadingDue = false;
    const { readAnew: rebuildIndexes, history, now, onError } = this.#options;
    const reading: Reading = { meanwhile: keysOf([], []), done: Promise.resolve(), brought: null };
    reading.done = rebuildIndexes({ history, now: now(), signal: this.#closing.signal }).then(
      (brought) => {
        reading.brought = brought;
      },
      (error: unknown) => {
        this.#reading = null;
        this.#isReadingDue = true;
        this.#noReadingBefore = performance.now() + AGAIN_MS;
        if (!this.#isClosed) onError(error);
      },
    );
    this.#reading = reading;
  }

  #takeOver({ known, path, forget }: RebuildIndexes): void {
    const { keeper, onError } = this.#options;
    for (const market of MARKETS) this.#indexes[market].replaceWith(known.indexes[market]);
    this.#times = new SaleTimes(known.times);
    this.#reading = null;
    this.#lacking = this.#isReadingDue ? known : null;
    this.#revision++;
    Promise.resolve(keeper?.take(path, known, this.#revision))
      .then(forget)
      .catch(onError);
  }

  #tell(isLargeChange: boolean): void {
    for (const listener of this.#listeners) listener(isLargeChange);
  }

  #apply(asked: readonly string[], offers: readonly FeedOffer[]): void {
    const found = new Set(offers.map(({ offerId }) => offerId));
    const gone = asked.filter((offerId) => !found.has(offerId));
    for (const offerId of gone) this.#times.forget(offerId);
    const now = this.#options.now();
    for (const offer of offers) this.#times.set(offer, now);
    const documents = offers.flatMap((offer) => (isOnSaleAt(offer, now) ? documentsOf(offer) : []));
    for (const market of MARKETS) {
      const put = documents.flatMap(([where, document]) => (where === market ? [document] : []));
      const sold = new Set(put.map(({ offerId }) => offerId));
      const remove = [...gone, ...found].filter((offerId) => !sold.has(offerId));
      this.#indexes[market].update({ put, remove });
    }
    this.#revision++;
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

const keysOf = (changes: readonly Change[], offerIds: readonly string[]): Keys => ({
  offerIds: new Set([...offerIds, ...changes.filter(({ kind }) => kind === 'offer').map(({ key }) => key)]),
  productIds: new Set(changes.filter(({ kind }) => kind === 'product').map(({ key }) => Number(key))),
});

function addTo(keys: Keys, more: Keys): void {
  for (const id of more.offerIds) keys.offerIds.add(id);
  for (const id of more.productIds) keys.productIds.add(id);
}
