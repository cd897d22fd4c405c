/** Which gift cards are to be mailed, each queued once and marked when it went. */
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { GiftCardToSend } from '../model/email.ts';

/** The job that mails one card. */
export const GIFT_CARD_MAIL = 'gift-card';

/** A card whose buyer had the money back before it was sent is not sent. */
const HAS_MONEY = "(select sum(cents) from ledger_entries e where e.account = 'gift-card:' || gift_cards.id) > 0";

/** Queue the mail of every card whose time has come, in one transaction with its mark. @returns how many */
export const queueDueCards = (database: Database, queue: (transaction: Transaction, id: string) => Promise<void>): Promise<number> =>
  database.transaction(async (transaction) => {
    const due = await transaction.queryMany<{ id: string }>({
      name: 'gift_card.queue',
      text: `update gift_cards set queued_at = now() where id in (
        select id from gift_cards where queued_at is null and send_at <= now() and recipient_email <> '' and ${HAS_MONEY}
          order by send_at limit 100 for update skip locked) returning id`,
    });
    for (const { id } of due) await queue(transaction, id);
    return due.length;
  });

/** A card whose mail has not gone; null where it has, where nothing is on it, or where there is no such card. */
export const cardToSend = (db: Queryable, id: string): Promise<GiftCardToSend | null> =>
  db.queryOne<GiftCardToSend>({
    name: 'gift_card.to_send',
    text: `select id, code, market, initial_cents as cents, expires_at as "expiresAt", recipient_email as "recipientEmail",
      recipient_name as "recipientName", sender_name as "senderName", message from gift_cards where id = $1 and sent_at is null and ${HAS_MONEY}`,
    values: [id],
  });

export const markSent = (db: Queryable, id: string): Promise<number> =>
  db.execute({ name: 'gift_card.sent', text: 'update gift_cards set sent_at = now() where id = $1', values: [id] });
