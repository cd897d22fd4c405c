/** `npm run cli -- insights`: what shoppers do and what comes of it. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Database } from '#lib/db/pool.ts';
import { MARKETS, type Market, marketFacts } from '#markets/market.ts';
import { type Command, dateOption, UsageError } from './options.ts';
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

/** Nobody has paid these, or has their money back; they are no revenue and no way's end. */
const UNPAID: readonly OrderStatus[] = ['Incomplete', 'Pending', 'Awaiting Payment', 'Declined', 'Cancelled'];
/** Rows of a list; its heading says so where it is as long. */
const MAX_ROWS = 30;

interface Insights {
  readonly since: string;
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
    /** By card. What gift cards and credit paid is no new money: it came in when they were sold, or was given. */
    readonly takenCents: number;
    readonly refundedCents: number;
    /** Paid with gift cards and store credit, less what went back to them. */
    readonly balancesCents: number;
  }[];
}

async function readInsights(database: Database, since: Date): Promise<Insights> {
  const values = [since];
  const [steps, emptySearches, coupons, taken] = await Promise.all([
    database.queryMany<{ market: Market; steps: number[] }>({
      text: `select market, array[${FUNNEL.map(([, condition]) => `count(distinct anonymous_id) filter (where ${condition})`).join(', ')}]::int[] as steps
        from analytics_events where happened_at >= $1 and (name is null or name not like 'insight %') group by market`,
      values,
    }),
    database.queryMany<Insights['emptySearches'][number]>({
      text: `select market, lower(event->'properties'->>'query') as query, count(*)::int as times from analytics_events
        where name = 'Search' and happened_at >= $1 and event->'properties'->>'hits_returned' = '0' group by 1, 2
        order by times desc, market, query limit ${MAX_ROWS}`,
      values,
    }),
    database.queryMany<Insights['coupons'][number]>({
      text: `select market, event->'properties'->>'coupon_id' as coupon, count(*) filter (where name = 'Coupon Applied')::int as applied,
          count(*) filter (where name = 'Coupon Denied')::int as denied, coalesce(string_agg(distinct event->'properties'->>'reason', ', '), '') as reasons
        from analytics_events where name in ('Coupon Applied', 'Coupon Denied') and happened_at >= $1 group by 1, 2
        order by applied desc, denied desc, market, coupon limit ${MAX_ROWS}`,
      values,
    }),
    database.queryMany<Omit<Insights['revenue'][number], 'currency'>>({
      text: `select o.market, count(*)::int as orders, sum(o.charge_cents)::int8 as "takenCents", coalesce(sum(r.card), 0)::int8 as "refundedCents",
          (sum(o.total_cents - o.charge_cents) - coalesce(sum(r.balances), 0))::int8 as "balancesCents"
        from orders o
        left join (select order_id, sum(gateway_cents) as card, sum(amount_cents - gateway_cents) as balances from order_refunds where state <> 'refused' group by order_id) r on r.order_id = o.id
        where o.placed_at >= $1 and o.status <> all($2) group by o.market`,
      values: [since, UNPAID],
    }),
  ]);
  const stepsOf = (market: Market): readonly number[] | undefined => steps.find((row) => row.market === market)?.steps;
  const revenue = MARKETS.flatMap((market) =>
    taken.filter((row) => row.market === market).map((row) => ({ ...row, currency: marketFacts(market).currency })),
  );
  const ordersOf = (market: Market): number => revenue.find((row) => row.market === market)?.orders ?? 0;
  return {
    since: since.toISOString(),
    funnel: MARKETS.filter((market) => stepsOf(market) || ordersOf(market) > 0).map((market) => ({
      market,
      steps: stepsOf(market) ?? FUNNEL.map(() => 0),
      orders: ordersOf(market),
    })),
    emptySearches,
    coupons,
    revenue,
  };
}

const money = (cents: number): string => (cents / 100).toFixed(2);

function inWords({ since, funnel, emptySearches, coupons, revenue }: Insights): string {
  const part = (title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
    `${title}${rows.length === MAX_ROWS ? `, the first ${MAX_ROWS}` : ''}\n\n${rows.length === 0 ? '  nothing yet' : textTable(columns, rows)}\n`;
  return [
    `Since ${since.slice(0, 16).replace('T', ' ')} UTC\n`,
    part(
      'Visitors who let themselves be counted, by how far they came, and the orders of all',
      ['market', ...FUNNEL.map(([step]) => step), 'orders'],
      funnel.map(({ market, steps, orders }) => [market, ...steps, orders]),
    ),
    part(
      'Searches without results',
      ['market', 'words', 'times'],
      emptySearches.map(({ market, query, times }) => [market, query, times]),
    ),
    part(
      'Coupons',
      ['market', 'coupon', 'applied', 'denied', 'why denied'],
      coupons.map((row) => [row.market, row.coupon, row.applied, row.denied, row.reasons.replaceAll('_', ' ')]),
    ),
    part(
      'Card revenue of orders that were paid and not cancelled, tax contained; beside it what gift cards and credit paid',
      ['market', 'orders', 'currency', 'taken by card', 'refunded', 'left', 'gift cards and credit'],
      revenue.map(({ market, orders, currency, takenCents, refundedCents, balancesCents }) => [
        market,
        orders,
        currency,
        money(takenCents),
        money(refundedCents),
        money(takenCents - refundedCents),
        money(balancesCents),
      ]),
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
      const [word] = run.files;
      if (word !== undefined) throw new UsageError(`'${word}' is not understood; say since when as --since 2026-11-01.`);
      const since = dateOption(run, 'since') ?? new Date(Date.now() - DAYS_SHOWN * DAY_MS);
      if (since.getTime() > Date.now()) throw new UsageError(`--since is '${run.options.since}', which is still to come.`);
      const insights = await readInsights(run.database, since);
      run.writeStdout(run.options.json ? JSON.stringify(insights, null, 2) : inWords(insights));
      return 0;
    },
  },
};
