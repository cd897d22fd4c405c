/** SQL of a customer's gift cards in their personal data. Cards that they bought are part of their orders. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

interface Owner {
  readonly id: number;
  readonly email: string;
}

/** Cards that staff issued to an address. Those from another buyer belong to that buyer's order. */
const ISSUED = 'g.order_id is null and email_key(g.recipient_email) = email_key($1)';
/** Entries of cards that were issued to the address $1 or bought by the customer $2. */
const STAFF_ENTRIES = `gift_cards g join ledger_entries e on e.account = 'gift-card:' || g.id join ledger_staff_entries s on s.source = e.source
  where s.reason <> '' and (${ISSUED} or g.order_id in (select o.id from orders o where o.customer_id = $2 and o.customer_id <> 0))`;

export const giftCardData = {
  name: 'gift cards',
  read: (db: Queryable, { email }: Owner) =>
    db.queryMany({
      text: `select g.market, right(g.code, 4) as ending, g.initial_cents, g.recipient_name, g.recipient_email, g.sender_name, g.message, g.created_at
        from gift_cards g where ${ISSUED} order by g.created_at`,
      values: [email],
    }),
  readNotes: (db: Queryable, { id, email }: Owner) =>
    db.queryMany<{ about: string; market: string; at: Date; author: string; text: string }>({
      text: `select 'gift card ending in ' || right(g.code, 4) as about, g.market, e.at, s.author, s.reason as text from ${STAFF_ENTRIES}`,
      values: [email, id],
    }),
  /** Keeps the balances, and erases names, messages and what staff wrote. */
  async erase(transaction: Transaction, { id, email }: Owner): Promise<void> {
    await transaction.execute({
      text: `update ledger_staff_entries set reason = '' where source in (select s.source from ${STAFF_ENTRIES})`,
      values: [email, id],
    });
    await transaction.execute({
      text: `update gift_cards g set recipient_name = '', recipient_email = '', sender_name = '', message = '' where ${ISSUED}`,
      values: [email],
    });
  },
} as const;
