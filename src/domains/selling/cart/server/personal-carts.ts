/** The carts of a customer: for the download of their data, and gone with the account. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

export const cartData = {
  name: 'carts',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: `select c.market, c.region, c.updated_at, (select json_agg(json_build_object('offer_id', l.offer_id, 'quantity', l.quantity)
        order by l.position) from cart_lines l where l.cart_id = c.id) as lines from carts c where c.customer_id = $1`,
      values: [id],
    }),
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({ text: 'delete from carts where customer_id = $1', values: [id] });
  },
} as const;
