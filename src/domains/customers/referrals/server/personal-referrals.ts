/** What referral keeps of a person, for "download my data"; rows of the referrer go with the account. */
import { referralName } from '#domains/selling/promotions/model/referral-name.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';

export const referralData = {
  name: 'referrals',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: 'select market, cents, reversed_cents, state, at from referrals where referrer_id = $1 order by at',
      values: [id],
    }),
  /** The code ends with the account; of orders by somebody else's code the person is taken out. */
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({ text: "delete from promotions where record->>'name' = $1", values: [referralName(id)] });
    await transaction.execute({ text: 'delete from referrals where referrer_id = $1', values: [id] });
    await transaction.execute({ text: 'update referrals set friend_id = 0 where friend_id = $1', values: [id] });
  },
} as const;
