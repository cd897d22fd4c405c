/** SQL of the rule that decides claims at once. */
import { mailboxOf } from '#domains/customers/identity/model/same-buyer.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { RuledLine } from '../model/claim-rule.ts';
import { CLAIM_STATE } from './claim.repository.ts';

const PACK = `greatest(1, coalesce((x.summary->>'packSize')::int, 1))`;

/** Reads the lines of a claim with what was bought, and what is left of it: sent, and not refunded or given back for by an earlier claim. */
export const ruledLines = (db: Queryable, claimId: string): Promise<RuledLine[]> =>
  db.queryMany<RuledLine>({
    name: 'claim-rule.ruledLines',
    text: `select l.problem, l.bottles, x.quantity * ${PACK} as bought, x.list_cents * x.quantity - x.discount_cents as "netCents",
        (${PACK} * (sent.cases - refunded.cases) - given.bottles)::int as left
      from claim_lines l join claims own on own.id = l.claim_id join order_lines x on x.order_id = own.order_id and x.position = l.position
        cross join lateral (select coalesce(sum(s.quantity), 0) as cases from order_shipments h
          join order_shipment_lines s on s.shipment_id = h.id and s.position = l.position where h.order_id = own.order_id) sent
        cross join lateral (select coalesce(sum(s.quantity - s.withdrawn), 0) as cases from order_refunds f
          join order_refund_lines s on s.refund_id = f.id and s.position = l.position where f.order_id = own.order_id and f.state <> 'refused') refunded
        cross join lateral (select coalesce(sum(k.bottles), 0) as bottles from claims c
          join claim_lines k on k.claim_id = c.id and k.position = l.position
          where c.order_id = own.order_id and ${CLAIM_STATE} not in ('open', 'declined')) given
      where l.claim_id = $1 order by l.position`,
    values: [claimId],
  });

interface Buyer {
  readonly market: Market;
  /** 0 for a guest. */
  readonly customerId: number;
  readonly email: string;
}

/**
 * Serialises the claims of a buyer, by account and by mailbox as `countRuled` counts them. Lock the order first. All take the account's
 * lock before the mailbox's, so that two claims never deadlock.
 */
export async function lockBuyer(transaction: Transaction, { customerId, email }: Pick<Buyer, 'customerId' | 'email'>): Promise<void> {
  const account = customerId === 0 ? [] : [`account ${customerId}`];
  for (const key of [...account, `mailbox ${mailboxOf(email)}`])
    await transaction.execute({
      name: 'claim-rule.lockBuyer',
      text: "select pg_advisory_xact_lock(hashtextextended('claims of ' || $1, 0))",
      values: [key],
    });
}

/** Counts the claims of a buyer that a rule decided in the last twelve months, by account and by mailbox. */
export async function countRuled(db: Queryable, { market, customerId, email }: Buyer): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    name: 'claim-rule.countRuled',
    text: `select count(*)::int as count from claims c
      where c.rule is not null and c.market = $1 and c.created_at > now() - interval '1 year' and ${CLAIM_STATE} <> 'open'
        and c.order_id in (select id from orders where mailbox_of(email) = mailbox_of($3) and number is not null
          union select id from orders where customer_id = $2 and customer_id <> 0)`,
    values: [market, customerId, email],
  });
  return row?.count ?? 0;
}
