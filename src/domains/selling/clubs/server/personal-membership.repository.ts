/** The SQL of personal data in wine clubs. Memberships end with the account. Accounting data stays without a name. */
import { checkoutDetails } from '#domains/selling/checkout/contract.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';

export const wineClubData = {
  name: 'wine clubs',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: `select m.market, m.club_id as club, m.variant_id as variant, m.frequency_id as frequency, m.status, m.reason, m.details, m.joined_at,
        (select json_agg(json_build_object('period', d.period, 'on', d.due_on, 'state', d.state, 'order', o.number) order by d.period)
          from club_deliveries d left join orders o on o.id = d.order_id where d.membership_id = m.id) as deliveries,
        (select json_agg(json_build_object('at', e.at, 'event', e.event, 'data', e.data - 'why') order by e.id) from club_events e where e.membership_id = m.id) as log
        from club_memberships m where m.customer_id = $1 order by m.created_at`,
      values: [id],
    }),
  readNotes: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany<{ about: string; market: string; at: Date; author: string; text: string }>({
      text: `select 'wine club ' || m.club_id as about, m.market, n.at, n.author, n.text from club_notes n
          join club_memberships m on m.id = n.membership_id where m.customer_id = $1
        union all select 'wine club ' || m.club_id, m.market, e.at, coalesce(e.data ->> 'by', ''), e.data ->> 'why' from club_events e
          join club_memberships m on m.id = e.membership_id where m.customer_id = $1 and e.data ->> 'why' <> ''`,
      values: [id],
    }),
  /**
   * Erases a customer's data and ends the memberships. A job that charges a membership waits for the lock and then finds nothing due. A
   * payment that was captured before is still an order.
   */
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    const ended = await transaction.queryMany<{ id: string }>({
      text: 'select id from club_memberships where customer_id = $1 order by id for update',
      values: [id],
    });
    const ids = ended.map((row) => row.id);
    await transaction.execute({
      text: `insert into club_events (membership_id, at, event, data) select id, now(), 'cancelled', '{"reason":"account"}'
        from club_memberships where id = any($1) and status <> 'cancelled'`,
      values: [ids],
    });
    await transaction.execute({
      text: "delete from club_deliveries where membership_id = any($1) and state = 'due' and order_id is null",
      values: [ids],
    });
    await transaction.execute({ text: 'delete from club_notes where membership_id = any($1)', values: [ids] });
    await transaction.execute({
      text: `update club_events set data = data - 'why' - 'card' - 'suburb' - 'postcode' where membership_id = any($1)`,
      values: [ids],
    });
    await transaction.execute({
      text: `update club_memberships set status = 'cancelled', reason = case when status = 'cancelled' then reason else 'account' end,
        customer_id = 0, details = $2, instrument_id = null where id = any($1)`,
      values: [ids, JSON.stringify(checkoutDetails.parse({}))],
    });
  },
} as const;
