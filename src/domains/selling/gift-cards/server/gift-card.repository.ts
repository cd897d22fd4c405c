/**
 * The SQL of gift cards: a code, a recipient, three years of validity, and a ledger of what was issued, redeemed, returned and expired
 * [GIFT-4]. Anyone with the code can spend it, so codes are random and failed attempts are limited.
 */
import { randomBytes } from 'node:crypto';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { availableCents, lockAccounts, recordEntry } from '#lib/server/ledger.repository.ts';
import type { Market } from '#markets/market.ts';
import { CODE_LENGTH, codeOf } from '../model/code.ts';
import type { GiftCardToSend } from '../model/gift-card-email.ts';
import { type GiftDetails, VALID_YEARS } from '../model/gift-details.ts';

/** Minimum validity in days of a card that gets a refund after it was spent. */
const RETURNED_DAYS = 90;

/** Kind of the entry that pays an order. */
export const GIFT_CARD_REDEEMED = 'redeem';

export interface GiftCard {
  readonly id: string;
  readonly code: string;
  readonly market: Market;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
  readonly initialCents: number;
}

const COLUMNS = 'id, code, market, expires_at as "expiresAt", expires_at <= now() as "isExpired", initial_cents as "initialCents"';

/** Returns the ledger account of a gift card. */
export const giftCardAccount = (id: string): string => `gift-card:${id}`;

/** Finds a card by its normalised code in a market. @returns null if there is none */
export const findGiftCard = (db: Queryable, code: string, market: Market): Promise<GiftCard | null> =>
  db.queryOne<GiftCard>({
    name: 'gift-card.findGiftCard',
    text: `select ${COLUMNS} from gift_cards where code = $1 and market = $2`,
    values: [code, market],
  });

/** Reads cards by id, sorted by id, with their available balances. Expired cards have 0. */
export async function giftCardsOf(db: Queryable, ids: readonly string[]): Promise<(GiftCard & { readonly balanceCents: number })[]> {
  if (ids.length === 0) return [];
  const rows = await db.queryMany<GiftCard>({
    name: 'gift-card.giftCardsOf',
    text: `select ${COLUMNS} from gift_cards where id = any($1) order by array_position($1, id)`,
    values: [ids],
  });
  const cards = [];
  for (const card of rows) {
    cards.push({ ...card, balanceCents: card.isExpired ? 0 : await availableCents(db, giftCardAccount(card.id)) });
  }
  return cards;
}

export interface NewGiftCard {
  readonly market: Market;
  readonly cents: number;
  /** Order, line and position in the line of a bought card. Null for a card that the shop gives. */
  readonly bought: { readonly orderId: string; readonly position: number; readonly unit: number } | null;
  readonly details: GiftDetails;
  /** When the e-mail is due. Null is at once. */
  readonly sendAt: Date | null;
  /** Source of a card that must be issued only once. */
  readonly source?: string;
}

/** Finds the card of a source. If there is none, locks the source so that no other process issues one at the same time. */
export async function giftCardIssuedFrom(transaction: Transaction, source: string): Promise<GiftCard | null> {
  await transaction.execute({
    name: 'gift-card.giftCardIssuedFrom.lockSource',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [source],
  });
  return transaction.queryOne<GiftCard>({
    name: 'gift-card.giftCardIssuedFrom.ofSource',
    text: `select ${COLUMNS} from gift_cards where id = (select split_part(account, ':', 2)::uuid from ledger_entries where source = $1)`,
    values: [source],
  });
}

/** Issues a card, once per position in an order line. @returns its code, or null if it was issued before */
export async function issueGiftCard(transaction: Transaction, card: NewGiftCard): Promise<string | null> {
  const row = await transaction.queryOne<{ id: string; code: string }>({
    name: 'gift-card.issueGiftCard',
    text: `insert into gift_cards (code, market, initial_cents, expires_at, order_id, order_position, unit, recipient_email, recipient_name, sender_name, message, send_at)
      values ($1, $2, $3, now() + interval '${VALID_YEARS} years', $4, $5, $6, $7, $8, $9, $10, coalesce($11, now()))
      on conflict (order_id, order_position, unit) do nothing returning id, code`,
    values: [
      codeOf(randomBytes(CODE_LENGTH)),
      card.market,
      card.cents,
      card.bought?.orderId ?? null,
      card.bought?.position ?? null,
      card.bought?.unit ?? null,
      card.details.recipientEmail,
      card.details.recipientName,
      card.details.senderName,
      card.details.message,
      card.sendAt,
    ],
  });
  if (!row) return null;
  await recordEntry(transaction, {
    account: giftCardAccount(row.id),
    kind: 'issue',
    cents: card.cents,
    source: card.source ?? `gift-card:${row.id}:issue`,
  });
  return row.code;
}

/** Lists the cards that an order bought by line, with their available balances. They stay locked until the transaction ends. */
export async function giftCardsOfOrder(
  transaction: Transaction,
  orderId: string,
): Promise<{ id: string; position: number; remainingCents: number }[]> {
  const cards = await transaction.queryMany<{ id: string; position: number }>({
    name: 'gift-card.giftCardsOfOrder',
    text: 'select id, order_position as position from gift_cards where order_id = $1 and order_position is not null order by order_position, unit',
    values: [orderId],
  });
  await lockAccounts(
    transaction,
    cards.map(({ id }) => giftCardAccount(id)),
  );
  const read = [];
  for (const card of cards) read.push({ ...card, remainingCents: await availableCents(transaction, giftCardAccount(card.id)) });
  return read;
}

/** Voids an amount of a card for a refund to its buyer, once per source. @returns false if the balance is too small */
export async function voidGiftCard(
  transaction: Transaction,
  id: string,
  taken: { cents: number; source: string; note?: string },
): Promise<boolean> {
  const entry = { account: giftCardAccount(id), kind: 'void', ...taken, cents: -taken.cents };
  return (await recordEntry(transaction, entry)) !== 'short';
}

/** Restores a voided amount, once per source. */
export async function fillGiftCard(transaction: Transaction, id: string, credit: { cents: number; source: string }): Promise<void> {
  await recordEntry(transaction, { account: giftCardAccount(id), kind: 'refill', ...credit });
}

/** Returns the amount that a card paid for an order to the card, once per source. Extends the validity of an expired card. */
export async function returnToGiftCard(
  transaction: Transaction,
  id: string,
  credit: { readonly cents: number; readonly source: string; readonly note: string },
): Promise<boolean> {
  const outcome = await recordEntry(transaction, { account: giftCardAccount(id), kind: 'return', ...credit });
  if (outcome !== 'recorded') return false;
  await transaction.execute({
    name: 'gift-card.returnToGiftCard',
    text: `update gift_cards set expires_at = greatest(expires_at, now() + interval '${RETURNED_DAYS} days') where id = $1`,
    values: [id],
  });
  return true;
}

/** Writes off the balances of expired cards. @returns how many */
export async function expireGiftCards(database: Pick<Database, 'transaction'>): Promise<number> {
  return database.transaction(async (transaction) => {
    const expiring = await transaction.queryMany<{ id: string; expiresAt: Date }>({
      text: `select g.id, g.expires_at as "expiresAt" from gift_cards g where g.expires_at <= now()
        and (select coalesce(sum(cents), 0) from ledger_entries where account = 'gift-card:' || g.id) > 0 order by g.id limit 500`,
    });
    let expired = 0;
    for (const { id, expiresAt } of expiring.sort((a, b) => (giftCardAccount(a.id) < giftCardAccount(b.id) ? -1 : 1))) {
      await lockAccounts(transaction, [giftCardAccount(id)]);
      // A refund to the card may have extended it while this waited for the lock.
      const isExpired = await transaction.queryOne({
        text: 'select 1 from gift_cards where id = $1 and expires_at <= now()',
        values: [id],
      });
      const cents = isExpired ? await availableCents(transaction, giftCardAccount(id)) : 0;
      if (cents <= 0) continue;
      const source = `gift-card:${id}:expire:${expiresAt.toISOString()}`;
      if ((await recordEntry(transaction, { account: giftCardAccount(id), kind: 'expire', cents: -cents, source })) === 'recorded')
        expired += 1;
    }
    return expired;
  });
}

/** The job that e-mails one card. */
export const GIFT_CARD_MAIL = 'send-gift-card-email';

/** Cards to e-mail. A card that was refunded before its e-mail is excluded. */
const HAS_MONEY = "(select sum(cents) from ledger_entries e where e.account = 'gift-card:' || gift_cards.id) > 0";

/** Queues the e-mails of all cards that are due and marks them in the same transaction [GIFT-2]. @returns how many */
export const queueDueCards = (database: Database, queue: (transaction: Transaction, id: string) => Promise<void>): Promise<number> =>
  database.transaction(async (transaction) => {
    const due = await transaction.queryMany<{ id: string }>({
      name: 'gift-card.queueDueCards',
      text: `update gift_cards set queued_at = now() where id in (
        select id from gift_cards where queued_at is null and send_at <= now() and recipient_email <> '' and ${HAS_MONEY}
          order by send_at limit 100 for update skip locked) returning id`,
    });
    for (const { id } of due) await queue(transaction, id);
    return due.length;
  });

/** Reads a card whose e-mail is unsent. @returns null if it was sent, the card is empty, or there is no such card */
export const cardToSend = (db: Queryable, id: string): Promise<GiftCardToSend | null> =>
  db.queryOne<GiftCardToSend>({
    name: 'gift-card.cardToSend',
    text: `select id, code, market, initial_cents as cents, expires_at as "expiresAt", recipient_email as "recipientEmail",
      recipient_name as "recipientName", sender_name as "senderName", message from gift_cards where id = $1 and sent_at is null and ${HAS_MONEY}`,
    values: [id],
  });

/** Marks a card as sent, unless staff changed its recipient since it was read: then it is sent to the new one. */
export const markSent = (db: Queryable, { id, recipientEmail }: Pick<GiftCardToSend, 'id' | 'recipientEmail'>): Promise<number> =>
  db.execute({
    name: 'gift-card.markSent',
    text: 'update gift_cards set sent_at = now() where id = $1 and recipient_email = $2',
    values: [id, recipientEmail],
  });

/** Lists the cards that a refund voided, with the amounts, in the order of their accounts. */
export const cardsVoidedBy = (db: Queryable, refundId: string): Promise<{ id: string; cents: number }[]> =>
  db.queryMany({
    name: 'gift-card.cardsVoidedBy',
    text: `select split_part(source, ':', 4) as id, -cents as cents from ledger_entries where source like 'refund:' || $1 || ':void:%' order by account`,
    values: [refundId],
  });
