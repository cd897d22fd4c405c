/** How often offers were bought lately: the order of a list where no slot says another. */
import type { Database } from '#lib/db/pool.ts';

/** Set every offer's popularity to the cases sold in thirty days; rows that stay the same are not touched. */
export const updatePopularity = (database: Database): Promise<number> =>
  database.execute({
    name: 'popularity.updatePopularity',
    text: `with sold as (
        select l.offer_id, sum(l.quantity)::int as cases from order_lines l join orders o on o.id = l.order_id
        where o.placed_at > now() - interval '30 days' group by l.offer_id
      ), wanted as (
        select o.offer_id, coalesce(s.cases, 0) as cases from offers o left join sold s using (offer_id)
        where o.popularity <> coalesce(s.cases, 0) order by o.offer_id for update of o skip locked
      )
      update offers o set popularity = wanted.cases from wanted where o.offer_id = wanted.offer_id`,
  });
