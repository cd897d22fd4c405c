/** SQL of the report about claims: one statement for every group, so that the figures are of one moment. */
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { ClaimGroup } from '../model/claim-report.ts';

export interface ClaimReportRow {
  readonly group: ClaimGroup;
  /** Producer, carrier or reason. Empty if it is not known. */
  readonly name: string;
  readonly claims: number;
  readonly cases: number;
  /** Cases that were sent. */
  readonly sent: number;
  readonly refundedCents: number;
  readonly creditedCents: number;
  readonly replacedCents: number;
}

interface Period {
  readonly market: Market;
  readonly timeZone: string;
  /** First and last ISO day. */
  readonly from: string;
  readonly to: string;
}

const FROM = '($3::date::timestamp at time zone $2)';
const TO = '(($4::date + 1)::timestamp at time zone $2)';
const PACK = `greatest(1, coalesce((x.summary->>'packSize')::int, 1))`;

/**
 * Reads claims that arrived in a period, by producer, carrier and reason, and in total. The amount of a claim is divided among its lines
 * by what was paid for the reported bottles. The carrier is the one that first sent the line.
 * The producer of what was sent is read once per offer, because reading it of every line takes seconds.
 */
export const readClaimReport = (db: Queryable, { market, timeZone, from, to }: Period): Promise<ClaimReportRow[]> =>
  db.queryMany<ClaimReportRow>({
    name: 'claim-report.readClaimReport',
    text: `with claimed as (
        select c.id, l.problem, l.bottles::numeric / ${PACK} as cases, coalesce(x.summary->>'brand', '') as producer, coalesce(h.carrier, '') as carrier,
          coalesce(c.amount_cents, 0) as cents,
          case when c.state = 'refunded' and f.state = 'refused' or c.state = 'replaced' and n.status = 'Cancelled' then 'open' else c.state end as state,
          greatest(0, (x.list_cents * x.quantity - x.discount_cents) * l.bottles::numeric / (x.quantity * ${PACK})) as worth
        from claims c join claim_lines l on l.claim_id = c.id join order_lines x on x.order_id = c.order_id and x.position = l.position
          left join order_refunds f on f.id = c.refund_id left join orders n on n.id = c.replacement_id
          left join lateral (select h.carrier from order_shipments h join order_shipment_lines s on s.shipment_id = h.id
            where h.order_id = c.order_id and s.position = l.position order by h.shipped_at limit 1) h on true
        where c.market = $1 and c.created_at >= ${FROM} and c.created_at < ${TO}),
      shared as (
        select *, cents * case when sum(worth) over claim > 0 then worth / sum(worth) over claim else 1.0 / count(*) over claim end as share
        from claimed window claim as (partition by id)),
      found as (
        select grouping(producer, carrier, problem) as level, coalesce(producer, carrier, problem, '') as name, count(distinct id)::int as claims,
          sum(cases) as cases, coalesce(sum(share) filter (where state = 'refunded'), 0) as refunded,
          coalesce(sum(share) filter (where state = 'credited'), 0) as credited, coalesce(sum(share) filter (where state = 'replaced'), 0) as replaced
        from shared group by grouping sets ((producer), (carrier), (problem), ()) having count(*) > 0),
      offered as (
        select x.offer_id, h.carrier, sum(s.quantity) as cases
        from order_shipments h join orders o on o.id = h.order_id and o.market = $1 join order_shipment_lines s on s.shipment_id = h.id
          join order_lines x on x.order_id = h.order_id and x.position = s.position
        where h.shipped_at >= ${FROM} and h.shipped_at < ${TO} group by 1, 2),
      shipped as (
        select coalesce(b.producer, '') as producer, o.carrier, sum(o.cases) as cases from offered o
          cross join lateral (select x.summary->>'brand' as producer from order_lines x where x.offer_id = o.offer_id limit 1) b group by 1, 2),
      sent as (
        select grouping(producer, carrier) as level, coalesce(producer, carrier, '') as name, sum(cases) as cases
        from shipped group by grouping sets ((producer), (carrier), ()))
      select case f.level when 3 then 'producer' when 5 then 'carrier' when 6 then 'problem' else 'total' end as "group", f.name, f.claims,
        round(f.cases, 2)::float8 as cases, coalesce(s.cases, 0)::int as sent,
        round(f.refunded)::int as "refundedCents", round(f.credited)::int as "creditedCents", round(f.replaced)::int as "replacedCents"
      from found f left join sent s on case f.level when 3 then s.level = 1 and s.name = f.name when 5 then s.level = 2 and s.name = f.name else s.level = 3 end
      order by f.level, f.cases desc, f.name`,
    values: [market, timeZone, from, to],
  });
