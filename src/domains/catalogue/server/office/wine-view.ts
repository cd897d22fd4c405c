/** Reads a wine with everything that staff see of it. */

import { officeWineMessages } from '#domains/catalogue/messages/office.ts';
import { GUEST, isOnSale, isVisible, marketsOf } from '#domains/catalogue/model/audience.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { priceIn, toHit } from '#domains/catalogue/model/hit.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { wineState } from '#domains/catalogue/model/wine-list.ts';
import type { OfficeWine } from '#domains/catalogue/office-contract.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { isJsonObject } from '#lib/json.ts';
import { toDecimal } from '#lib/money.ts';
import { audiencesFor } from '#markets/audiences.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import type { Site } from '#markets/sites.ts';
import { foreignMarkets } from './save-wine.ts';
import { priceHistory, readWine, relatedWines, stockOfProduct, wineActivity, wineNeighbours } from './wine.repository.ts';

/** Returns the origin of the site that shows a kind of offer in a market; null if the shop has none. */
export type ShopOrigin = (market: Market, kind: Site['kind']) => string | null;

const MAX_HISTORY = 50;
const MAX_RELATED = 20;

const hitOf = (record: OfferRecord, market: Market, available: number) =>
  toHit(record, { ...(priceIn(record, market) ?? { packPriceCents: 1, packRrpCents: null }), available }, pictureVersion(record));

/** Returns a record without the prices of other markets. */
const withOwnPrices = (record: OfferRecord, markets: readonly Market[]): OfferRecord => ({
  ...record,
  prices: Object.fromEntries(Object.entries(record.prices).filter(([name]) => markets.some((market) => market === name))),
});

const fieldsIn = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? { ...value } : {});

/** Returns the state that matters most among the markets of a person. */
const stateOf = (record: OfferRecord, markets: readonly Market[], now: number) =>
  wineState(
    record,
    markets.some((market) => record.prices[market] !== undefined),
    now,
  );

/** Reads a wine of the person's markets. @returns null if there is none */
export async function readOfficeWine(
  db: Queryable,
  offerId: string,
  staff: Pick<StaffActor, 'markets'>,
  shopOrigin: ShopOrigin,
): Promise<OfficeWine | null> {
  const audiences = audiencesFor(staff.markets);
  const stored = await readWine(db, offerId, audiences);
  if (!stored) return null;
  const { record, version, source, popularity, updatedAt } = stored;
  const own = marketsOf(record.audience).filter((market) => staff.markets.includes(market));
  const [first] = own;
  if (first === undefined) return null;
  const [stock, history, activity, related, neighbours] = await Promise.all([
    stockOfProduct(db, record.productId, own),
    priceHistory(db, offerId, own, MAX_HISTORY),
    wineActivity(db, offerId, own, MAX_HISTORY),
    relatedWines(db, record, audiences, MAX_RELATED),
    wineNeighbours(db, first, offerId),
  ]);
  const now = Date.now();
  const kind = CATEGORIES[record.category].isSpirit ? 'spirits' : 'wine';
  return {
    id: offerId,
    version,
    record: withOwnPrices(record, own),
    markets: own.map((market) => {
      const { level, reserved } = stock.find((one) => one.market === market) ?? { level: 0, reserved: 0 };
      const hit = hitOf(record, market, level - reserved);
      const state = wineState(record, record.prices[market] !== undefined, now);
      const origin = shopOrigin(market, kind);
      const isOpen = state === 'on_sale' && isOnSale(record, now) && isVisible(record, market, GUEST);
      return {
        market,
        state,
        stock: { level, reserved, available: level - reserved },
        currency: getMarketConfig(market).currency,
        timeZone: timeZoneOf(market),
        url: isOpen && origin !== null ? `${origin}${hit.url}` : null,
      };
    }),
    foreignMarkets: foreignMarkets(record, staff),
    imageUrl: hitOf(stored.stored, first, 1).imageUrl,
    source,
    updatedAt: updatedAt.toISOString(),
    sales: popularity,
    priceHistory: history.map(({ id, at, market, beforeCents, afterCents, actor, files }) => ({
      id,
      at: at.toISOString(),
      market,
      before: toDecimal(beforeCents),
      after: toDecimal(afterCents),
      who: actor ?? (files ? officeWineMessages.importOf(files) : officeWineMessages.somebody),
    })),
    timeline: activity.map(({ id, at, actor, action, before, after }) => ({
      id: `activity-${id}`,
      at: at.toISOString(),
      action,
      who: actor,
      before: fieldsIn(before),
      after: fieldsIn(after),
    })),
    vintages: related
      .filter(({ isSameWine }) => isSameWine)
      .map((other) => ({ id: other.id, name: fullName(hitOf(other.record, first, 1)), state: stateOf(other.record, own, now) })),
    sharing: related
      .filter(({ isSameWine }) => !isSameWine)
      .map((other) => ({ id: other.id, name: fullName(hitOf(other.record, first, 1)) })),
    neighbours: neighbours ?? { previous: null, next: null },
  };
}
