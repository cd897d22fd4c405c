/** SQL of referrals: orders with referral codes, data about friends and referrers, and recorded referrals. */
import { addressKey, hasAddress, type PostalAddress } from '#domains/customers/identity/model/same-buyer.ts';
import { couponKey } from '#domains/selling/promotions/model/promotion.ts';
import { type PromotionRecord, promotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import { referralName } from '#domains/selling/promotions/model/referral-name.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { ReferralState, ReviewReason } from '../model/referral.ts';

/** A placed order that used a referral code. */
export interface ReferredOrderRow {
  readonly id: string;
  readonly number: number;
  readonly market: Market;
  readonly customer_id: number;
  readonly email: string;
  readonly details: PostalAddress;
  readonly card_fingerprint: string | null;
  readonly promotion: string;
  /** What the code takes off the order, and the referrer earns. Null if staff made it another kind of promotion. */
  readonly credit_cents: number | null;
}

/** Placed orders of the last hours that used a referral code and have no referral yet. */
export const findReferredOrders = (db: Queryable, hours: number): Promise<ReferredOrderRow[]> =>
  db.queryMany({
    name: 'referral.findReferredOrders',
    text: `select o.id, o.number, o.market, o.customer_id, o.email, o.details, o.card_fingerprint, p.record->>'name' as promotion,
        round((p.record->'actions'->0->>'amount')::numeric * 100)::int as credit_cents
      from orders o join promotions p on p.id = any(o.coupon_ids) and p.record->>'name' like 'Referral\\_code\\_%'
      where o.number is not null and o.coupon_ids <> '{}' and o.email <> '' and o.placed_at > now() - make_interval(hours => $1)
      and not exists (select 1 from referrals r where r.order_id = o.id) order by o.placed_at`,
    values: [hours],
  });

/** Returns true if the customer has paid with this card. */
export const hasPaidWith = async (db: Queryable, customerId: number, fingerprint: string): Promise<boolean> =>
  (await db.queryOne({
    name: 'referral.hasPaidWith',
    text: 'select 1 from orders where customer_id = $1 and card_fingerprint = $2 and number is not null limit 1',
    values: [customerId, fingerprint],
  })) !== null;

/** Reads the saved addresses of a customer and those of their orders. */
export async function listAddressKeys(db: Queryable, customerId: number): Promise<string[]> {
  const rows = await db.queryMany<PostalAddress>({
    name: 'referral.listAddressKeys',
    text: `select address, suburb, postcode from customer_addresses where customer_id = $1
      union select details->>'address', details->>'suburb', details->>'postcode' from orders where customer_id = $1 and number is not null`,
    values: [customerId],
  });
  return rows.map(addressKey);
}

/** Returns true if a credited referral has this hash in the column. */
export const wasCredited = async (db: Queryable, column: 'email_hash' | 'address_hash' | 'card_hash', hash: string): Promise<boolean> =>
  (await db.queryOne({
    text: `select 1 from referrals where state = 'credited' and ${column} = $1 limit 1`,
    values: [hash],
  })) !== null;

/** Returns true if the friend ordered before: by account, by mailbox, or with the same card to the same address. */
export async function hadOrdered(db: Queryable, order: ReferredOrderRow): Promise<boolean> {
  const earlier = await db.queryMany<PostalAddress & { isBuyer: boolean }>({
    name: 'referral.hadOrdered',
    text: `select coalesce((customer_id = $2 and customer_id <> 0) or mailbox_of(email) = mailbox_of($3), false) as "isBuyer",
        details->>'address' as address, details->>'suburb' as suburb, details->>'postcode' as postcode
      from orders where number is not null and id <> $1 and status not in ('Cancelled', 'Declined')
      and placed_at <= (select placed_at from orders where id = $1)
      and ((customer_id = $2 and customer_id <> 0) or mailbox_of(email) = mailbox_of($3) or card_fingerprint = $4)`,
    values: [order.id, order.customer_id, order.email, order.card_fingerprint],
  });
  const key = addressKey(order.details);
  return earlier.some(({ isBuyer, ...address }) => isBuyer || (hasAddress(order.details) && addressKey(address) === key));
}

export interface Reversal {
  readonly order_id: string;
  readonly referrer_id: number;
  readonly market: Market;
  readonly number: number;
  readonly reversed_cents: number;
  readonly due: number;
}

/** SQL of credits with the cents that are due to be reversed. Shares are rounded in the referrer's favour. */
const DUE_SQL = `select r.order_id, r.referrer_id, r.market, o.number, r.reversed_cents,
    case when o.status in ('Refunded', 'Cancelled') then r.cents
      else least(r.cents, floor(r.cents::numeric * f.cents / greatest(o.total_cents, 1)))::int end as due
  from referrals r join orders o on o.id = r.order_id,
    lateral (select coalesce(sum(amount_cents), 0) as cents from order_refunds where order_id = o.id and state = 'done') f
  where r.state = 'credited' and o.number is not null`;

/** A credit held for review, as staff see it. */
export interface ReferralToReview {
  readonly number: number;
  readonly market: Market;
  readonly referrerId: number;
  readonly referrerEmail: string;
  readonly friendEmail: string;
  readonly cents: number;
  readonly reason: ReviewReason;
  readonly at: Date;
}

/** Credit held for review, the oldest first. */
export const listReferralsToReview = (db: Queryable): Promise<ReferralToReview[]> =>
  db.queryMany({
    name: 'referral.listReferralsToReview',
    text: `select o.number, r.market, r.referrer_id as "referrerId", c.email as "referrerEmail", o.email as "friendEmail", r.cents, r.held_reason as reason, r.at
      from referrals r join orders o on o.id = r.order_id join customers c on c.id = r.referrer_id where r.state = 'held' and r.held_reason is not null
        and o.number is not null order by r.at`,
  });

/** Serialises the processing of referrals, so that only one of two orders to the same address counts. */
export const lockReferrals = (transaction: Transaction): Promise<number> =>
  transaction.execute({ text: "select pg_advisory_xact_lock(hashtext('referrals'))" });

/** The referrer's email; null if the account is deleted. */
export async function readReferrerEmail(db: Queryable, referrerId: number): Promise<string | null> {
  const row = await db.queryOne<{ email: string }>({ text: 'select email from customers where id = $1', values: [referrerId] });
  return row?.email ?? null;
}

export interface NewReferral {
  readonly orderId: string;
  readonly market: Market;
  readonly referrerId: number;
  readonly friendId: number;
  readonly emailHash: string;
  readonly addressHash: string;
  readonly cardHash: string | null;
  readonly cents: number;
  readonly state: ReferralState;
  readonly reviewReason: ReviewReason | null;
}

/** Records the referral of an order. @returns false if the order has one already */
export const insertReferral = async (transaction: Transaction, referral: NewReferral): Promise<boolean> =>
  (await transaction.execute({
    text: `insert into referrals (order_id, market, referrer_id, friend_id, email_hash, address_hash, card_hash, cents, state, held_reason)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    values: [
      referral.orderId,
      referral.market,
      referral.referrerId,
      referral.friendId,
      referral.emailHash,
      referral.addressHash,
      referral.cardHash,
      referral.cents,
      referral.state,
      referral.reviewReason,
    ],
  })) > 0;

/** Credits whose friend's order was refunded further. */
export const findReversals = (db: Queryable): Promise<{ orderId: string }[]> =>
  db.queryMany({ name: 'referral.findReversals', text: `select order_id as "orderId" from (${DUE_SQL}) due where due > reversed_cents` });

/** Locks a referral and reads what is due to be reversed. */
export async function lockReversal(transaction: Transaction, orderId: string): Promise<Reversal | null> {
  await transaction.execute({ text: 'select 1 from referrals where order_id = $1 for update', values: [orderId] });
  return transaction.queryOne<Reversal>({ text: `select * from (${DUE_SQL}) due where order_id = $1`, values: [orderId] });
}

/** Sets the reversed cents. A credit that is reversed completely gets the state `reversed`. */
export const setReversed = (transaction: Transaction, orderId: string, cents: number): Promise<number> =>
  transaction.execute({
    text: "update referrals set reversed_cents = $2, state = case when $2 = cents then 'reversed' else state end where order_id = $1",
    values: [orderId, cents],
  });

/** Decides a held credit. @returns null if no credit of this order is held */
export const decideHeldReferral = (
  transaction: Transaction,
  {
    market,
    number,
    approve,
    actor,
  }: { readonly market: Market; readonly number: number; readonly approve: boolean; readonly actor: string },
): Promise<{ orderId: string; referrerId: number; cents: number } | null> =>
  transaction.queryOne({
    name: 'referral.decideHeldReferral',
    text: `update referrals r set state = $3, reviewed_by = $4, reviewed_at = now() from orders o
      where o.id = r.order_id and o.market = $1 and o.number = $2 and r.state = 'held'
      returning r.order_id as "orderId", r.referrer_id as "referrerId", r.cents`,
    values: [market, number, approve ? 'credited' : 'declined', actor],
  });

/** Rows of the list on the account page. */
const LIST_LIMIT = 50;

/** The referrer's latest referrals. */
export const listReferrals = (
  db: Queryable,
  { customerId, market }: { readonly customerId: number; readonly market: Market },
): Promise<{ at: Date; cents: number; state: ReferralState }[]> =>
  db.queryMany({
    name: 'referral.listReferrals',
    text: `select at, case when state = 'credited' then cents - reversed_cents else cents end as cents, state from referrals
      where referrer_id = $1 and market = $2 order by at desc limit ${LIST_LIMIT}`,
    values: [customerId, market],
  });

/** Reads the promotion of a customer's code. @returns null if the code was not given out */
export async function findReferralPromotion(db: Queryable, code: string, customerId: number): Promise<PromotionRecord | null> {
  const row = await db.queryOne<{ record: unknown }>({
    name: 'referral.findReferralPromotion',
    text: "select record from promotions where code = $1 and record->>'name' = $2",
    values: [couponKey(code), referralName(customerId)],
  });
  return row && promotionRecord.parse(row.record);
}

/** Locks the creation of a code. */
export const lockCode = (transaction: Transaction, code: string): Promise<number> =>
  transaction.execute({ text: 'select pg_advisory_xact_lock(hashtext($1))', values: [code] });

/** Referrals in the data download. Those of the referrer are deleted with the account. */
export const referralData = {
  name: 'referrals',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: 'select market, cents, reversed_cents, state, at from referrals where referrer_id = $1 order by at',
      values: [id],
    }),
  /** Deletes the code, and anonymises referrals by other codes. */
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({ text: "delete from promotions where record->>'name' = $1", values: [referralName(id)] });
    await transaction.execute({ text: 'delete from referrals where referrer_id = $1', values: [id] });
    await transaction.execute({ text: 'update referrals set friend_id = 0 where friend_id = $1', values: [id] });
  },
} as const;
