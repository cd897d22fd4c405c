/** Ends the offers of a mapping that its full list no longer holds. */
import type { Transaction } from '#lib/db/pool.ts';
import { CHANGES_OF } from './import-log.ts';

const BATCH = 500;

/** Begins to note which offers a list holds. */
export const openSeen = (transaction: Transaction): Promise<number> =>
  transaction.execute({ text: 'create temp table import_seen (offer_id text primary key) on commit drop' });

/** Notes the offers of a batch. */
export const recordSeenOffers = (transaction: Transaction, records: readonly object[]): Promise<number> =>
  transaction.execute({
    name: 'import.seen',
    text: 'insert into import_seen select distinct unnest($1::text[]) on conflict do nothing',
    values: [records.flatMap((record) => ('offerId' in record ? [record.offerId] : []))],
  });

/** How many offers of a mapping were on sale before this import, and how many of them its files do not hold. */
export async function countMissing(
  transaction: Transaction,
  mapping: string,
  importId: number,
): Promise<{ held: number; missing: number }> {
  const row = await transaction.queryOne<{ held: number; missing: number }>({
    name: 'import.count_missing',
    text: `with brought as (select count(*) as count from ${CHANGES_OF} join offers o on o.offer_id = c.key
        where c.before is null and o.source = $3 and (o.ends_at is null or o.ends_at > now()))
      select (count(*) - (select count from brought))::int as held,
        (count(*) filter (where not exists (select 1 from import_seen s where s.offer_id = o.offer_id)))::int as missing
      from offers o where source = $3 and (ends_at is null or ends_at > now())`,
    values: [importId, 'offer', mapping],
  });
  return row ?? { held: 0, missing: 0 };
}

/** Gives the records of offers that were not noted and are still on sale, each with its sale ended now. */
export async function deactivateMissing(
  transaction: Transaction,
  mapping: string,
  write: (records: readonly unknown[]) => Promise<void>,
): Promise<void> {
  const now = await transaction.queryOne<{ now: Date }>({ text: 'select now() as now' });
  const endsAt = (now?.now ?? new Date()).toISOString();
  for (let after = ''; ; ) {
    const rows = await transaction.queryMany<{ offer_id: string; record: object }>({
      name: 'import.missing',
      text: `select offer_id, record from offers o where source = $1 and offer_id > $2 and (ends_at is null or ends_at > now())
        and not exists (select 1 from import_seen s where s.offer_id = o.offer_id) order by offer_id limit ${BATCH}`,
      values: [mapping, after],
    });
    if (rows.length > 0) await write(rows.map(({ record }) => ({ ...record, endsAt })));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.offer_id;
  }
}
