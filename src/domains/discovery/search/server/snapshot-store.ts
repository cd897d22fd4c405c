/** When a process reads and writes the snapshot of its indexes; failing to is said and costs no more than a slower start. */
import { rename } from 'node:fs/promises';
import type { CatalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { MARKETS } from '#markets/market.ts';
import { type IndexSnapshot, loadSnapshot, saveSnapshot } from './index-snapshot.ts';

export interface SnapshotOptions {
  readonly path: string;
  /** Offers in all markets from which a snapshot is worth its file: fewer are read from the database as fast. */
  readonly worthFrom?: number;
  /** Share of the offers that may have changed since it was written; where more did, a build is quicker. */
  readonly mostChanged?: number;
  /** Milliseconds between two snapshots of a process. */
  readonly everyMs?: number;
}

const MIN_OFFERS = 5_000;
const SNAPSHOT_INTERVAL_MS = 600_000;
/** Changes while no process kept a snapshot, as a share of the offers, above which building anew is as fast. */
const MAX_CHANGED = 0.2;

const offersIn = ({ indexes }: IndexSnapshot): number => MARKETS.reduce((sum, market) => sum + indexes[market].size, 0);

export class SnapshotStore {
  readonly #options: Required<SnapshotOptions>;
  readonly #history: string;
  readonly #onError: (error: unknown) => void;
  /** How often the indexes had changed when they were last read or written, and when that was. */
  #revision: number | null = null;
  #at = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> | null = null;

  /** In: the database's history (catalogue-feed.ts). */
  constructor(
    { path, worthFrom: minOffers = MIN_OFFERS, mostChanged = MAX_CHANGED, everyMs = SNAPSHOT_INTERVAL_MS }: SnapshotOptions,
    history: string,
    onError: (error: unknown) => void,
  ) {
    this.#options = { path, worthFrom: minOffers, mostChanged, everyMs };
    this.#history = history;
    this.#onError = onError;
  }

  /** What was kept, if it is whole, of this database and these sources, and not long overtaken; else null. */
  async read(feed: CatalogueFeed): Promise<IndexSnapshot | null> {
    try {
      const known = await loadSnapshot(this.#options.path, this.#history);
      if (!known) return null;
      const { next } = await feed.history();
      // A mark from beyond this history: the database was put back to an earlier day.
      if (BigInt(known.mark) > BigInt(next)) return null;
      const most = Math.floor(offersIn(known) * this.#options.mostChanged);
      const { changes } = await feed.since(known, Number.isFinite(most) ? most + 1 : undefined);
      if (changes.length > most) return null;
      this.#revision = 0;
      this.#at = performance.now();
      return known;
    } catch (error) {
      this.#onError(error);
      return null;
    }
  }

  /** Write in the background, unless the last snapshot is young or the offers are few. */
  keep(known: () => IndexSnapshot, revision: number): void {
    if (this.#writing || revision === this.#revision || performance.now() - this.#at < this.#options.everyMs) return;
    this.#writing = this.#write(known(), revision).finally(() => {
      this.#writing = null;
    });
  }

  /** Put a file that another process wrote of what is known now in the place of the last snapshot, unless the offers are few. */
  take(path: string, known: IndexSnapshot, revision: number): Promise<void> {
    const before = this.#writing;
    const taking = (async () => {
      await before;
      if (offersIn(known) < this.#options.worthFrom) return;
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

  /** Write before the end, unless nothing changed since. */
  async keepLast(known: () => IndexSnapshot, revision: number): Promise<void> {
    await this.#writing;
    if (revision !== this.#revision) await this.#write(known(), revision);
  }

  async #write(known: IndexSnapshot, revision: number): Promise<void> {
    if (offersIn(known) < this.#options.worthFrom) return;
    try {
      await saveSnapshot(this.#options.path, known, this.#history);
      this.#revision = revision;
      this.#at = performance.now();
    } catch (error) {
      this.#onError(error);
    }
  }
}
