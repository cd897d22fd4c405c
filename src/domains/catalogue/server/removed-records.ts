/** Offers that leave the shop, and how an export of what changed tells of them. */
import { z } from 'zod';
import type { Transaction } from '#lib/db/pool.ts';
import { offerRecord } from '../model/record.ts';
import type { Written } from './catalogue-writer.ts';

/** An offer that is gone. It stands only in exports of what changed: a whole one tells what there is. */
export const removedRecord = z.object({ record: z.literal('removed'), kind: z.literal('offer'), offerId: offerRecord.shape.offerId });

/** No rows: $1 and $2 as for any export. */
export const REMOVED_EXPORT = 'select $1::text as key, null::json as record where $2::int < 0';

/** Offers removed at $3 or after that did not come back: $1 the key to go on after, $2 how many. */
export const REMOVED_EXPORT_SINCE = `select offer_id as key, json_build_object('record', 'removed', 'kind', 'offer', 'offerId', offer_id) as record
  from removed_offers r where offer_id > $1 and removed_at >= $3 and not exists (select 1 from offers o where o.offer_id = r.offer_id)
  order by offer_id limit $2`;

const IN_A_CART = 'exists (select 1 from cart_lines l where l.offer_id = o.offer_id)';
const DELETE = `delete from offers o where offer_id = any($1) and not ${IN_A_CART}`;
const END = `update offers o set ends_at = now(), digest = '', updated_at = now(), record = record || jsonb_build_object('endsAt',
  to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) where offer_id = any($1)`;

/** Take the offers $1 out. What stands in a cart stays there and is off sale, so that its shopper is told. */
export const REMOVE_OFFERS = [DELETE, END] as const;

/** Remove offers, and note for an import what they were (an empty `after` is one that is gone or ended here: it has no digest). */
export async function writeRemoved(
  transaction: Transaction,
  records: readonly z.output<typeof removedRecord>[],
  importId: number | null,
): Promise<Written> {
  const ids = [...new Set(records.map(({ offerId }) => offerId))];
  const row = await transaction.queryOne<{ changed: number }>({
    name: 'offers.remove',
    text: `with gone as (${DELETE} returning o.offer_id, o.record),
      held as (${END} and ${IN_A_CART} and (ends_at is null or ends_at > now()) returning o.offer_id, o.record),
      noted as (insert into import_changes (import_id, kind, keys, before, after)
        select $2, 'offer', array_agg(offer_id), array_agg(record), array_agg(''::text) from (
          select * from gone union all select h.offer_id, o.record from held h join offers o on o.offer_id = h.offer_id
        ) found where $2::int is not null having count(*) > 0)
      select ((select count(*) from gone) + (select count(*) from held))::int as changed`,
    values: [ids, importId],
  });
  const changed = row?.changed ?? 0;
  return { added: 0, changed, unchanged: ids.length - changed };
}
