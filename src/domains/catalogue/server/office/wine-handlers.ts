/** Handlers of the office's wine calls. */
import { wineOfficeContract } from '#domains/catalogue/office-contract.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { type OfficeContext, type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { audiencesFor } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';
import { changeWines, restoreWines } from './change-wines.ts';
import { previewWine } from './preview-wine.ts';
import { changeWine, createNextVintage, createWine, saveWine } from './save-wine.ts';
import { ordersOfWine, promotionsOfWine, readWine, stockOfProduct, usedWineTags } from './wine.repository.ts';
import { exportWinePage, listWinePage, viewWineRow } from './wine-list.ts';
import type { WineListSync } from './wine-list-sync.ts';
import { readOfficeWine, type ShopOrigin } from './wine-view.ts';

export interface WineOfficeDeps {
  readonly database: Database;
  readonly list: WineListSync;
  readonly shopOrigin: (context: OfficeContext) => ShopOrigin;
  readonly shopNameOf: (market: Market) => string;
}

const MAX_TAGS = 60;
const MAX_ORDERS = 8;
const MAX_PROMOTIONS = 20;

function wineHandlers({ database, list, shopOrigin, shopNameOf }: WineOfficeDeps): OfficeHandlers<typeof wineOfficeContract> {
  const shown = async (id: string, context: OfficeContext) => {
    const wine = await readOfficeWine(database, id, context.staff, shopOrigin(context));
    return wine ? ok(wine) : fail('not_found');
  };

  /** Returns the row of a wine in a market after a change. */
  const rowOf = async (id: string, market: Market, { staff }: OfficeContext) => {
    const wine = await readWine(database, id, audiencesFor(staff.markets));
    if (!wine) return fail('not_found');
    const [stock] = await stockOfProduct(database, wine.record.productId, [market]);
    const price = wine.record.prices[market]?.packPrice;
    return ok({
      row: viewWineRow(wine.stored, market, {
        ...wine,
        priceCents: price === undefined ? null : Math.round(price * 100),
        level: stock?.level ?? 0,
        reserved: stock?.reserved ?? 0,
      }),
    });
  };

  return {
    wines: async (input, { staff }) => listWinePage(database, staff, input, !(await list.follow())),
    wine: ({ id }, context) => shown(id, context),
    wineTags: async ({ market }, { staff }) => {
      const chosen = staff.markets.find((one) => one === market) ?? staff.markets[0];
      return ok({ tags: chosen === undefined ? [] : await usedWineTags(database, chosen, MAX_TAGS) });
    },
    wineOrders: async ({ id }, { staff }) =>
      ok({
        rows: (await ordersOfWine(database, id, staff.markets, MAX_ORDERS)).map((row) => ({
          ...row,
          placedAt: row.placedAt.toISOString(),
        })),
      }),
    winePromotions: async ({ id }, { staff }) =>
      ok({
        rows: (await promotionsOfWine(database, id, staff.markets, MAX_PROMOTIONS)).map((row) => ({
          ...row,
          endsAt: row.endsAt?.toISOString() ?? null,
        })),
      }),
    previewWine: async (input) => ok(await previewWine(database, input, shopNameOf(input.market))),
    saveWine: async ({ version, record }, context) => {
      const saved = await saveWine(database, context.staff, version, record);
      return saved.ok ? shown(record.offerId, context) : saved;
    },
    createWine: async ({ record }, context) => {
      const created = await createWine(database, context.staff, record);
      if (created.ok) return shown(record.offerId, context);
      return created.code === 'being_changed' ? fail('id_taken', { id: record.offerId }) : created;
    },
    createNextVintage: async (input, context) => {
      const created = await createNextVintage(database, context.staff, input);
      return created.ok ? shown(input.newId, context) : created;
    },
    changeWine: async (input, context) => {
      const changed = await changeWine(database, context.staff, input);
      return changed.ok ? rowOf(input.id, input.market, context) : changed;
    },
    changeWines: async (input, { staff }) => ok({ results: await changeWines(database, staff, input) }),
    restoreWines: async ({ changes }, { staff }) => ok({ results: await restoreWines(database, staff, changes) }),
    exportWines: async (input, { staff }) => {
      await list.follow();
      const page = await exportWinePage(database, staff, input);
      if (page.ok && input.cursor === undefined)
        await database.transaction((transaction) =>
          recordActivity(transaction, staff, {
            action: 'offer.exported',
            subject: { kind: 'offer', id: 'list' },
            after: exportDetails(input),
          }),
        );
      return page;
    },
  };
}

/** Binds the office's wine calls. */
export const wineOfficeEndpoints = (deps: WineOfficeDeps): OfficeEndpoint[] => officeHandlers(wineOfficeContract, wineHandlers(deps));
