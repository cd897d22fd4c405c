/** What staff do with gift cards, in the office and on the command line: issue, send again, void, and undo a void. */
import {
  type ChangeActor,
  isStaff,
  type OverLimit,
  recordAuthor,
  refuseChange,
} from '#domains/selling/store-credit/server/change-author.ts';
import { textFields } from '#domains/staff/model/logged-facts.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requireStepUp } from '#domains/staff/server/authenticate.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { availableCents } from '#lib/server/ledger.repository.ts';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { formatCode } from '../model/code.ts';
import { type GiftDetails, giftDueAt } from '../model/gift-details.ts';
import { isGiftDay } from '../model/validate-gift.ts';
import { fillGiftCard, findGiftCard, giftCardAccount, giftCardIssuedFrom, issueGiftCard, voidGiftCard } from './gift-card.repository.ts';
import {
  isBouncing,
  type LockedGiftCard,
  lastGiftCardChange,
  lastVoidByStaff,
  lockGiftCard,
  updateRecipient,
} from './office-gift-card.repository.ts';

type Transactions = Pick<Database, 'transaction'>;

/** A card that somebody changes. */
export interface CardChange {
  readonly id: string;
  /** Markets in which the actor may change cards. */
  readonly markets: readonly Market[];
  /** Version that the person saw. Null for commands. */
  readonly version: number | null;
}

export interface IssueRequest {
  readonly market: Market;
  readonly cents: number;
  readonly details: GiftDetails;
  readonly reason: string;
  /** A key issues one card. */
  readonly key: string;
}

const endingOf = (code: string): string => formatCode(code).slice(-4);

/** Issues a card that nobody paid for, once per key. @throws ApiError `step_up_required` */
export const issueCard = (database: Transactions, actor: ChangeActor, { market, cents, details, reason, key }: IssueRequest) =>
  database.transaction(async (transaction) => {
    const source = `staff:gift-card:${key}`;
    const earlier = await giftCardIssuedFrom(transaction, source);
    if (earlier) return ok({ card: earlier, isNew: false });
    const refused: OverLimit | null = refuseChange(actor, market, cents);
    if (refused) return refused;
    if (!isGiftDay(details.sendOn, todayIn(market, new Date()))) return fail('gift_day');
    const code = await issueGiftCard(transaction, { market, cents, bought: null, details, sendAt: giftDueAt(details), source });
    const card = code === null ? null : await findGiftCard(transaction, code, market);
    if (!card) throw new Error(`no gift card was issued from ${source}`);
    await recordAuthor(transaction, actor, source, reason);
    await recordActivity(transaction, actor, {
      action: 'gift_card.issued',
      subject: { kind: 'gift_card', id: card.id },
      market,
      after: { amount: toDecimal(cents), ending: endingOf(card.code), ...textFields({ recipient: details.recipientEmail, reason }) },
    });
    return ok({ card, isNew: true });
  });

/** Locks a card and compares its version. */
async function lockForChange(transaction: Transaction, { id, markets, version }: CardChange) {
  const card = await lockGiftCard(transaction, id, markets);
  if (!card) return fail('not_found');
  if (version === null || version === card.version) return ok(card);
  const last = await lastGiftCardChange(transaction, id);
  return fail('changed_meanwhile', { who: last?.who ?? 'The shop', when: timeAgo(last?.at ?? new Date()) });
}

const spendable = (transaction: Transaction, { id }: Pick<LockedGiftCard, 'id'>): Promise<number> =>
  availableCents(transaction, giftCardAccount(id));

/**
 * Voids what is left of a card. What an order in progress has reserved stays on it.
 * @throws ApiError `step_up_required`
 * @returns the cents that were voided
 */
export const voidCard = (
  database: Transactions,
  actor: ChangeActor,
  { reason, key, ...change }: CardChange & { readonly reason: string; readonly key: string },
) =>
  database.transaction(async (transaction) => {
    const found = await lockForChange(transaction, change);
    if (!found.ok) return found;
    const card = found.value;
    const cents = await spendable(transaction, card);
    if (cents <= 0) return fail('nothing_left');
    const refused = refuseChange(actor, card.market, cents);
    if (refused) return refused;
    const source = `staff:void:${card.id}:${key}`;
    if (!(await voidGiftCard(transaction, card.id, { cents, source, note: `Voided by ${actor.name}` }))) return fail('nothing_left');
    await recordAuthor(transaction, actor, source, reason);
    await recordActivity(transaction, actor, {
      action: 'gift_card.voided',
      subject: { kind: 'gift_card', id: card.id },
      market: card.market,
      before: { balance: toDecimal(cents) },
      after: { balance: 0, ...textFields({ reason }) },
    });
    return ok({ cents });
  });

/** Undoes the last void of a card by staff, once. @throws ApiError `step_up_required` */
export const restoreCard = (database: Transactions, actor: ChangeActor, change: CardChange) =>
  database.transaction(async (transaction) => {
    const found = await lockForChange(transaction, change);
    if (!found.ok) return found;
    const card = found.value;
    const last = card.isExpired ? null : await lastVoidByStaff(transaction, card.id);
    if (!last) return fail('cannot_restore');
    const refused = refuseChange(actor, card.market, last.cents);
    if (refused) return refused;
    const source = `staff:restore:${card.id}:${last.id}`;
    await fillGiftCard(transaction, card.id, { cents: last.cents, source });
    await recordAuthor(transaction, actor, source, '');
    await recordActivity(transaction, actor, {
      action: 'gift_card.restored',
      subject: { kind: 'gift_card', id: card.id },
      market: card.market,
      after: { restored: toDecimal(last.cents) },
    });
    return ok({ cents: last.cents });
  });

export interface SendRequest extends CardChange {
  readonly recipientName: string;
  readonly recipientEmail: string;
  /** ISO day in the market. Empty is at once. */
  readonly sendOn: string;
}

/**
 * Emails a card again. Another address gets what is left of the card, so it counts as giving it away.
 * @throws ApiError `step_up_required`
 */
export const sendCard = (database: Transactions, actor: ChangeActor, { recipientName, recipientEmail, sendOn, ...change }: SendRequest) =>
  database.transaction(async (transaction) => {
    const found = await lockForChange(transaction, change);
    if (!found.ok) return found;
    const card = found.value;
    const cents = await spendable(transaction, card);
    if (cents <= 0) return fail('card_empty');
    if (card.isExpired) return fail('card_expired');
    if (!isGiftDay(sendOn, todayIn(card.market, new Date()))) return fail('gift_day');
    if (await isBouncing(transaction, recipientEmail)) return fail('address_bounces', { email: recipientEmail });
    if (emailKey(recipientEmail) !== emailKey(card.recipientEmail)) {
      const refused = refuseChange(actor, card.market, cents);
      if (refused) return refused;
      if (isStaff(actor)) requireStepUp(actor);
    }
    await updateRecipient(transaction, card.id, { recipientName, recipientEmail, sendAt: giftDueAt({ sendOn }) });
    await recordActivity(transaction, actor, {
      action: 'gift_card.sent',
      subject: { kind: 'gift_card', id: card.id },
      market: card.market,
      after: { sendOn, ...(emailKey(recipientEmail) === emailKey(card.recipientEmail) ? {} : textFields({ recipient: recipientEmail })) },
    });
    return ok({ cents });
  });
