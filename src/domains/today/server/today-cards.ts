/** Reads the cards of the first screen, each with the permission and in the markets that its reader has. */
import { countOpenClaims } from '#domains/selling/claims/server/office-claim.repository.ts';
import { countOfficeOrders } from '#domains/selling/orders/server/office-order-list.repository.ts';
import { toOrderFilter } from '#domains/selling/orders/server/office-orders.ts';
import { openAlerts } from '#domains/selling/payments/port/server/payment.repository.ts';
import { formatStockId } from '#domains/selling/stock/model/stock.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { MAX_EXACT_TOTAL } from '#domains/staff/server/list-cursor.ts';
import { listChecks } from '#domains/system/server/health.repository.ts';
import { countFailedWebhooks } from '#domains/system/server/webhook-list.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { CLUB_RUN_DAYS, MAX_CARD_ITEMS, NEW_ENTRY_DAYS, TODAY_CARD_NAMES, TODAY_CARDS, type TodayCardName } from '../model/cards.ts';
import type { TodayCard, TodayItem } from '../office-contract.ts';
import { clubRuns, declinedCards, lowStock, newEntries, openDisputes } from './card-items.repository.ts';

type CardContent = Omit<TodayCard, 'name'>;
type CardReader = (db: Queryable, markets: readonly Market[], now: Date) => Promise<CardContent>;

const NO_ITEM = { market: null, at: null, day: null, amount: null, currency: null, count: null, to: null, detail: '' } as const;
const EMPTY: CardContent = { count: 0, isExact: true, dueAt: null, items: [] };

const contentOf = (count: number, items: readonly TodayItem[], dueAt: Date | null = null): CardContent => ({
  count: Math.min(count, MAX_EXACT_TOTAL),
  isExact: count <= MAX_EXACT_TOTAL,
  dueAt: dueAt?.toISOString() ?? null,
  items: [...items],
});

/** Counts orders as the list with the same filters does. */
const ordersWith =
  (filters: Partial<Parameters<typeof toOrderFilter>[0]>): CardReader =>
  async (db, markets) =>
    contentOf(await countOfficeOrders(db, toOrderFilter({ sort: '-placed', ...filters }, { markets }), MAX_EXACT_TOTAL + 1), []);

const totalOf = (rows: readonly { readonly total: number }[]): number => rows[0]?.total ?? 0;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const READERS: Readonly<Record<TodayCardName, CardReader>> = {
  to_send: ordersWith({ 'filter[task]': 'to_send' }),
  to_decide: ordersWith({ 'filter[task]': 'to_decide' }),
  undelivered: ordersWith({ 'filter[task]': 'undelivered' }),
  refunds_refused: ordersWith({ 'filter[payment]': 'refund_refused' }),
  // As the last check found it: the jobs of all processes, and what failed in their queues.
  stuck_jobs: async (db) => contentOf((await listChecks(db)).find(({ name }) => name === 'jobs')?.count ?? 0, []),
  failed_webhooks: async (db, markets) => contentOf(await countFailedWebhooks(db, markets), []),
  claims: async (db, markets) => contentOf((await countOpenClaims(db, markets)).count, []),
  disputes: async (db, markets) => {
    const { count, dueAt } = await openDisputes(db, markets);
    return contentOf(count, [], dueAt);
  },
  failed_payments: async (db, markets) => {
    // An alert is about a payment without an order, so nobody knows its market.
    if (markets.length < MARKETS.length) return EMPTY;
    const alerts = await openAlerts(db);
    const items = alerts.slice(0, MAX_CARD_ITEMS).map(({ id, detail, subject, raisedAt, amountCents }) => ({
      ...NO_ITEM,
      id,
      title: subject,
      detail,
      at: raisedAt.toISOString(),
      amount: toDecimal(amountCents),
    }));
    return contentOf(alerts.length, items);
  },
  declined_cards: async (db, markets) => {
    const rows = await declinedCards(db, markets, MAX_CARD_ITEMS);
    const items = rows.map(({ id, market, name, club, retryOn, attempts }) => ({
      ...NO_ITEM,
      id,
      title: name,
      detail: club,
      to: `/clubs/members/${id}`,
      market,
      day: retryOn,
      count: attempts,
    }));
    return contentOf(totalOf(rows), items);
  },
  club_runs: async (db, markets, now) => {
    const found = await Promise.all(
      markets.map((market) => clubRuns(db, market, dayAfter(todayIn(market, now), CLUB_RUN_DAYS), MAX_CARD_ITEMS)),
    );
    const rows = found.flat().toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.club.localeCompare(b.club));
    const items = rows.slice(0, MAX_CARD_ITEMS).map(({ clubId, market, club, dueOn, deliveries }) => ({
      ...NO_ITEM,
      id: `${clubId}:${dueOn}`,
      title: club,
      to: `/clubs?${new URLSearchParams({ 'filter[club]': clubId, 'filter[next]': dueOn, sort: 'next' })}`,
      market,
      day: dueOn,
      count: deliveries,
    }));
    return contentOf(
      found.reduce((sum, part) => sum + totalOf(part), 0),
      items,
    );
  },
  low_stock: async (db, markets) => {
    const { rows, count } = await lowStock(db, markets, MAX_CARD_ITEMS, MAX_EXACT_TOTAL + 1);
    const items = rows.map(({ productId, market, name, left }) => ({
      ...NO_ITEM,
      id: `${market}:${productId}`,
      title: name,
      market,
      count: left,
      to: `/stock/${formatStockId({ productId, market })}`,
    }));
    return contentOf(count, items);
  },
  form_entries: async (db, markets) => {
    const rows = await newEntries(db, markets, NEW_ENTRY_DAYS, MAX_CARD_ITEMS);
    const items = rows.map(({ id, market, formId, email, receivedAt }) => ({
      ...NO_ITEM,
      id,
      title: formId,
      detail: email ?? '',
      market,
      at: receivedAt.toISOString(),
      to: `/inbox/${id}`,
    }));
    return contentOf(totalOf(rows), items);
  },
};

/** Reads the cards that a person may see, in the order of their definition. Cards on which nothing waits are among them. */
export async function readTodayCards(
  db: Queryable,
  { may, marketsWith }: Pick<StaffActor, 'may' | 'marketsWith'>,
  now: Date = new Date(),
): Promise<TodayCard[]> {
  const shown = TODAY_CARD_NAMES.filter((name) => may(TODAY_CARDS[name].permission, 'any market'));
  return Promise.all(
    shown.map(async (name) => {
      const markets = marketsWith(TODAY_CARDS[name].permission);
      return { name, ...(await READERS[name](db, markets, now)) };
    }),
  );
}
