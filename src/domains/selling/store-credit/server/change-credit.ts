/** What staff do with store credit, in the office and on the command line: give it, and take back what was not spent. */
import { textFields } from '#domains/staff/model/logged-facts.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { formatMoney, toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { availableCents, lockAccounts } from '#lib/server/ledger.repository.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { type ChangeActor, recordAuthor, refuseChange } from './change-author.ts';
import { type CreditAccount, creditAccount, grantCredit, takeBackCredit } from './credit.repository.ts';
import { countEntries, findCreditCustomers, lastCreditChange, readCreditAccount } from './office-credit.repository.ts';

type Transactions = Pick<Database, 'transaction'>;

const subjectOf = ({ customerId, market }: CreditAccount) => ({ kind: 'credit' as const, id: `${market}:${customerId}` });

export interface CreditChange {
  readonly cents: number;
  /** Shown to the customer. */
  readonly note: string;
  readonly reason: string;
  /** A key takes effect once. */
  readonly key: string;
}

export interface Grant extends Omit<CreditChange, 'key'> {
  readonly owners: readonly CreditAccount[];
  /** Returns the source of a customer's entry. A source counts once. */
  readonly sourceOf: (customerId: number) => string;
}

/** Gives each of some customers credit, once per source. @returns the accounts with the number of their entries */
export async function grantEach(transaction: Transaction, actor: ChangeActor, { owners, cents, note, reason, sourceOf }: Grant) {
  await lockAccounts(transaction, owners.map(creditAccount));
  const granted = [];
  for (const owner of owners) {
    const source = sourceOf(owner.customerId);
    const isNew = await grantCredit(transaction, owner, { cents, source, note });
    if (isNew) {
      await recordAuthor(transaction, actor, source, reason);
      await recordActivity(transaction, actor, {
        action: 'credit.granted',
        subject: subjectOf(owner),
        market: owner.market,
        after: { amount: toDecimal(cents), ...textFields({ note, reason }) },
      });
    }
    granted.push({ customerId: owner.customerId, isNew, version: await countEntries(transaction, owner) });
  }
  return granted;
}

/**
 * Gives customers of a market credit, each once per key: all of them or none.
 * @throws ApiError `step_up_required`
 */
export const grantTo = (
  database: Transactions,
  actor: ChangeActor,
  { market, emails, key, ...grant }: CreditChange & { readonly market: Market; readonly emails: readonly string[] },
) =>
  database.transaction(async (transaction) => {
    const customers = await findCreditCustomers(transaction, market, emails);
    const known = new Set(customers.map(({ email }) => emailKey(email)));
    const unknown = emails.find((email) => !known.has(emailKey(email)));
    if (unknown !== undefined) return fail('unknown_customers', { email: unknown });
    const cents = grant.cents * customers.length;
    const refused = refuseChange(actor, market, cents);
    if (refused) return refused;
    const owners = customers.map(({ customerId }) => ({ customerId, market }));
    const granted = await grantEach(transaction, actor, { ...grant, owners, sourceOf: (customerId) => `staff:${key}:${customerId}` });
    return ok({ customers: granted, cents });
  });

/**
 * Takes credit back that was not spent, once per key.
 * @param version that the person saw
 * @throws ApiError `step_up_required`
 */
export const takeBackFrom = (
  database: Transactions,
  actor: ChangeActor,
  { customerId, market, version, cents, note, reason, key }: CreditChange & CreditAccount & { readonly version: number },
) =>
  database.transaction(async (transaction) => {
    const owner = { customerId, market };
    if (!(await readCreditAccount(transaction, owner))) return fail('not_found');
    await lockAccounts(transaction, [creditAccount(owner)]);
    if ((await countEntries(transaction, owner)) !== version) {
      const last = await lastCreditChange(transaction, owner);
      return fail('changed_meanwhile', { who: last?.who ?? 'The shop', when: timeAgo(last?.at ?? new Date()) });
    }
    const available = await availableCents(transaction, creditAccount(owner));
    if (available < cents) {
      const { locale, currency } = getMarketConfig(market);
      return fail('too_little', { available: formatMoney(Math.max(0, available), locale, currency) });
    }
    const refused = refuseChange(actor, market, cents);
    if (refused) return refused;
    const source = `staff:take-back:${key}:${customerId}`;
    await takeBackCredit(transaction, owner, { cents, source, note });
    await recordAuthor(transaction, actor, source, reason);
    await recordActivity(transaction, actor, {
      action: 'credit.taken_back',
      subject: subjectOf(owner),
      market,
      after: { amount: toDecimal(cents), ...textFields({ note, reason }) },
    });
    return ok({ cents });
  });
