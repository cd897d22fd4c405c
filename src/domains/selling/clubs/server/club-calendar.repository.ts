/** SQL of the calendar of clubs: what is charged next and whether there is enough stock, and figures by club. */
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** Cases of one kind that a club sends on a day. */
export interface ClubRun {
  readonly on: string;
  readonly market: Market;
  readonly clubId: string;
  readonly club: string;
  readonly variant: string;
  readonly cases: number;
  readonly bottles: number;
  readonly cents: number;
  /** Cases that are left, and those needed for this and all earlier days. */
  readonly inStock: number;
  readonly needed: number;
}

/** Prices of cases without a reminder are those of the club. */
const CENTS = "coalesce(d.price_cents, round((v.value ->> 'price')::numeric * 100)::integer, 0)";
const PLANNED = `club_deliveries d join club_memberships m on m.id = d.membership_id left join clubs c on c.id = m.club_id and c.market = m.market
    left join lateral (select e.value from jsonb_array_elements(c.record -> 'variants') e where e.value ->> 'id' = m.variant_id) v on true`;

/** Lists the cases that are planned up to a day, by day, club and case. */
export const plannedRuns = (db: Queryable, markets: readonly Market[], until: string): Promise<ClubRun[]> =>
  db.queryMany<ClubRun>({
    name: 'club-calendar.plannedRuns',
    text: `with planned as (
        select coalesce(d.retry_on, d.due_on) as day, m.market, m.club_id, coalesce(c.record ->> 'name', m.club_id) as club,
          coalesce(v.value ->> 'label', m.variant_id) as variant, v.value ->> 'offerId' as offer_id, count(*)::integer as cases, sum(${CENTS})::integer as cents
        from ${PLANNED} where d.state = 'due' and m.status = 'active' and m.market = any($1) and coalesce(d.retry_on, d.due_on) <= $2::date
        group by day, m.market, m.club_id, club, variant, offer_id)
      select p.day::text as on, p.market, p.club_id as "clubId", p.club, p.variant, p.cases, p.cases * coalesce((o.summary ->> 'packSize')::integer, 0) as bottles,
        p.cents, greatest(0, coalesce(s.level - s.reserved, 0)) as "inStock",
        (sum(p.cases) over (partition by p.market, o.product_id order by p.day, p.club_id, p.variant rows unbounded preceding))::integer as needed
      from planned p left join offers o on o.offer_id = p.offer_id left join stock_levels s on s.product_id = o.product_id and s.market = p.market
      order by p.day, p.club, p.market, p.variant`,
    values: [markets, until],
  });

export interface ClubFigures {
  readonly id: string;
  readonly market: Market;
  readonly name: string;
  readonly active: number;
  readonly paused: number;
  readonly joined: number;
  readonly left: number;
  readonly cents: number;
}

/** Returns the figures of each club. `joined` and `left` are of the last 30 days, `cents` are cases that are planned in the next 30. */
export const clubFigures = (db: Queryable, markets: readonly Market[]): Promise<ClubFigures[]> =>
  db.queryMany<ClubFigures>({
    name: 'club-calendar.clubFigures',
    text: `select c.id, c.market, coalesce(c.record ->> 'name', c.id) as name, coalesce(f.active, 0) as active, coalesce(f.paused, 0) as paused,
        coalesce(f.joined, 0) as joined, coalesce(f.left, 0) as left, coalesce(r.cents, 0) as cents
      from clubs c
        left join lateral (select count(*) filter (where m.status = 'active')::integer as active, count(*) filter (where m.status = 'paused')::integer as paused,
            count(*) filter (where m.joined_at > now() - interval '30 days')::integer as joined,
            count(*) filter (where m.status = 'cancelled' and m.joined_at is not null
              and exists (select 1 from club_events e where e.membership_id = m.id and e.event = 'cancelled' and e.at > now() - interval '30 days'))::integer as left
          from club_memberships m where m.club_id = c.id and m.market = c.market) f on true
        left join (select m.club_id, m.market, sum(${CENTS})::integer as cents from ${PLANNED}
          where d.state = 'due' and m.status = 'active' and coalesce(d.retry_on, d.due_on) <= current_date + 30 group by m.club_id, m.market) r
          on r.club_id = c.id and r.market = c.market
      where c.market = any($1) order by name, c.market, c.id`,
    values: [markets],
  });
