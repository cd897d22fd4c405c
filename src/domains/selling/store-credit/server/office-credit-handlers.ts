/** Handlers of the office's store credit calls. They run the same use cases as the command line. */
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers, staffKeyOf } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { STEP_UP_CHANGE_CENTS } from '../model/change-limits.ts';
import { creditOfficeContract } from '../office-contract.ts';
import { grantTo, takeBackFrom } from './change-credit.ts';
import { creditBalance } from './credit.repository.ts';
import { findCreditCustomers } from './office-credit.repository.ts';
import { exportCreditPage, listCreditPage, readCreditLiability, viewCredit } from './office-credit.ts';

const creditHandlers = (database: Database): OfficeHandlers<typeof creditOfficeContract> => ({
  creditEntries: (input, { staff }) => listCreditPage(database, staff, input),
  creditLiability: (_input, { staff }) => readCreditLiability(database, staff),
  credit: async (owner, { staff }) => {
    const credit = await viewCredit(database, owner, staff);
    return credit ? ok(credit) : fail('not_found');
  },
  previewGrant: async ({ market, emails, amountCents }, { staff }) => {
    if (!staff.markets.includes(market)) return fail('not_found');
    const found = await findCreditCustomers(database, market, emails);
    const known = new Set(found.map(({ email }) => emailKey(email)));
    const customers = [];
    for (const customer of found) {
      const { cents } = await creditBalance(database, { customerId: customer.customerId, market });
      customers.push({ ...customer, balance: toDecimal(cents) });
    }
    const total = amountCents * found.length;
    const limit = staff.limitOf('credit.write', market);
    return ok({
      customers,
      unknown: emails.filter((email) => !known.has(emailKey(email))),
      total: toDecimal(total),
      needsStepUp: total > STEP_UP_CHANGE_CENTS,
      isOverLimit: limit !== null && total > limit,
      limit: limit === null ? null : toDecimal(limit),
    });
  },
  grantCredit: async ({ market, amountCents, ...input }, context) => {
    if (!context.staff.markets.includes(market)) return fail('not_found');
    const granted = await grantTo(database, context.staff, { ...input, market, cents: amountCents, key: staffKeyOf(context) });
    if (!granted.ok) return granted;
    const { customers, cents } = granted.value;
    return ok({ customers: customers.map(({ customerId, version }) => ({ customerId, version })), total: toDecimal(cents) });
  },
  takeBackCredit: async ({ amountCents, ...input }, context) => {
    const { staff } = context;
    if (!staff.markets.includes(input.market)) return fail('not_found');
    const taken = await takeBackFrom(database, staff, { ...input, cents: amountCents, key: staffKeyOf(context) });
    if (!taken.ok) return taken;
    const credit = await viewCredit(database, input, staff);
    return credit ? ok(credit) : fail('not_found');
  },
  exportCredit: async (input, { staff }) => {
    const page = await exportCreditPage(database, staff, input);
    if (page.ok && input.cursor === undefined)
      await database.transaction((transaction) =>
        recordActivity(transaction, staff, {
          action: 'credit.exported',
          subject: { kind: 'credit', id: 'list' },
          after: exportDetails(input),
        }),
      );
    return page;
  },
});

/** Binds the office's store credit calls. */
export const creditOfficeEndpoints = (database: Database): OfficeEndpoint[] =>
  officeHandlers(creditOfficeContract, creditHandlers(database));
