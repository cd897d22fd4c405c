/**
 * Credits referrers for their friends' first paid orders and takes it back with the refund. Orders are found by their coupons,
 * whenever they are looked for, and settled once each (DECISIONS.md "Carts and orders").
 */
import { createHash } from 'node:crypto';
import { referrerOf } from '../../coupons/referral-name.ts';
import { grantCredit, takeBackCredit } from '../../credit/server/credit.ts';
import type { Market } from '../../market/market.ts';
import type { Database, Queries, Transaction } from '../../platform/server/database/pool.ts';
import { doorOf, judge, mailboxOf, REFERRAL_CREDIT, type ReferralState } from '../referral.ts';

interface Door {
  readonly address: string;
  readonly suburb: string;
  readonly postcode: string;
}

interface Candidate {
  readonly id: string;
  readonly number: number;
  readonly market: Market;
  readonly customer_id: number;
  readonly email: string;
  readonly details: Door;
  readonly card_fingerprint: string | null;
  readonly promotion: string;
}

export interface Credited {
  readonly referrerId: number;
  readonly market: Market;
  /** Dollars. */
  readonly amount: number;
}

/** Told in the transaction in which a referrer is credited. */
export type OnCredited = (transaction: Transaction, credited: Credited) => Promise<void>;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Placed orders of the last so many hours that used a referral code and are not settled yet. */
const candidates = (queries: Queries, hours: number): Promise<Candidate[]> =>
  queries.rows({
    name: 'referral.candidates',
    text: `select o.id, o.number, o.market, o.customer_id, o.email, o.details, o.card_fingerprint, p.record->>'name' as promotion
      from orders o join promotions p on p.id = any(o.coupon_ids) and p.record->>'name' like 'Referral\\_code\\_%'
      where o.number is not null and o.coupon_ids <> '{}' and o.email <> '' and o.placed_at > now() - make_interval(hours => $1)
      and not exists (select 1 from referrals r where r.order_id = o.id) order by o.placed_at`,
    values: [hours],
  });

/** Whether a customer has paid with a card. */
const hasPaidWith = async (queries: Queries, customerId: number, fingerprint: string): Promise<boolean> =>
  (await queries.row({
    name: 'referral.card',
    text: 'select 1 from orders where customer_id = $1 and card_fingerprint = $2 and number is not null limit 1',
    values: [customerId, fingerprint],
  })) !== null;

async function doorsOf(queries: Queries, customerId: number): Promise<string[]> {
  const rows = await queries.rows<Door>({
    name: 'referral.doors',
    text: `select address, suburb, postcode from customer_addresses where customer_id = $1
      union select details->>'address', details->>'suburb', details->>'postcode' from orders where customer_id = $1 and number is not null`,
    values: [customerId],
  });
  return rows.map((door) => digest(doorOf(door)));
}

const wasCredited = async (queries: Queries, column: 'email_digest' | 'address_digest' | 'card_digest', values: readonly string[]) =>
  (await queries.row({
    text: `select 1 from referrals where state = 'credited' and ${column} = any($1) limit 1`,
    values: [values],
  })) !== null;

/** Whether the friend had an order before this one, by account or by mailbox. */
async function hadOrdered(queries: Queries, order: Candidate): Promise<boolean> {
  const earlier = await queries.rows<{ email: string; customer_id: number }>({
    name: 'referral.earlier',
    text: `select email, customer_id from orders where number is not null and id <> $1 and status not in ('Cancelled', 'Declined')
      and placed_at <= (select placed_at from orders where id = $1)
      and ((customer_id = $2 and customer_id <> 0) or (customer_id = 0 and lower(email) = lower($3)))`,
    values: [order.id, order.customer_id, order.email],
  });
  return earlier.length > 0;
}

interface Reversal {
  readonly order_id: string;
  readonly referrer_id: number;
  readonly market: Market;
  readonly number: number;
  readonly reversed_cents: number;
  readonly due: number;
}

/** What should have been taken back of each credit by now, cents; a share is rounded in the referrer's favour. */
const DUE = `select r.order_id, r.referrer_id, r.market, o.number, r.reversed_cents,
    case when o.status in ('Refunded', 'Cancelled') then r.cents
      else least(r.cents, floor(r.cents::numeric * f.cents / greatest(o.total_cents, 1)))::int end as due
  from referrals r join orders o on o.id = r.order_id,
    lateral (select coalesce(sum(amount_cents), 0) as cents from order_refunds where order_id = o.id and state = 'done') f
  where r.state = 'credited'`;

async function settle(database: Database, order: Candidate, onCredited: OnCredited): Promise<void> {
  const referrerId = referrerOf(order.promotion);
  if (referrerId === null) return;
  const amount = REFERRAL_CREDIT[order.market];
  await database.transaction(async (transaction) => {
    // Referrals are settled one after the other: of two orders to one door, one counts.
    await transaction.run({ text: "select pg_advisory_xact_lock(hashtext('referrals'))" });
    const referrer = await transaction.row<{ email: string }>({ text: 'select email from customers where id = $1', values: [referrerId] });
    if (!referrer) return;
    const email = digest(mailboxOf(order.email));
    const address = digest(doorOf(order.details));
    const fingerprint = order.card_fingerprint;
    const card = fingerprint === null ? null : digest(fingerprint);
    const state = judge({
      referrerExists: true,
      isReferrer: order.customer_id === referrerId || mailboxOf(order.email) === mailboxOf(referrer.email),
      hadOrdered: await hadOrdered(transaction, order),
      isKnownAddress:
        (await doorsOf(transaction, referrerId)).includes(address) || (await wasCredited(transaction, 'address_digest', [address])),
      isKnownCard:
        fingerprint !== null &&
        card !== null &&
        ((await hasPaidWith(transaction, referrerId, fingerprint)) || (await wasCredited(transaction, 'card_digest', [card]))),
      isKnownMailbox: await wasCredited(transaction, 'email_digest', [email]),
    });
    const added = await transaction.run({
      text: `insert into referrals (order_id, market, referrer_id, friend_id, email_digest, address_digest, card_digest, cents, state)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      values: [order.id, order.market, referrerId, order.customer_id, email, address, card, amount * 100, state],
    });
    if (added === 0 || state !== 'credited') return;
    const credit = { cents: amount * 100, source: `referral:${order.id}`, note: `A friend’s order #${order.number}` };
    await grantCredit(transaction, { customerId: referrerId, market: order.market }, credit);
    await onCredited(transaction, { referrerId, market: order.market, amount });
  });
}

/** Take credit back in proportion to what was refunded of the friend's order; of one that was cancelled or refunded whole, all. */
async function reverse(database: Database): Promise<void> {
  const refunded = await database.rows<{ order_id: string }>({
    name: 'referral.refunded',
    text: `select order_id from (${DUE}) due where due > reversed_cents`,
  });
  for (const { order_id } of refunded)
    await database.transaction(async (transaction) => {
      await transaction.run({ text: 'select 1 from referrals where order_id = $1 for update', values: [order_id] });
      const row = await transaction.row<Reversal>({ text: `select * from (${DUE}) due where order_id = $1`, values: [order_id] });
      if (!row || row.due <= row.reversed_cents) return;
      await transaction.run({
        text: "update referrals set reversed_cents = $2, state = case when $2 = cents then 'reversed' else state end where order_id = $1",
        values: [order_id, row.due],
      });
      await takeBackCredit(
        transaction,
        { customerId: row.referrer_id, market: row.market },
        {
          cents: row.due - row.reversed_cents,
          source: `referral-reversed:${order_id}:${row.due}`,
          note: `A friend’s order #${row.number} was refunded`,
        },
      );
    });
}

/** Settle what was ordered in the last so many hours, and what was refunded since. */
export async function settleReferrals(database: Database, hours: number, onCredited: OnCredited): Promise<void> {
  for (const order of await candidates(database, hours)) await settle(database, order, onCredited);
  await reverse(database);
}

/** How a referrer sees a state: why somebody's order did not count is not told. */
export const shownState = (state: ReferralState): 'credited' | 'reversed' | 'refused' =>
  state === 'credited' || state === 'reversed' ? state : 'refused';
