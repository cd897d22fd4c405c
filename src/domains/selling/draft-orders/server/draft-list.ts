/** Lists draft orders, and finds wines for them. */
import { z } from 'zod';
import { listWinePage } from '#domains/catalogue/server/office/wine-list.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import type { DraftRow, draftOrderOfficeContract } from '../office-contract.ts';
import { countDrafts, type DraftListRow, listDrafts } from './draft-order.repository.ts';

const position = z.object({ key: z.string().max(60), id: z.uuid() });
const MAX_WORDS = 6;
const SHOWN_WINES = 12;

const viewRow = ({ key: _, customerId, createdAt, updatedAt, ...row }: DraftListRow): DraftRow => ({
  ...row,
  isGuest: customerId === 0,
  createdAt: createdAt.toISOString(),
  changedAt: updatedAt.toISOString(),
});

export async function listDraftPage(
  db: Queryable,
  { markets }: Pick<StaffActor, 'markets'>,
  input: Input<(typeof draftOrderOfficeContract)['draftOrders']>,
) {
  const after = fromCursor(input.cursor, position);
  if (!after.ok) return after;
  const chosen = input['filter[market]'];
  const filter = {
    markets: chosen === undefined ? markets : markets.filter((market) => chosen.includes(market)),
    states: input['filter[state]'] ?? null,
    words: (input.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS),
  };
  const [rows, count] = await Promise.all([
    listDrafts(db, filter, input.sort, after.value, input.limit + 1),
    countDrafts(db, filter, MAX_EXACT_TOTAL + 1),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, ({ key, id }) => ({ key, id }));
  return ok({ rows: page.map(viewRow), nextCursor, total: toTotal(count) });
}

/** Finds wines that are on sale in a market of the person, the best sold first. */
export async function findDraftWines(db: Queryable, { markets }: Pick<StaffActor, 'markets'>, market: Market, q: string) {
  const filters = { q, 'filter[market]': market, 'filter[state]': ['on_sale' as const], sort: '-sales' as const, limit: SHOWN_WINES };
  const found = markets.includes(market) ? await listWinePage(db, { markets }, filters, false) : null;
  return (found?.ok ? found.value.rows : []).flatMap(({ id, productId, name, sku, price, stock }) =>
    price === null ? [] : [{ offerId: id, productId, name, sku, price, available: Math.max(0, stock.available) }],
  );
}
