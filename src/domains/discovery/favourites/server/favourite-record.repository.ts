/** Converts customers' favourites to and from interchange records, and reads them for the data download. */

import type { FavouriteRecord } from '#domains/discovery/favourites/model/record.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';

/** Writes favourites. Existing ones are unchanged. Returns the number of new ones. */
export async function writeFavourites(
  transaction: Transaction,
  records: readonly FavouriteRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const rows = records.map(({ id, email, market, offerId, createdAt }, index) => ({
    place: index,
    id,
    email_key: emailKey(email),
    market,
    offer_id: offerId,
    created_at: createdAt,
  }));
  const added = await transaction.execute({
    text: `insert into favourites (id, customer_id, market, offer_id, created_at)
      select coalesce(given.id, gen_random_uuid()), c.id, given.market, given.offer_id, coalesce(given.created_at, now())
      from jsonb_to_recordset($1::jsonb)
        as given (place integer, id uuid, email_key text, market text, offer_id text, created_at timestamptz)
      join customers c on c.email_key = given.email_key order by given.place
      on conflict do nothing`,
    values: [JSON.stringify(rows)],
  });
  return { added, changed: 0, unchanged: records.length - added };
}

/** Statement that reads favourites in the order of saving: $1 is the key to continue after, $2 the limit. */
export const FAVOURITE_EXPORT = `select key, record from (
    select lpad(f.position::text, 19, '0') as key, json_build_object('record', 'favourite', 'id', f.id, 'email', c.email, 'market', f.market,
      'offerId', f.offer_id, 'createdAt', to_json(f.created_at)) as record
    from favourites f join customers c on c.id = f.customer_id
  ) rows where key > $1 order by key limit $2`;

/** Returns a customer's favourites for "download my data". The rows are deleted with the account. */
export const favouriteData = {
  name: 'favourites',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({ text: 'select market, offer_id, created_at from favourites where customer_id = $1 order by position', values: [id] }),
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({ text: 'delete from favourites where customer_id = $1', values: [id] });
  },
} as const;
