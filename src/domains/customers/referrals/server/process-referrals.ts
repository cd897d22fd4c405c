/**
 * Credits referrers for their friends' first paid orders [REF-3] and reverses the credit with the refund. Orders are found by
 * their coupons and processed once each.
 */
import { createHash } from 'node:crypto';
import { addressKey, hasAddress, mailboxOf } from '#domains/customers/identity/model/same-buyer.ts';
import { referrerOf } from '#domains/selling/promotions/model/referral-name.ts';
import { grantCredit, takeBackCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import { type OtherActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { type Market, marketSettings } from '#markets/market.ts';
import { judge } from '../model/referral.ts';
import {
  decideHeldReferral,
  findReferredOrders,
  findReversals,
  hadOrdered,
  hasPaidWith,
  insertReferral,
  listAddressKeys,
  lockReferrals,
  lockReversal,
  type ReferredOrderRow,
  readReferrerEmail,
  setReversed,
  wasCredited,
} from './referral.repository.ts';

export interface Credited {
  readonly referrerId: number;
  readonly market: Market;
  /** Dollars. */
  readonly amount: number;
}

/** Runs in the transaction in which a referrer is credited. */
export type ReferralCreditedHandler = (transaction: Transaction, credited: Credited) => Promise<void>;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

async function processOrder(database: Database, order: ReferredOrderRow, onCredited: ReferralCreditedHandler): Promise<void> {
  const referrerId = referrerOf(order.promotion);
  if (referrerId === null) return;
  const { id: orderId, number, market, card_fingerprint: fingerprint } = order;
  const cents = order.credit_cents ?? marketSettings(market).referralCreditCents;
  await database.transaction(async (transaction) => {
    await lockReferrals(transaction);
    const referrerEmail = await readReferrerEmail(transaction, referrerId);
    if (referrerEmail === null) return;
    const address = addressKey(order.details);
    const emailHash = hash(mailboxOf(order.email));
    const addressHash = hash(address);
    const cardHash = fingerprint === null ? null : hash(fingerprint);
    const { state, reviewReason } = judge({
      referrerExists: true,
      isReferrer: order.customer_id === referrerId || mailboxOf(order.email) === mailboxOf(referrerEmail),
      hadOrdered: await hadOrdered(transaction, order),
      isKnownAddress:
        hasAddress(order.details) &&
        ((await listAddressKeys(transaction, referrerId)).includes(address) ||
          (await wasCredited(transaction, 'address_hash', addressHash))),
      isKnownCard:
        fingerprint !== null &&
        cardHash !== null &&
        ((await hasPaidWith(transaction, referrerId, fingerprint)) || (await wasCredited(transaction, 'card_hash', cardHash))),
      isKnownMailbox: await wasCredited(transaction, 'email_hash', emailHash),
    });
    const referral = {
      orderId,
      market,
      referrerId,
      friendId: order.customer_id,
      emailHash,
      addressHash,
      cardHash,
      cents,
      state,
      reviewReason,
    };
    if (!(await insertReferral(transaction, referral)) || state !== 'credited') return;
    await giveCredit(transaction, { orderId, number, referrerId, market, cents }, onCredited);
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

export interface Review {
  readonly market: Market;
  /** Number of the friend's order. */
  readonly number: number;
  readonly approve: boolean;
  readonly actor: OtherActor;
}

/**
 * Decides a held credit: approved credits are granted and announced, declined ones are not.
 * @returns the cents of the credit; null if no credit of this order is held
 */
export function reviewReferral(database: Database, review: Review, onCredited: ReferralCreditedHandler): Promise<number | null> {
  const { market, number, approve, actor } = review;
  return database.transaction(async (transaction) => {
    const row = await decideHeldReferral(transaction, { market, number, approve, actor: actor.name });
    if (!row) return null;
    await recordActivity(transaction, actor, {
      action: approve ? 'customer.referral_approved' : 'customer.referral_declined',
      subject: { kind: 'customer', id: row.referrerId },
      market,
      after: { amountCents: row.cents, order: number },
    });
    if (approve) await giveCredit(transaction, { ...row, number, market }, onCredited);
    return row.cents;
  });
}

/** Reverses credits in proportion to the refund of the friend's order. Cancelled or completely refunded orders reverse all of it. */
async function reverseCredits(database: Database): Promise<void> {
  for (const { orderId } of await findReversals(database))
    await database.transaction(async (transaction) => {
      const row = await lockReversal(transaction, orderId);
      if (!row || row.due <= row.reversed_cents) return;
      await setReversed(transaction, orderId, row.due);
      await takeBackCredit(
        transaction,
        { customerId: row.referrer_id, market: row.market },
        {
          cents: row.due - row.reversed_cents,
          source: `referral-reversed:${orderId}:${row.due}`,
          note: `A friend’s order #${row.number} was refunded`,
        },
      );
    });
}

/** Processes the orders of the last hours and all refunds since. */
export async function processReferrals(database: Database, hours: number, onCredited: ReferralCreditedHandler): Promise<void> {
  for (const order of await findReferredOrders(database, hours)) await processOrder(database, order, onCredited);
  await reverseCredits(database);
}
