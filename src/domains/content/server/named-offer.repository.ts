/** Offers that pages name, for the checks of a page. */
import { marketsOf } from '#domains/catalogue/model/audience.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import type { Audience } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';
import type { NamedOffer } from '../model/page-checks.ts';

/** Reads offers by their ids, with their prices in the markets. */
export async function readNamedOffers(db: Queryable, ids: readonly string[], markets: readonly Market[]): Promise<Map<string, NamedOffer>> {
  if (ids.length === 0) return new Map();
  const rows = await db.queryMany<{
    id: string;
    name: string;
    vintage: string;
    packs: number[];
    priced: Market[];
    audience: Audience;
    packSize: number;
  }>({
    text: `select o.offer_id as id, coalesce(o.record->>'name', '') as name, coalesce(o.record->>'vintage', '') as vintage, o.audience,
        coalesce(array_agg(p.pack_price) filter (where p.pack_price is not null), '{}') as packs,
        coalesce(array_agg(p.market) filter (where p.pack_price is not null), '{}') as priced,
        greatest(coalesce((o.record->>'packSize')::integer, 1), 1) as "packSize"
      from offers o left join offer_prices p on p.offer_id = o.offer_id and p.market = any($2) where o.offer_id = any($1) group by o.offer_id`,
    values: [ids, markets],
  });
  return new Map(
    rows.map(({ id, name, vintage, packs, priced, audience, packSize }) => [
      id,
      {
        name,
        vintage,
        markets: marketsOf(audience).filter((market) => priced.includes(market)),
        prices: packs.flatMap((cents) => [toDecimal(cents), toDecimal(Math.round(cents / packSize))]),
      },
    ]),
  );
}
