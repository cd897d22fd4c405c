/** Handlers of the office's calls about what became of shipments at the door. */

import { nextOutcomes } from '#domains/selling/orders/model/outcome.ts';
import { outcomeOfficeContract } from '#domains/selling/orders/outcomes-contract.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { todayIn } from '#markets/market-day.ts';
import { lockPlaced } from '../order-deps.ts';
import { reopenDelivered } from './complete-delivered.ts';
import { findShipment, listOutcomes, type OutcomeRow, outcomesOf, undoOutcome } from './outcome.repository.ts';
import { recordOutcome } from './record-outcome.ts';

const MAX_EXPORTED = 20_000;

const CSV_COLUMNS: readonly (readonly [heading: string, value: (row: OutcomeRow) => string | number])[] = [
  ['order', (row) => row.order],
  ['market', ({ market }) => market],
  ['sent', ({ market, shippedAt }) => todayIn(market, shippedAt)],
  ['carrier', ({ carrier }) => carrier],
  ['outcome', ({ outcome }) => outcome],
  ['reason', ({ reason }) => reason],
  ['day', ({ day }) => day],
  ['recorded_by', ({ actor }) => actor],
  ['recorded_at', ({ recordedAt }) => recordedAt.toISOString()],
  ['taken_back_by', ({ undoneBy }) => undoneBy ?? ''],
  ['taken_back_at', ({ undoneAt }) => undoneAt?.toISOString() ?? ''],
];

function outcomeHandlers(database: Database): OfficeHandlers<typeof outcomeOfficeContract> {
  return {
    recordOutcome: async ({ shipmentId, outcome, reason, day, seen }, { staff }) =>
      database.transaction(async (transaction) => {
        const shipment = await findShipment(transaction, { shipmentId }, staff.markets);
        if (!shipment) return fail('not_found');
        const { orderId, market, shippedAt } = shipment;
        await lockPlaced(transaction, orderId);
        const last = (await outcomesOf(transaction, orderId)).findLast((each) => each.shipmentId === shipmentId);
        if (last && last.id !== seen) return fail('changed_meanwhile', { who: last.actor, when: timeAgo(last.at) });
        if (!nextOutcomes(last?.outcome ?? null).includes(outcome)) return fail('not_possible');
        if (outcome === 'refused' && reason === '') return fail('reason_missing');
        if (day < todayIn(market, shippedAt) || day > todayIn(market, new Date())) return fail('day_not_possible');
        const id = await recordOutcome(transaction, shipment, last ?? null, { outcome, reason, day }, staff);
        return id === null ? fail('not_possible') : ok({ id });
      }),
    undoOutcome: async ({ id }, { staff }) =>
      database.transaction(async (transaction) => {
        const shipment = await findShipment(transaction, { outcomeId: id }, staff.markets);
        if (!shipment) return fail('not_found');
        const { orderId, market } = shipment;
        await lockPlaced(transaction, orderId);
        const last = (await outcomesOf(transaction, orderId)).findLast((each) => each.shipmentId === shipment.id);
        if (last?.id !== id) return fail('not_possible');
        const status = await reopenDelivered(transaction, orderId, staff.name);
        if (status === 'changed') return fail('order_changed');
        await undoOutcome(transaction, id, staff.name);
        await recordActivity(transaction, staff, {
          action: 'order.outcome_undone',
          subject: { kind: 'order', id: orderId },
          market,
          before: { outcome: last.outcome, ...(status === 'reopened' && { status: 'Completed' }) },
          ...(status === 'reopened' && { after: { status: 'Shipped' } }),
        });
        return ok({});
      }),
    exportOutcomes: async (input, { staff }) => {
      const rows = await listOutcomes(database, staff.markets, input, MAX_EXPORTED);
      const lines = rows.map((row) => CSV_COLUMNS.map(([, value]) => csvValue(value(row))).join(','));
      await database.transaction((transaction) =>
        recordActivity(transaction, staff, {
          action: 'order.exported',
          subject: { kind: 'order', id: 'outcomes' },
          after: exportDetails(input),
        }),
      );
      return ok({
        csv: [CSV_COLUMNS.map(([heading]) => heading).join(','), ...lines].map((line) => `${line}\r\n`).join(''),
        rows: rows.length,
      });
    },
  };
}

/** Binds the office's calls about outcomes. */
export const outcomeOfficeEndpoints = (database: Database): OfficeEndpoint[] =>
  officeHandlers(outcomeOfficeContract, outcomeHandlers(database));
