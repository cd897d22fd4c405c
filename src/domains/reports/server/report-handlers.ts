/** Handlers of the office's calls about figures. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { timeZoneOf, todayIn } from '#markets/market-day.ts';
import { isRange, MAX_RANGE_DAYS } from '../model/date-range.ts';
import { compareDays, comparedDays, firstComparedDay } from '../model/sales.ts';
import { reportOfficeContract } from '../office-contract.ts';
import { readClaimReport } from './claim-report.repository.ts';
import { readFunnel } from './read-funnel.ts';
import { readDaySales, readMarketClock, readSalesSoFar } from './sales.repository.ts';
import { readEmptySearches } from './visit.repository.ts';

const MAX_SEARCHES = 50;
const HOURS = 24;

interface RangeInput {
  readonly market: Market;
  readonly from: string;
  readonly to: string;
}

/** Returns why a range cannot be shown to a person. @returns null if it can */
function refusalOf(input: RangeInput, { markets }: StaffActor) {
  if (!markets.includes(input.market)) return fail('not_found');
  return isRange(input) ? null : fail('range_invalid', { days: String(MAX_RANGE_DAYS) });
}

function reportHandlers(database: Database): OfficeHandlers<typeof reportOfficeContract> {
  return {
    async sales(input, { staff }) {
      const refusal = refusalOf(input, staff);
      if (refusal) return refusal;
      const timeZone = timeZoneOf(input.market);
      const range = { ...input, timeZone };
      const today = todayIn(input.market, new Date());
      const isTodayShown = input.from <= today && today <= input.to;
      const [sold, soFar, clock] = await Promise.all([
        readDaySales(database, { ...range, from: firstComparedDay(input) }),
        isTodayShown ? readSalesSoFar(database, range, comparedDays(today)) : [],
        readMarketClock(database, input.market, timeZone),
      ]);
      if (!clock) throw new Error('the database has no clock');
      const days = compareDays(input, sold, soFar, clock.today, clock.firstSale);
      // Days that have not come yet sold nothing; they would make the range look worse than usual.
      const past = days.filter(({ day }) => day <= clock.today);
      const usual = past.filter((day) => day.usual !== null);
      const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0);
      const shown = sold.filter(({ day }) => day >= input.from);
      const hours = Array.from({ length: HOURS }, (_, hour) => sum(shown, ({ hourOrders }) => hourOrders[hour] ?? 0));
      return ok({
        ...range,
        currency: getMarketConfig(input.market).currency,
        today: clock.today,
        at: clock.at.toISOString(),
        days: days.map(({ day, orders, revenueCents, refundsCents, usual: before }) => ({
          day,
          orders,
          revenue: toDecimal(revenueCents),
          refunds: toDecimal(refundsCents),
          usual: before && { orders: before.orders, revenue: toDecimal(before.revenueCents) },
        })),
        hours,
        total: {
          orders: sum(past, ({ orders }) => orders),
          revenue: toDecimal(sum(past, ({ revenueCents }) => revenueCents)),
          refunds: toDecimal(sum(past, ({ refundsCents }) => refundsCents)),
          // A range that begins before the shop did has no fair comparison.
          usual:
            past.length > 0 && usual.length === past.length
              ? {
                  orders: Math.round(sum(usual, ({ usual: before }) => before?.orders ?? 0)),
                  revenue: toDecimal(sum(usual, ({ usual: before }) => before?.revenueCents ?? 0)),
                }
              : null,
        },
      });
    },
    async claimReport(input, { staff }) {
      const refusal = refusalOf(input, staff);
      if (refusal) return refusal;
      const range = { ...input, timeZone: timeZoneOf(input.market) };
      const rows = await readClaimReport(database, range);
      return ok({
        ...range,
        currency: getMarketConfig(input.market).currency,
        rows: rows.map(({ refundedCents, creditedCents, replacedCents, ...row }) => ({
          ...row,
          refunded: toDecimal(refundedCents),
          credited: toDecimal(creditedCents),
          replaced: toDecimal(replacedCents),
        })),
      });
    },
    async visits(input, { staff }) {
      const refusal = refusalOf(input, staff);
      if (refusal) return refusal;
      const range = { ...input, timeZone: timeZoneOf(input.market) };
      const [funnel, searches] = await Promise.all([readFunnel(database, range), readEmptySearches(database, range, MAX_SEARCHES)]);
      return ok({
        ...range,
        steps: funnel.steps,
        countedAt: funnel.countedAt?.toISOString() ?? null,
        searches: searches.map(({ query, times, lastAt }) => ({ query, times, lastAt: lastAt.toISOString() })),
      });
    },
  };
}

/** Binds the office's calls about figures. */
export const reportOfficeEndpoints = (database: Database): OfficeEndpoint[] =>
  officeHandlers(reportOfficeContract, reportHandlers(database));
