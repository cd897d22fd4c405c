/** Runs use cases to learn what they would do. */
import { fail } from '../result.ts';
import type { Database, Transaction } from './pool.ts';

type Transactions = Pick<Database, 'transaction'>;

/** Returns transactions that do everything and are rolled back. What they return is what would have been. */
export const rehearse = (database: Transactions): Transactions => ({
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const results: T[] = [];
    await database.transaction(async (transaction) => {
      // A repeat after a deadlock counts alone.
      results.splice(0, results.length, await work(transaction));
      // A failure rolls the transaction back.
      return fail('rehearsed');
    });
    const [result] = results;
    if (results.length === 0) throw new Error('the rehearsed work did not return');
    return result as T;
  },
});
