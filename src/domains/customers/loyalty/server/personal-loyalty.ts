/** What loyalty keeps of a person, for "download my data"; rows go with the account. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

export const loyaltyData = {
  name: 'loyalty',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryOne({
      text: `select
        (select json_agg(json_build_object('market', market, 'kind', kind, 'cents', cents, 'tier', tier, 'at', at) order by at)
          from loyalty_ledger where customer_id = $1) as ledger,
        (select json_agg(json_build_object('market', market, 'from', from_tier, 'to', to_tier, 'at', at) order by id)
          from loyalty_tiers where customer_id = $1) as tiers,
        (select json_agg(json_build_object('market', market, 'occasion', occasion, 'year', year) order by issued_at)
          from loyalty_coupons where customer_id = $1) as coupons`,
      values: [id],
    }),
  /** Personal coupons can be used by nobody else, so they need not stay. */
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({
      text: 'delete from promotions where id in (select promotion_id from loyalty_coupons where customer_id = $1)',
      values: [id],
    });
    for (const table of ['loyalty_coupons', 'loyalty_tiers', 'loyalty_ledger'])
      await transaction.execute({ text: `delete from ${table} where customer_id = $1`, values: [id] });
  },
} as const;
