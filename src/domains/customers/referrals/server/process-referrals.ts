/**
 * Credits referrers for their friends' first paid orders and takes it back with the refund. Orders are found by their coupons,
 * whenever they are looked for, and settled once each (DECISIONS.md "Carts and orders").
 */
import { createHash } from 'node:crypto';
import { addressKey, mailboxOf, type PostalAddress } from '#domains/customers/identity/model/same-buyer.ts';
import { referrerOf } from '#domains/selling/promotions/model/referral-name.ts';
import { grantCredit, takeBackCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { type HeldReason, judge, REFERRAL_CREDIT, type ReferralState } from '../model/referral.ts';

interface Candidate {
  readonly id: string;
  readonly number: number;
  readonly market: Market;
  readonly customer_id: number;
  readonly email: string;
  readonly details: PostalAddress;
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
export type ReferralCreditedHandler = (transaction: Transaction, credited: Credited) => Promise<void>;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Placed orders of the last so many hours that used a referral code and are not settled yet. */
const candidates = (db: Queryable, hours: number): Promise<Candidate[]> =>
  db.queryMany({
    name: 'referral.candidates',
    text: `select o.id, o.number, o.market, o.customer_id, o.email, o.details, o.card_fingerprint, p.record->>'name' as promotion
      from orders o join promotions p on p.id = any(o.coupon_ids) and p.record->>'name' like 'Referral\\_code\\_%'
      where o.number is not null and o.coupon_ids <> '{}' and o.email <> '' and o.placed_at > now() - make_interval(hours => $1)
      and not exists (select 1 from referrals r where r.order_id = o.id) order by o.placed_at`,
    values: [hours],
  });

/** Whether a customer has paid with a card. */
const hasPaidWith = async (db: Queryable, customerId: number, fingerprint: string): Promise<boolean> =>
  (await db.queryOne({
    name: 'referral.card',
    text: 'select 1 from orders where customer_id = $1 and card_fingerprint = $2 and number is not null limit 1',
    values: [customerId, fingerprint],
  })) !== null;

async function doorsOf(db: Queryable, customerId: number): Promise<string[]> {
  const rows = await db.queryMany<PostalAddress>({
    name: 'referral.doors',
    text: `select address, suburb, postcode from customer_addresses where customer_id = $1
      union select details->>'address', details->>'suburb', details->>'postcode' from orders where customer_id = $1 and number is not null`,
    values: [customerId],
  });
  return rows.map((address) => hash(addressKey(address)));
}

const wasCredited = async (db: Queryable, column: 'email_digest' | 'address_digest' | 'card_digest', values: readonly string[]) =>
  (await db.queryOne({
    text: `select 1 from referrals where state = 'credited' and ${column} = any($1) limit 1`,
    values: [values],
  })) !== null;

/** Whether the friend had an order before this one: by account, by mailbox, or with the same card to the same address. */
async function hadOrdered(db: Queryable, order: Candidate): Promise<boolean> {
  const earlier = await db.queryMany<PostalAddress & { isBuyer: boolean }>({
    name: 'referral.earlier',
    text: `select coalesce((customer_id = $2 and customer_id <> 0) or mailbox_of(email) = mailbox_of($3), false) as "isBuyer",
        details->>'address' as address, details->>'suburb' as suburb, details->>'postcode' as postcode
      from orders where number is not null and id <> $1 and status not in ('Cancelled', 'Declined')
      and placed_at <= (select placed_at from orders where id = $1)
      and ((customer_id = $2 and customer_id <> 0) or mailbox_of(email) = mailbox_of($3) or card_fingerprint = $4)`,
    values: [order.id, order.customer_id, order.email, order.card_fingerprint],
  });
  const key = addressKey(order.details);
  return earlier.some(({ isBuyer, ...address }) => isBuyer || addressKey(address) === key);
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

async function settle(database: Database, order: Candidate, onCredited: ReferralCreditedHandler): Promise<void> {
  const referrerId = referrerOf(order.promotion);
  if (referrerId === null) return;
  const amount = REFERRAL_CREDIT[order.market];
  await database.transaction(async (transaction) => {
    // Referrals are settled one after the other: of two orders to one door, one counts.
    await transaction.execute({ text: "select pg_advisory_xact_lock(hashtext('referrals'))" });
    const referrer = await transaction.queryOne<{ email: string }>({
      text: 'select email from customers where id = $1',
      values: [referrerId],
    });
    if (!referrer) return;
    const email = hash(mailboxOf(order.email));
    const address = hash(addressKey(order.details));
    const fingerprint = order.card_fingerprint;
    const card = fingerprint === null ? null : hash(fingerprint);
    const { state, heldReason } = judge({
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
    const added = await transaction.execute({
      text: `insert into referrals (order_id, market, referrer_id, friend_id, email_digest, address_digest, card_digest, cents, state, held_reason)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
      values: [order.id, order.market, referrerId, order.customer_id, email, address, card, amount * 100, state, heldReason],
    });
    if (added === 0 || state !== 'credited') return;
    await giveCredit(
      transaction,
      { orderId: order.id, number: order.number, referrerId, market: order.market, cents: amount * 100 },
      onCredited,
    );
  });
}

interface Credit {
  readonly orderId: string;
  readonly number: number;
  readonly referrerId: number;
  readonly market: Market;
  readonly cents: number;
}

async function giveCredit(
  transaction: Transaction,
  { orderId, number, referrerId, market, cents }: Credit,
  onCredited: ReferralCreditedHandler,
): Promise<void> {
  const credit = { cents, source: `referral:${orderId}`, note: `A friend’s order #${number}` };
  await grantCredit(transaction, { customerId: referrerId, market }, credit);
  await onCredited(transaction, { referrerId, market, amount: cents / 100 });
}

/** Credit that waits for a decision, with what staff need for it. */
export interface HeldReferral {
  readonly number: number;
  readonly market: Market;
  readonly referrerId: number;
  readonly referrerEmail: string;
  readonly friendEmail: string;
  readonly cents: number;
  readonly reason: HeldReason;
  readonly at: Date;
}

/** Credit held for review, the oldest first. */
export const heldReferrals = (db: Queryable): Promise<HeldReferral[]> =>
  db.queryMany({
    name: 'referral.held',
    text: `select o.number, r.market, r.referrer_id as "referrerId", c.email as "referrerEmail", o.email as "friendEmail", r.cents, r.held_reason as reason, r.at
      from referrals r join orders o on o.id = r.order_id join customers c on c.id = r.referrer_id where r.state = 'held' order by r.at`,
  });

export interface Review {
  readonly market: Market;
  /** Of the friend's order. */
  readonly number: number;
  readonly approve: boolean;
  readonly actor: string;
}

/**
 * Decides about held credit: approved, the referrer is credited and told as usual; declined, nothing is given.
 * @returns false where no credit of this order is held
 */
export function reviewReferral(
  database: Database,
  { market, number, approve, actor }: Review,
  onCredited: ReferralCreditedHandler,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const row = await transaction.queryOne<{ orderId: string; referrerId: number; cents: number }>({
      name: 'referral.review',
      text: `update referrals r set state = $3, reviewed_by = $4, reviewed_at = now() from orders o
        where o.id = r.order_id and o.market = $1 and o.number = $2 and r.state = 'held'
        returning r.order_id as "orderId", r.referrer_id as "referrerId", r.cents`,
      values: [market, number, approve ? 'credited' : 'declined', actor],
    });
    if (!row) return false;
    if (approve) await giveCredit(transaction, { ...row, number, market }, onCredited);
    return true;
  });
}

/** Take credit back in proportion to what was refunded of the friend's order; of one that was cancelled or refunded whole, all. */
async function reverse(database: Database): Promise<void> {
  const refunded = await database.queryMany<{ order_id: string }>({
    name: 'referral.refunded',
    text: `select order_id from (${DUE}) due where due > reversed_cents`,
  });
  for (const { order_id } of refunded)
    await database.transaction(async (transaction) => {
      await transaction.execute({ text: 'select 1 from referrals where order_id = $1 for update', values: [order_id] });
      const row = await transaction.queryOne<Reversal>({ text: `select * from (${DUE}) due where order_id = $1`, values: [order_id] });
      if (!row || row.due <= row.reversed_cents) return;
      await transaction.execute({
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
export async function processReferrals(database: Database, hours: number, onCredited: ReferralCreditedHandler): Promise<void> {
  for (const order of await candidates(database, hours)) await settle(database, order, onCredited);
  await reverse(database);
}

/** How a referrer sees a state: why somebody's order did not count is not told. */
export const shownState = (state: ReferralState): 'credited' | 'reversed' | 'held' | 'refused' =>
  state === 'credited' || state === 'reversed' || state === 'held' ? state : 'refused';
