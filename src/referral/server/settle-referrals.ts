/**
 * Credits referrers for their friends' first paid orders and takes it back with the refund. Orders are found by their coupons,
 * whenever they are looked for, and settled once each (DECISIONS.md "Carts and orders").
 */
import { createHash } from 'node:crypto';
import { grantCredit, takeBackCredit } from '../../credit/server/credit.ts';
import type { Market } from '../../market/market.ts';
import type { Database, Queries, Transaction } from '../../platform/server/database/pool.ts';
import { doorOf, judge, mailboxOf, REFERRAL_CREDIT, type ReferralState, referrerOf } from '../referral.ts';

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
    text: `select o.id, o.number, o.market, o.customer_id, o.email, o.details, p.record->>'name' as promotion
      from orders o join promotions p on p.id = any(o.coupon_ids) and p.record->>'name' like 'Referral\\_code\\_%'
      where o.number is not null and o.coupon_ids <> '{}' and o.email <> '' and o.placed_at > now() - make_interval(hours => $1)
      and not exists (select 1 from referrals r where r.order_id = o.id) order by o.placed_at`,
    values: [hours],
  });

/** Cards that a customer keeps, as what tells one from another without its number. */
async function cardsOf(queries: Queries, customerId: number): Promise<string[]> {
  if (customerId === 0) return [];
  const rows = await queries.rows<{ card: string }>({
    name: 'referral.cards',
    text: `select brand || ' ' || last4 || ' ' || expiry_month || '/' || expiry_year as card from stored_instruments
      where customer_id = $1 order by created_at desc`,
    values: [customerId],
  });
  return rows.map(({ card }) => digest(card));
}

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
    const cards = await cardsOf(transaction, order.customer_id);
    const ownCards = await cardsOf(transaction, referrerId);
    const state = judge({
      referrerExists: true,
      isReferrer: order.customer_id === referrerId || mailboxOf(order.email) === mailboxOf(referrer.email),
      hadOrdered: await hadOrdered(transaction, order),
      isKnownAddress:
        (await doorsOf(transaction, referrerId)).includes(address) || (await wasCredited(transaction, 'address_digest', [address])),
      isKnownCard:
        cards.some((card) => ownCards.includes(card)) || (cards.length > 0 && (await wasCredited(transaction, 'card_digest', cards))),
      isKnownMailbox: await wasCredited(transaction, 'email_digest', [email]),
    });
    const added = await transaction.run({
      text: `insert into referrals (order_id, market, referrer_id, friend_id, email_digest, address_digest, card_digest, cents, state)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      values: [order.id, order.market, referrerId, order.customer_id, email, address, cards[0] ?? null, amount * 100, state],
    });
    if (added === 0 || state !== 'credited') return;
    const credit = { cents: amount * 100, source: `referral:${order.id}`, note: `A friend’s order #${order.number}` };
    await grantCredit(transaction, { customerId: referrerId, market: order.market }, credit);
    await onCredited(transaction, { referrerId, market: order.market, amount });
  });
}

/** Take the credit of orders back that were refunded whole or cancelled. */
async function reverse(database: Database): Promise<void> {
  const refunded = await database.rows<{ order_id: string; market: Market; referrer_id: number; cents: number; number: number }>({
    name: 'referral.refunded',
    text: `select r.order_id, r.market, r.referrer_id, r.cents, o.number from referrals r join orders o on o.id = r.order_id where r.state = 'credited'
      and (o.status in ('Refunded', 'Cancelled')
        or (select sum(amount_cents) from order_refunds f where f.order_id = o.id and f.state = 'done') >= o.total_cents)`,
  });
  for (const { order_id, market, referrer_id, cents, number } of refunded)
    await database.transaction(async (transaction) => {
      const won = await transaction.run({
        text: "update referrals set state = 'reversed' where order_id = $1 and state = 'credited'",
        values: [order_id],
      });
      if (won === 0) return;
      const taken = { cents, source: `referral-reversed:${order_id}`, note: `A friend’s order #${number} was refunded` };
      await takeBackCredit(transaction, { customerId: referrer_id, market }, taken);
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
