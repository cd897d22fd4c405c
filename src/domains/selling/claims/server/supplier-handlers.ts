/** Handlers of the office's calls about claims to suppliers. */
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { timeZoneOf, todayIn } from '#markets/market-day.ts';
import { supplierRefusals } from '../messages/supplier.ts';
import { supplierCsv, supplierFileName } from '../model/supplier-claim.ts';
import { supplierClaimOfficeContract } from '../supplier-contract.ts';
import { findSupplierClaim, groupByProducer, insertSupplierClaim, lockSupplierLines, saveContact } from './supplier-claim.repository.ts';

export interface SupplierDeps {
  readonly database: Database;
  /** Queues the email, which is sent only if the transaction commits. */
  readonly queueMail: (transaction: Transaction, id: string, to: string) => Promise<void>;
}

const supplierHandlers = ({ database, queueMail }: SupplierDeps): OfficeHandlers<typeof supplierClaimOfficeContract> => ({
  supplierGroups: async ({ ids }, { staff }) => {
    const markets = staff.markets.filter((market) => staff.may('orders.write', market));
    return ok({ groups: await groupByProducer(database, ids, markets) });
  },
  sendSupplierClaim: ({ ids, market, producer, email, contactVersion, again }, { staff }) =>
    database.transaction(async (transaction) => {
      if (!staff.markets.includes(market) || !staff.may('orders.write', market)) return fail('not_found');
      const timeZone = timeZoneOf(market);
      const lines = await lockSupplierLines(transaction, ids, { market, producer, timeZone, isAgain: again });
      if (lines.length === 0) return fail('action_refused', { reason: supplierRefusals.nothing(producer) });
      // A failure rolls back.
      if (!(await saveContact(transaction, { market, producer, email, version: contactVersion })))
        return fail('changed_meanwhile', { who: 'A colleague', when: 'since you looked' });
      const claim = { market, producer, email, csv: supplierCsv(lines), author: staff.name };
      const id = await insertSupplierClaim(transaction, claim, lines);
      for (const claimId of new Set(lines.map((line) => line.claimId)))
        await recordActivity(transaction, staff, { action: 'claim.supplier_claimed', subject: { kind: 'claim', id: claimId }, market });
      await queueMail(transaction, id, email);
      return ok({ id, wines: lines.length });
    }),
  supplierClaimFile: async ({ id }, { staff }) => {
    const claim = await findSupplierClaim(database, id);
    if (!claim || !staff.markets.includes(claim.market)) return fail('not_found');
    return ok({ csv: claim.csv, name: supplierFileName(claim.producer, todayIn(claim.market, claim.at)) });
  },
});

/** Binds the office's calls about claims to suppliers. */
export const supplierClaimOfficeEndpoints = (deps: SupplierDeps): OfficeEndpoint[] =>
  officeHandlers(supplierClaimOfficeContract, supplierHandlers(deps));
