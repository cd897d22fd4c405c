/** Handlers of the office's first screen. */
import { resolveAlert } from '#domains/selling/payments/port/server/payment.repository.ts';
import type { ShopState } from '#domains/setup/server/setup-handlers.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { MARKETS } from '#markets/market.ts';
import { todayOfficeContract } from '../office-contract.ts';
import { readTodayCards } from './today-cards.ts';

export type ReadShopState = (staff: StaffActor) => Promise<ShopState | null>;

const todayHandlers = (database: Database, readShop: ReadShopState): OfficeHandlers<typeof todayOfficeContract> => ({
  today: async (_input, { staff }) => {
    const at = new Date();
    const [cards, shop] = await Promise.all([
      readTodayCards(database, staff, at),
      staff.may('settings.read', 'any market') ? readShop({ ...staff, markets: staff.marketsWith('settings.read') }) : null,
    ]);
    return ok({ cards, shop, at: at.toISOString() });
  },
  resolvePaymentAlert: ({ id }, { staff }) =>
    database.transaction(async (transaction) => {
      // As on the card: nobody knows the market of a payment without an order.
      if (staff.markets.length < MARKETS.length || !(await resolveAlert(transaction, id, staff.name))) return fail('not_found');
      await recordActivity(transaction, staff, {
        action: 'payment_alert.resolved',
        subject: { kind: 'payment_alert', id },
        before: { isResolved: false },
        after: { isResolved: true },
      });
      return ok({ isResolved: true as const });
    }),
});

/** Binds the calls of the office's first screen. */
export const todayOfficeEndpoints = (database: Database, readShop: ReadShopState): OfficeEndpoint[] =>
  officeHandlers(todayOfficeContract, todayHandlers(database, readShop));
