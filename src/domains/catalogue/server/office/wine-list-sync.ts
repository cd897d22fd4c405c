/**
 * Brings the office's list of wines up to date when it is opened, from the same stream of changes as the search indexes. Imports and
 * checkouts do not wait for it. After a large import it is read again in the background.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { marketsOf } from '#domains/catalogue/model/audience.ts';
import { type CatalogueFeed, catalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { AUDIENCES } from '#markets/audiences.ts';
import {
  type AudienceMarkets,
  listedIdsAfter,
  lockWineList,
  readWineListCursor,
  refreshWineList,
  saveWineListCursor,
} from './wine-list.repository.ts';

/** Changes up to which the caller waits. */
const MAX_CHANGES = 1_000;
const BATCH = 1_000;
/** Time in ms that a caller waits for a list that is read again. */
const PATIENCE_MS = 1_500;

const PAIRS = AUDIENCES.flatMap((audience) => marketsOf(audience).map((market) => ({ audience, market })));
const AUDIENCE_MARKETS: AudienceMarkets = {
  audiences: PAIRS.map(({ audience }) => audience),
  markets: PAIRS.map(({ market }) => market),
};

/** Updates the rows of offers in the transaction that changed them. */
export const refreshListed = (transaction: Transaction, offerIds: readonly string[]): Promise<void> =>
  refreshWineList(transaction, offerIds, [], AUDIENCE_MARKETS);

export interface WineListSync {
  /** Applies the changes until now. @returns false if the list is still being read again */
  follow(): Promise<boolean>;
  /** Waits until the list is complete. */
  settle(): Promise<void>;
}

/** Creates the part of a process that follows the catalogue. */
export function createWineListSync(database: Database, onError: (error: unknown) => void): WineListSync {
  const feed: CatalogueFeed = catalogueFeed(database, pictureVersion);
  let history: Promise<string> | null = null;
  let following: Promise<void> | null = null;
  let reading: Promise<void> | null = null;

  const readHistory = (): Promise<string> => {
    history ??= feed.history().then(({ id }) => id);
    history.catch(() => {
      history = null;
    });
    return history;
  };

  async function readAll(): Promise<void> {
    const id = await readHistory();
    const start = await feed.mark();
    for (let after = ''; ; ) {
      const ids = await listedIdsAfter(database, after, BATCH);
      const last = ids.at(-1);
      if (last === undefined) break;
      await database.transaction(async (transaction) => {
        await lockWineList(transaction);
        await refreshWineList(transaction, ids, [], AUDIENCE_MARKETS);
      });
      after = last;
    }
    await database.transaction(async (transaction) => {
      await lockWineList(transaction);
      await saveWineListCursor(transaction, id, start);
    });
  }

  async function followOnce(): Promise<void> {
    const id = await readHistory();
    const from = await readWineListCursor(database, id);
    const news = from && (await feed.since(from, MAX_CHANGES + 1));
    if (!news || news.changes.length > MAX_CHANGES) {
      reading ??= readAll()
        .catch(onError)
        .finally(() => {
          reading = null;
        });
      return;
    }
    if (news.changes.length === 0) return;
    const offerIds = news.changes.flatMap(({ kind, key }) => (kind === 'offer' ? [key] : []));
    const productIds = news.changes.flatMap(({ kind, key }) => (kind === 'product' ? [Number(key)] : []));
    await database.transaction(async (transaction) => {
      await lockWineList(transaction);
      await refreshWineList(transaction, offerIds, productIds, AUDIENCE_MARKETS);
      await saveWineListCursor(transaction, id, news);
    });
  }

  return {
    async follow() {
      if (!reading) {
        following ??= followOnce().finally(() => {
          following = null;
        });
        await following;
      }
      if (reading) await Promise.race([reading, pause(PATIENCE_MS, undefined, { ref: false })]);
      return reading === null;
    },
    async settle() {
      await following;
      await reading;
    },
  };
}
