/** `npm run shop -- insights`: what shoppers do and what comes of it. */
import type { Database } from '../../platform/server/database/pool.ts';
import { type Command, momentOption } from './command.ts';
import { textTable } from './text-table.ts';

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 30;

/** By what each step is known; the last one is of the books. */
const FUNNEL: readonly (readonly [step: string, condition: string])[] = [
  ['visited', 'true'],
  ['saw a product', "name = 'Product Viewed'"],
  ['put one into the cart', "name = 'Product Added'"],
  ['began the checkout', "name = 'Checkout Started' or name = 'clicked'"],
];

interface Insights {
  readonly funnel: readonly { readonly market: string; readonly steps: readonly number[]; readonly orders: number }[];
  readonly emptySearches: readonly { readonly market: string; readonly query: string; readonly times: number }[];
  readonly coupons: readonly {
    readonly market: string;
    readonly coupon: string;
    readonly applied: number;
    readonly denied: number;
    readonly reasons: string;
  }[];
  readonly revenue: readonly { readonly market: string; readonly orders: number; readonly cents: number; readonly refunded: number }[];
}

async function readInsights(database: Database, since: Date): Promise<Insights> {
  const values = [since];
  const [funnel, orders, emptySearches, coupons, revenue] = await Promise.all([
    database.rows<{ market: string; steps: number[] }>({
      text: `select market, array[${FUNNEL.map(([, condition]) => `count(distinct anonymous_id) filter (where ${condition})`).join(', ')}]::int[] as steps
        from analytics_events where happened_at >= $1 and (name is null or name not like 'insight %') group by market order by market`,
      values,
    }),
    database.rows<{ market: string; orders: number }>({
      text: 'select market, count(*)::int as orders from orders where placed_at >= $1 group by market',
      values,
    }),
    database.rows<Insights['emptySearches'][number]>({
      text: `select market, lower(event->'properties'->>'query') as query, count(*)::int as times from analytics_events
        where name = 'Search' and happened_at >= $1 and event->'properties'->>'hits_returned' = '0' group by 1, 2 order by times desc, query limit 30`,
      values,
    }),
    database.rows<Insights['coupons'][number]>({
      text: `select market, event->'properties'->>'coupon_id' as coupon, count(*) filter (where name = 'Coupon Applied')::int as applied,
          count(*) filter (where name = 'Coupon Denied')::int as denied, coalesce(string_agg(distinct event->'properties'->>'reason', ', '), '') as reasons
        from analytics_events where name in ('Coupon Applied', 'Coupon Denied') and happened_at >= $1 group by 1, 2
        order by applied desc, denied desc, coupon limit 30`,
      values,
    }),
    database.rows<Insights['revenue'][number]>({
      text: `select o.market, count(*)::int as orders, sum(o.total_cents)::int8 as cents, coalesce(sum(r.cents), 0)::int8 as refunded from orders o
        left join (select order_id, sum(amount_cents) as cents from order_refunds where state <> 'refused' group by order_id) r on r.order_id = o.id
        where o.placed_at >= $1 group by o.market order by o.market`,
      values,
    }),
  ]);
  const ordersOf = (market: string): number => orders.find((row) => row.market === market)?.orders ?? 0;
  return { funnel: funnel.map((row) => ({ ...row, orders: ordersOf(row.market) })), emptySearches, coupons, revenue };
}

const money = (cents: number): string => (cents / 100).toFixed(2);

function inWords({ funnel, emptySearches, coupons, revenue }: Insights): string {
  const part = (title: string, table: string, isEmpty: boolean): string => `${title}\n\n${isEmpty ? '  nothing yet' : table}\n`;
  return [
    part(
      'Visitors, by how far they came',
      textTable(
        ['market', ...FUNNEL.map(([step]) => step), 'orders'],
        funnel.map(({ market, steps, orders }) => [market, ...steps, orders]),
      ),
      funnel.length === 0,
    ),
    part(
      'Searches without results',
      textTable(
        ['market', 'words', 'times'],
        emptySearches.map(({ market, query, times }) => [market, query, times]),
      ),
      emptySearches.length === 0,
    ),
    part(
      'Coupons',
      textTable(
        ['market', 'coupon', 'applied', 'denied', 'why denied'],
        coupons.map((row) => [row.market, row.coupon, row.applied, row.denied, row.reasons]),
      ),
      coupons.length === 0,
    ),
    part(
      'Revenue, tax contained',
      textTable(
        ['market', 'orders', 'taken', 'refunded', 'left'],
        revenue.map(({ market, orders, cents, refunded }) => [market, orders, money(cents), money(refunded), money(cents - refunded)]),
      ),
      revenue.length === 0,
    ),
  ].join('\n');
}

export const INSIGHTS_COMMANDS: Readonly<Record<string, Command>> = {
  insights: {
    usage: '[--since DAY] [--json]',
    summary:
      'How far visitors come, what they search in vain, which coupons they use, and revenue by market; of the last 30 days, or since a day.',
    options: { since: { type: 'string' }, json: { type: 'boolean' } },
    run: async (run) => {
      const since = momentOption(run, 'since') ?? new Date(Date.now() - DAYS_SHOWN * DAY_MS);
      const insights = await readInsights(run.database, since);
      run.print(run.options.json ? JSON.stringify(insights, null, 2) : inWords(insights));
      return 0;
    },
  },
};
