/** Reads the figures of `report`. */

import { FUNNEL_STEPS } from '#domains/reports/model/funnel.ts';
import { countRecentVisits } from '#domains/reports/server/count-visits.ts';
import { readFunnel } from '#domains/reports/server/read-funnel.ts';
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Database } from '#lib/db/pool.ts';
import { getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';

/** Orders with these statuses are unpaid or cancelled. They are no revenue, like orders that send cases of a claim again. */
const UNPAID: readonly OrderStatus[] = ['Incomplete', 'Pending', 'Awaiting Payment', 'Declined', 'Cancelled'];
/** The steps before the order. */
export const STEPS = FUNNEL_STEPS.filter((step) => step !== 'orders');
/** Maximum number of rows in a list. The heading names the limit if it is reached. */
export const MAX_ROWS = 30;

export interface Report {
  readonly since: string;
  /** That of the chart in the office, from the day of `since` in the market. `steps` are those before the order. */
  readonly funnel: readonly { readonly market: Market; readonly steps: readonly number[]; readonly orders: number }[];
  readonly emptySearches: readonly { readonly market: Market; readonly query: string; readonly times: number }[];
  readonly coupons: readonly {
    readonly market: Market;
    readonly coupon: string;
    readonly applied: number;
    readonly denied: number;
    readonly reasons: string;
  }[];
  readonly revenue: readonly {
    readonly market: Market;
    readonly currency: string;
    readonly orders: number;
    /** Paid by card. Payments with gift cards and credit are not new revenue. */
    readonly takenCents: number;
    readonly refundedCents: number;
    /** Paid with gift cards and store credit, less what went back to them. */
    readonly balancesCents: number;
  }[];
}

async function readMarketFunnel(database: Database, market: Market, since: Date) {
  const { steps } = await readFunnel(database, { market, from: todayIn(market, since), to: todayIn(market, new Date()) });
  return { market, steps };
}

export async function readReport(database: Database, since: Date): Promise<Report> {
  const values = [since];
  // A shop that is not running has not counted the last visits.
  await countRecentVisits(database, 2);
  const [funnels, emptySearches, coupons, taken] = await Promise.all([
    Promise.all(MARKETS.map((market) => readMarketFunnel(database, market, since))),
    database.queryMany<Report['emptySearches'][number]>({
      text: `select market, lower(event->'properties'->>'query') as query, count(*)::int as times from analytics_events
        where name = 'Search' and happened_at >= $1 and event->'properties'->>'hits_returned' = '0' group by 1, 2
        order by times desc, market, query limit ${MAX_ROWS}`,
      values,
    }),
    database.queryMany<Report['coupons'][number]>({
      text: `select market, event->'properties'->>'coupon_id' as coupon, count(*) filter (where name = 'Coupon Applied')::int as applied,
          count(*) filter (where name = 'Coupon Denied')::int as denied, coalesce(string_agg(distinct event->'properties'->>'reason', ', '), '') as reasons
        from analytics_events where name in ('Coupon Applied', 'Coupon Denied') and happened_at >= $1 group by 1, 2
        order by applied desc, denied desc, market, coupon limit ${MAX_ROWS}`,
      values,
    }),
    database.queryMany<Omit<Report['revenue'][number], 'currency'>>({
      text: `select o.market, count(*)::int as orders, sum(o.charge_cents)::int8 as "takenCents", coalesce(sum(r.card), 0)::int8 as "refundedCents",
          (sum(o.total_cents - o.charge_cents) - coalesce(sum(r.balances), 0))::int8 as "balancesCents"
        from orders o
        left join (select order_id, sum(gateway_cents) as card, sum(amount_cents - gateway_cents) as balances from order_refunds where state <> 'refused' group by order_id) r on r.order_id = o.id
        where o.placed_at >= $1 and o.status <> all($2)
          and not exists (select 1 from claim_replacement_lines k where k.order_id = o.id) group by o.market`,
      values: [since, UNPAID],
    }),
  ]);
  const revenue = MARKETS.flatMap((market) =>
    taken.filter((row) => row.market === market).map((row) => ({ ...row, currency: getMarketConfig(market).currency })),
  );
  const ordersOf = (market: Market): number => revenue.find((row) => row.market === market)?.orders ?? 0;
  return {
    since: since.toISOString(),
    funnel: funnels
      .filter(({ market, steps }) => steps.visits > 0 || ordersOf(market) > 0)
      .map(({ market, steps: { orders, ...steps } }) => ({ market, steps: STEPS.map((step) => steps[step]), orders })),
    emptySearches,
    coupons,
    revenue,
  };
}
