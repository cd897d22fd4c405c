/** The audit of stock, orders, payments and ledgers. The command line runs it, and every verification of a backup. */
import type { Database, Queryable } from '#lib/db/pool.ts';
import {
  findAbandonedHolds,
  findExcessiveClaims,
  findExcessiveRefunds,
  findOrdersWithoutEntries,
  findOrdersWithoutPayment,
  findOverdrawnAccounts,
  findRefundsWithoutEntries,
  findRepeatedOrders,
  findReplacementsWithoutStock,
  findStockWithoutMovements,
  findStockWithoutReservations,
  findUncapturedPayments,
  freezeSnapshot,
} from './audit.repository.ts';

/** What is compared, by the name that reports show. */
const CHECKS: Readonly<Record<string, (db: Queryable) => Promise<{ readonly subject: string }[]>>> = {
  'stock and movements': findStockWithoutMovements,
  'stock and reservations': findStockWithoutReservations,
  'carts and orders': findRepeatedOrders,
  'orders and payments': findOrdersWithoutPayment,
  'orders and test payments': findUncapturedPayments,
  'orders and refunds': findExcessiveRefunds,
  'orders and claims': findExcessiveClaims,
  'replacements and stock': findReplacementsWithoutStock,
  'refunds and ledger': findRefundsWithoutEntries,
  'orders and ledger': findOrdersWithoutEntries,
  'balances of accounts': findOverdrawnAccounts,
  'reserved balances': findAbandonedHolds,
};

export interface AuditDifference {
  /** What was compared. */
  readonly check: string;
  /** The record, and both values. */
  readonly subject: string;
}

export interface AuditResult {
  /** How many comparisons were made. */
  readonly checks: number;
  readonly differences: readonly AuditDifference[];
}

/** Compares the records of one moment with each other. A running shop is not slowed down by locks. */
export const auditLedgers = (database: Pick<Database, 'transaction'>): Promise<AuditResult> =>
  database.transaction(async (transaction) => {
    await freezeSnapshot(transaction);
    const differences: AuditDifference[] = [];
    for (const [check, find] of Object.entries(CHECKS))
      for (const { subject } of await find(transaction)) differences.push({ check, subject });
    return { checks: Object.keys(CHECKS).length, differences };
  });
