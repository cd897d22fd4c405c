/** The SQL of gift cards as interchange records. */

import type { Transaction } from '#lib/db/pool.ts';
import { toCents } from '#lib/money.ts';
import { ENTRIES_OF, writeEntries } from '#lib/server/ledger-record.repository.ts';
import type { GiftCardRecord } from '../model/record.ts';
import { giftCardAccount } from './gift-card.repository.ts';

/** Imports a card by its code. Adds missing ledger entries and removes none. */
export async function writeGiftCards(
  transaction: Transaction,
  records: readonly GiftCardRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const written = { added: 0, changed: 0, unchanged: 0 };
  for (const record of records) {
    const added = await transaction.execute({
      text: `insert into gift_cards (id, code, market, initial_cents, expires_at, recipient_email, recipient_name, sender_name, message,
          send_at, queued_at, sent_at, order_id, order_position, unit)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14) on conflict do nothing`,
      values: [
        record.id,
        record.code,
        record.market,
        toCents(record.initial),
        record.expiresAt,
        record.recipientEmail,
        record.recipientName,
        record.senderName,
        record.message,
        record.sendAt,
        record.sentAt,
        record.orderId,
        record.position,
        record.unit,
      ],
    });
    const existing = await transaction.queryOne<{ id: string }>({
      text: 'select id from gift_cards where code = $1',
      values: [record.code],
    });
    const entries = existing ? await writeEntries(transaction, giftCardAccount(existing.id), record.entries) : 0;
    if (added === 1) written.added += 1;
    else if (entries > 0) written.changed += 1;
    else written.unchanged += 1;
  }
  return written;
}

/** Lists at most $2 cards after the code $1. */
export const GIFT_CARD_EXPORT = `select code as key, json_build_object('record', 'gift-card', 'id', id, 'code', code, 'market', market,
  'initial', initial_cents / 100.0, 'expiresAt', expires_at, 'recipientEmail', recipient_email, 'recipientName', recipient_name,
  'senderName', sender_name, 'message', message, 'sendAt', send_at, 'sentAt', sent_at, 'orderId', order_id, 'position', order_position,
  'unit', unit, 'entries', ${ENTRIES_OF("'gift-card:' || g.id")}) as record from gift_cards g where code > $1 order by code limit $2`;
