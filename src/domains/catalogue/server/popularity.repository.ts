/** Popularity of offers, which orders lists among offers with equal slots. */
import type { Database } from '#lib/db/pool.ts';

/** Sets the popularity of each offer to the number of cases sold in the last 30 days, without those sent again for claims. @returns the number of changed offers */
export const updatePopularity = (database: Database): Promise<number> =>
  database.execute({
    name: 'popularity.updatePopularity',
    text: `with sold as (
        select l.offer_id, sum(l.quantity)::int as cases from order_lines l join orders o on o.id = l.order_id
        where o.placed_at > now() - interval '30 days' and not exists (select 1 from claim_replacement_lines k where k.order_id = o.id) group by l.offer_id
      ), wanted as (
        select o.offer_id, coalesce(s.cases, 0) as cases from offers o left join sold s using (offer_id)
        where o.popularity <> coalesce(s.cases, 0) order by o.offer_id for update of o skip locked
      )
      update offers o set popularity = wanted.cases from wanted where o.offer_id = wanted.offer_id`,
  });
