/** Customers' favourites in and out as interchange records, and for the download of a person's data. */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { FavouriteRecord } from '../model/record.ts';

/** Write favourites; one that a customer keeps already stays. Gives how many were new. */
export async function writeFavourites(
  transaction: Transaction,
  records: readonly FavouriteRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const rows = records.map(({ id, email, market, offerId, createdAt }, place) => ({
    place,
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

/** The statement that reads them: $1 the key to go on after, $2 how many. In the order they were kept. */
export const FAVOURITE_EXPORT = `select key, record from (
    select lpad(f.position::text, 19, '0') as key, json_build_object('record', 'favourite', 'id', f.id, 'email', c.email, 'market', f.market,
      'offerId', f.offer_id, 'createdAt', to_json(f.created_at)) as record
    from favourites f join customers c on c.id = f.customer_id
  ) rows where key > $1 order by key limit $2`;

/** What a person keeps, for "download my data"; rows go with the account. */
export const favouriteData = {
  name: 'favourites',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({ text: 'select market, offer_id, created_at from favourites where customer_id = $1 order by position', values: [id] }),
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({ text: 'delete from favourites where customer_id = $1', values: [id] });
  },
} as const;
