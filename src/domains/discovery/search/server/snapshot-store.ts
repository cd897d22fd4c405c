/** Decides when a process reads and writes the snapshot of its indexes. Errors are logged and only make the next start slower. */
import { rename } from 'node:fs/promises';
import type { CatalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { MARKETS } from '#markets/market.ts';
import { type IndexSnapshot, loadSnapshot, saveSnapshot } from './index-snapshot.ts';

export interface SnapshotOptions {
  readonly path: string;
  /** Number of offers over all markets from which a snapshot is worthwhile. Fewer are read from the database as fast. */
  readonly minOffers?: number;
  /** Share of changed offers from which building is faster than reading a snapshot and its changes. */
  readonly mostChanged?: number;
  /** Milliseconds between two snapshots of a process. */
  readonly everyMs?: number;
}

const MIN_OFFERS = 5_000;
const SNAPSHOT_INTERVAL_MS = 600_000;
/** Changes without a snapshot, as a share of the offers, from which building is as fast. */
const MAX_CHANGED = 0.2;

const offersIn = ({ indexes }: IndexSnapshot): number => MARKETS.reduce((sum, market) => sum + indexes[market].size, 0);

export class SnapshotStore {
  readonly #options: Required<SnapshotOptions>;
  readonly #history: string;
  readonly #onError: (error: unknown) => void;
  /** Change count and time of the last read or write. */
  #revision: number | null = null;
  #at = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> | null = null;

  /** @param history id of the database's history (catalogue-feed.repository.ts) */
  constructor(
    { path, minOffers = MIN_OFFERS, mostChanged = MAX_CHANGED, everyMs = SNAPSHOT_INTERVAL_MS }: SnapshotOptions,
    history: string,
    onError: (error: unknown) => void,
  ) {
    this.#options = { path, minOffers, mostChanged, everyMs };
    this.#history = history;
    this.#onError = onError;
  }

  /** Returns the snapshot if it is whole, of this database and code, and not outdated. Otherwise returns null. */
  async read(feed: CatalogueFeed): Promise<IndexSnapshot | null> {
    try {
      const snapshot = await loadSnapshot(this.#options.path, this.#history);
      if (!snapshot) return null;
      const { next } = await feed.history();
      // A position beyond this history: the database was restored to an earlier day.
      if (BigInt(snapshot.mark) > BigInt(next)) return null;
      const most = Math.floor(offersIn(snapshot) * this.#options.mostChanged);
      const { changes } = await feed.since(snapshot, Number.isFinite(most) ? most + 1 : undefined);
      if (changes.length > most) return null;
      this.#revision = 0;
      this.#at = performance.now();
      return snapshot;
    } catch (error) {
      this.#onError(error);
      return null;
    }
  }

  /** Writes in the background unless the last snapshot is recent or the offers are few. */
  save(snapshot: () => IndexSnapshot, revision: number): void {
    if (this.#writing || revision === this.#revision || performance.now() - this.#at < this.#options.everyMs) return;
    this.#writing = this.#write(snapshot(), revision).finally(() => {
      this.#writing = null;
    });
  }

  /** Replaces the snapshot by a file that another process wrote of the current state, unless the offers are few. */
  take(path: string, snapshot: IndexSnapshot, revision: number): Promise<void> {
    const before = this.#writing;
    const taking = (async () => {
      await before;
      if (offersIn(snapshot) < this.#options.minOffers) return;
      try {
        await rename(path, this.#options.path);
        this.#revision = revision;
        this.#at = performance.now();
      } catch (error) {
        this.#onError(error);
      }
    })().finally(() => {
      if (this.#writing === taking) this.#writing = null;
    });
    this.#writing = taking;
    return taking;
  }

  /** Writes at shutdown if anything changed. */
  async saveLast(snapshot: () => IndexSnapshot, revision: number): Promise<void> {
    await this.#writing;
    if (revision !== this.#revision) await this.#write(snapshot(), revision);
  }

  async #write(snapshot: IndexSnapshot, revision: number): Promise<void> {
    if (offersIn(snapshot) < this.#options.minOffers) return;
    try {
      await saveSnapshot(this.#options.path, snapshot, this.#history);
      this.#revision = revision;
      this.#at = performance.now();
    } catch (error) {
      this.#onError(error);
    }
  }
}
