/** Reads and writes favourites, and resolves a `user_id` to the owner of a list. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { hasBegun, isVisible } from '#domains/catalogue/model/audience.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { offerPath } from '#domains/catalogue/model/slug.ts';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Favourite } from '#domains/discovery/favourites/contract.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** The owner of a list: a customer, or a guest by the id of the browser. */
export type Owner = { readonly customerId: number; readonly guestId: null } | { readonly customerId: null; readonly guestId: string };

/** Identifies a list of favourites by its owner and market. */
export interface FavouriteList {
  readonly owner: Owner;
  readonly market: Market;
}

/** Returns the hit of an offer as the shopper can buy it now, or null if it is not on sale or hidden from them. */
export type FindHit = (market: Market, shopper: Shopper, offerId: string) => Promise<CatalogueHit | null>;

interface Row {
  readonly id: string;
  readonly offer_id: string;
  readonly position: number;
  readonly created_at: Date;
  readonly record: OfferRecord;
}

const OWN = '(f.customer_id = $1 or f.guest_id = $2) and f.market = $3';
const listValues = ({ owner, market }: FavouriteList) => [owner.customerId, owner.guestId, market];

/** Returns the customer with this `sub`, or null. */
export async function customerIdOf(db: Queryable, subject: string): Promise<number | null> {
  const row = await db.queryOne<{ id: number }>({
    name: 'favourite.customerIdOf',
    text: 'select id from customers where subject = $1',
    values: [subject],
  });
  return row?.id ?? null;
}

/** Returns true if an offer is visible to a shopper, on sale or not. */
const isOfferVisible = (record: OfferRecord, market: Market, shopper: Shopper): boolean =>
  isVisible(record, market, shopper) && hasBegun(record, Date.now());

/** Returns an offer that is visible to a shopper, or null. */
export async function visibleOffer(db: Queryable, market: Market, shopper: Shopper, offerId: string): Promise<OfferRecord | null> {
  const row = await db.queryOne<{ record: OfferRecord }>({
    name: 'favourite.visibleOffer',
    text: 'select record from offers o join offer_prices p on p.offer_id = o.offer_id and p.market = $2 where o.offer_id = $1',
    values: [offerId, market],
  });
  return row && isOfferVisible(row.record, market, shopper) ? row.record : null;
}

type Named = Pick<OfferRecord, 'offerId' | 'productId' | 'sku' | 'brand' | 'name' | 'vintage' | 'category' | 'isMixed' | 'offerVariant'>;

/** Converts a row to a favourite of the API [FAV-1]. */
export const toFavourite = (
  { id, created_at }: { readonly id: string; readonly created_at: Date },
  record: Named,
  offer: CatalogueHit | null,
): Favourite => ({
  id,
  offer_id: record.offerId,
  product_id: record.productId,
  offer_name: record.name,
  sku_code: record.sku,
  wine_name: fullName({ ...record, isSpirit: CATEGORIES[record.category].isSpirit }),
  url: offerPath(record.brand, record.offerId),
  created_at: created_at.toISOString(),
  offer,
});

/**
 * Returns a page of a list after a position, the oldest first [FAV-2]. Hidden offers are left out, so a page may have fewer than `limit`
 * items and still have a `next` position.
 */
export async function readFavourites(
  db: Queryable,
  list: FavouriteList,
  shopper: Shopper,
  { after, limit, findHit }: { readonly after: string; readonly limit: number; readonly findHit: FindHit },
): Promise<{ readonly items: Favourite[]; readonly next: string | null }> {
  const rows = await db.queryMany<Row>({
    name: 'favourite.readFavourites',
    text: `select f.id, f.offer_id, f.position, f.created_at, o.record from favourites f
      join offers o on o.offer_id = f.offer_id join offer_prices p on p.offer_id = o.offer_id and p.market = f.market
      where ${OWN} and f.position > $4 order by f.position limit $5`,
    values: [...listValues(list), after === '' ? '0' : after, limit + 1],
  });
  const page = rows.slice(0, limit);
  const items = await Promise.all(
    page
      .filter(({ record }) => isOfferVisible(record, list.market, shopper))
      .map(async (row) => toFavourite(row, row.record, await findHit(list.market, shopper, row.offer_id))),
  );
  return { items, next: rows.length > limit ? String(page.at(-1)?.position) : null };
}

/** Returns the favourite of an offer in a list, or null. */
export const favouriteOf = (db: Queryable, list: FavouriteList, offerId: string): Promise<{ id: string; created_at: Date } | null> =>
  db.queryOne({
    name: 'favourite.favouriteOf',
    text: `select f.id, f.created_at from favourites f where ${OWN} and f.offer_id = $4`,
    values: [...listValues(list), offerId],
  });

export async function countFavourites(db: Queryable, list: FavouriteList): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    name: 'favourite.countFavourites',
    text: `select count(*) from favourites f where ${OWN}`,
    values: listValues(list),
  });
  return row?.count ?? 0;
}

/** Saves an offer. An existing favourite is unchanged. */
export const saveFavourite = (transaction: Transaction, { owner, market }: FavouriteList, id: string, offerId: string): Promise<number> =>
  transaction.execute({
    name: 'favourite.saveFavourite',
    text: 'insert into favourites (id, customer_id, guest_id, market, offer_id) values ($1, $2, $3, $4, $5) on conflict do nothing',
    values: [id, owner.customerId, owner.guestId, market, offerId],
  });

/** Returns the owner of a favourite, or null if the id is unknown. */
export async function ownerOfFavourite(db: Queryable, id: string): Promise<Owner | null> {
  const row = await db.queryOne<{ customer_id: number | null; guest_id: string | null }>({
    name: 'favourite.ownerOfFavourite',
    text: 'select customer_id, guest_id from favourites where id = $1',
    values: [id],
  });
  if (!row) return null;
  return row.customer_id === null ? { customerId: null, guestId: row.guest_id ?? '' } : { customerId: row.customer_id, guestId: null };
}

export const dropFavourite = (transaction: Transaction, id: string): Promise<number> =>
  transaction.execute({ name: 'favourite.dropFavourite', text: 'delete from favourites where id = $1', values: [id] });

/** Moves a guest's favourites of every market into a customer's list. Returns the number of new ones. */
export async function mergeFavourites(transaction: Transaction, guestId: string, customerId: number): Promise<number> {
  // Deletes first: a concurrent merge waits here and then finds nothing.
  const taken = await transaction.queryMany<{ market: string; offer_id: string; created_at: Date; position: number }>({
    name: 'favourite.mergeFavourites.take',
    text: 'delete from favourites where guest_id = $1 returning market, offer_id, created_at, position',
    values: [guestId],
  });
  if (taken.length === 0) return 0;
  return transaction.execute({
    name: 'favourite.mergeFavourites.give',
    text: `insert into favourites (id, customer_id, market, offer_id, created_at)
      select gen_random_uuid(), $2, market, offer_id, created_at
      from jsonb_to_recordset($1::jsonb) as taken (market text, offer_id text, created_at timestamptz, position bigint) order by position
      on conflict do nothing`,
    values: [JSON.stringify(taken), customerId],
  });
}

/** Days for which a guest's favourites are stored. */
const GUEST_RETENTION_DAYS = 365;

/** Deletes old favourites of guests. @returns how many */
export const purgeGuestFavourites = (db: Queryable): Promise<number> =>
  db.execute({
    text: `delete from favourites where guest_id is not null and created_at < now() - interval '${GUEST_RETENTION_DAYS} days'`,
  });

/** Returns the offer ids of a customer's favourites in a market, the latest first. */
export async function readFavouriteOffers(db: Queryable, customerId: number, market: Market): Promise<string[]> {
  const rows = await db.queryMany<{ offer_id: string }>({
    name: 'favourite.readFavouriteOffers',
    text: 'select offer_id from favourites where customer_id = $1 and market = $2 order by position desc',
    values: [customerId, market],
  });
  return rows.map(({ offer_id }) => offer_id);
}
