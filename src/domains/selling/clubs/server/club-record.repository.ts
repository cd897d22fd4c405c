/** The SQL of the office's screens for the records of clubs. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { ClubUse } from '../model/club-terms.ts';
import type { ClubRecord } from '../model/record.ts';

export interface EditedClub {
  readonly record: ClubRecord;
  readonly version: string;
  readonly changedAt: Date;
}

const COLUMNS = 'c.record, c.content_hash as version, c.updated_at as "changedAt"';

/** Lists the clubs of markets with their members who have not left. */
export const listClubRecords = (db: Queryable, markets: readonly Market[]): Promise<(EditedClub & { readonly members: number })[]> =>
  db.queryMany<EditedClub & { readonly members: number }>({
    name: 'club-record.listClubRecords',
    text: `select ${COLUMNS},
        (select count(*)::integer from club_memberships m where m.club_id = c.id and m.market = c.market and m.status <> 'cancelled') as members
      from clubs c where c.market = any($1) order by c.market, (c.record ->> 'position')::integer, c.id`,
    values: [markets],
  });

/** Finds a club of one of the markets. @returns null if there is none */
export const findClubRecord = (db: Queryable, id: string, markets: readonly Market[]): Promise<EditedClub | null> =>
  db.queryOne<EditedClub>({
    name: 'club-record.findClubRecord',
    text: `select ${COLUMNS} from clubs c where c.id = $1 and c.market = any($2)`,
    values: [id, markets],
  });

/** Locks a club of one of the markets. @returns null if there is none */
export const lockClubRecord = (transaction: Transaction, id: string, markets: readonly Market[]): Promise<EditedClub | null> =>
  transaction.queryOne<EditedClub>({
    name: 'club-record.lockClubRecord',
    text: `select ${COLUMNS} from clubs c where c.id = $1 and c.market = any($2) for update`,
    values: [id, markets],
  });

/** Reads a club and keeps staff from changing it until the end of the transaction. @returns null if there is none */
export const lockClubTerms = (transaction: Transaction, id: string, market: Market): Promise<{ record: ClubRecord } | null> =>
  transaction.queryOne<{ record: ClubRecord }>({
    name: 'club-record.lockClubTerms',
    text: 'select c.record from clubs c where c.id = $1 and c.market = $2 for share',
    values: [id, market],
  });

/** Lets changes of clubs wait for each other, so that two new ones do not take one id or address. */
export const lockClubAddresses = (transaction: Transaction): Promise<number> =>
  transaction.execute({
    name: 'club-record.lockClubAddresses',
    text: "select pg_advisory_xact_lock(hashtext('cellardoor club addresses'))",
  });

export const isClubIdTaken = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.queryOne<{ found: boolean }>({
    name: 'club-record.isClubIdTaken',
    text: 'select true as found from clubs where id = $1',
    values: [id],
  })) !== null;

/** Returns true if another club of the market that has not closed has the slug. */
export const isSlugTaken = async (db: Queryable, { id, market, slug }: Pick<ClubRecord, 'id' | 'market' | 'slug'>): Promise<boolean> =>
  (await db.queryOne<{ found: boolean }>({
    name: 'club-record.isSlugTaken',
    text: "select true as found from clubs where market = $1 and slug = $2 and id <> $3 and record ->> 'state' <> 'closed' limit 1",
    values: [market, slug, id],
  })) !== null;

/** Counts the members of a club who have not left, by what they chose. */
export async function readClubUse(db: Queryable, { id, market }: Pick<ClubRecord, 'id' | 'market'>): Promise<ClubUse> {
  const rows = await db.queryMany<{ variant: string; frequency: string; count: number }>({
    name: 'club-record.readClubUse',
    text: `select variant_id as variant, frequency_id as frequency, count(*)::integer as count from club_memberships
      where club_id = $1 and market = $2 and status <> 'cancelled' group by variant_id, frequency_id`,
    values: [id, market],
  });
  const sumBy = (key: (row: (typeof rows)[number]) => string): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const row of rows) sums[key(row)] = (sums[key(row)] ?? 0) + row.count;
    return sums;
  };
  return {
    members: rows.reduce((sum, { count }) => sum + count, 0),
    variants: sumBy(({ variant }) => variant),
    frequencies: sumBy(({ frequency }) => frequency),
  };
}

/** Returns the ids of a list that no offer has. */
export const unknownOffers = async (db: Queryable, offerIds: readonly string[]): Promise<string[]> =>
  (
    await db.queryMany<{ id: string }>({
      name: 'club-record.unknownOffers',
      text: 'select id from unnest($1::text[]) id where not exists (select 1 from offers o where o.offer_id = id)',
      values: [offerIds],
    })
  ).map(({ id }) => id);
