/** Finds the records that `preview` shows, drafts included. */
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import type { PageRecord } from '#domains/content/model/record.ts';
import type { Database } from '#lib/db/pool.ts';

export async function findOfferRecord(database: Database, id: string): Promise<OfferRecord | null> {
  const row = await database.queryOne<{ record: OfferRecord }>({ text: 'select record from offers where offer_id = $1', values: [id] });
  return row?.record ?? null;
}

export async function findPageRecord(database: Database, id: string): Promise<PageRecord | null> {
  const row = await database.queryOne<{ record: PageRecord }>({ text: 'select record from pages where id = $1', values: [id] });
  return row?.record ?? null;
}
