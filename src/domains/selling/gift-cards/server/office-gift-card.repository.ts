/** SQL of one gift card in the office. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { lockAccounts } from '#lib/server/ledger.repository.ts';
import type { Market } from '#markets/market.ts';
import { giftCardAccount } from './gift-card.repository.ts';
import { GIFT_CARD_COLUMNS, GIFT_CARD_VERSION, type OfficeGiftCardRow } from './office-gift-card-list.repository.ts';

/** Every entry of the ledger and every change of the recipient raises it. */
export interface OfficeGiftCardFacts extends OfficeGiftCardRow {
  readonly message: string;
  readonly sendAt: Date;
  readonly sentAt: Date | null;
  readonly ledgerCents: number;
  readonly holdCents: number;
  /** Why no email reaches the recipient. */
  readonly bounce: string | null;
  readonly previous: string | null;
  readonly next: string | null;
}

/** Reads a card of some markets. @returns null if there is none */
export const readOfficeGiftCard = (db: Queryable, id: string, markets: readonly Market[]): Promise<OfficeGiftCardFacts | null> =>
  db.queryOne<OfficeGiftCardFacts>({
    name: 'office-gift-card.readOfficeGiftCard',
    text: `select ${GIFT_CARD_COLUMNS}, g.message, g.send_at as "sendAt", g.sent_at as "sentAt", a.balance_cents as "ledgerCents",
        (select coalesce(sum(h.cents), 0)::integer from ledger_holds h where h.account = a.id and h.state = 'active') as "holdCents",
        (select s.reason from mail_suppressions s where s.address = lower(trim(g.recipient_email)) and s.kind = 'bounce') as bounce,
        (select p.id from gift_cards p where p.market = any($2) and (p.created_at, p.id) > (g.created_at, g.id) order by p.created_at, p.id limit 1) as previous,
        (select n.id from gift_cards n where n.market = any($2) and (n.created_at, n.id) < (g.created_at, g.id) order by n.created_at desc, n.id desc limit 1) as next
      from gift_cards g join ledger_accounts a on a.gift_card_id = g.id where g.id = $1 and g.market = any($2)`,
    values: [id, markets],
  });

export interface GiftCardLedgerEntry {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly cents: number;
  readonly note: string;
  readonly author: string | null;
  readonly reason: string | null;
  readonly orderId: string | null;
  readonly orderNumber: number | null;
}

/** Lists the entries of a card with the order or the person behind each, oldest first. */
export const giftCardEntries = (db: Queryable, id: string): Promise<GiftCardLedgerEntry[]> =>
  db.queryMany<GiftCardLedgerEntry>({
    name: 'office-gift-card.giftCardEntries',
    text: `select e.id, e.at, e.kind, e.cents, e.note, s.author, s.reason, o.id as "orderId", o.number as "orderNumber"
      from ledger_entries e
        left join ledger_staff_entries s on s.source = e.source
        left join orders o on o.id = coalesce(substring(e.source from '^order:([0-9a-f-]{36})')::uuid,
          (select r.order_id from order_refunds r where r.id = substring(e.source from '^refund:([0-9a-f-]{36})')::uuid),
          case when e.kind = 'issue' then (select g.order_id from gift_cards g where g.id = $2) end)
      where e.account = $1 order by e.id`,
    values: [giftCardAccount(id), id],
  });

/** An entry of the activity log that no entry of the ledger shows. */
export interface GiftCardActivity {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
}

/** Lists emails that staff sent again, looks at the code and prints, oldest first. */
export const giftCardActivity = (db: Queryable, id: string): Promise<GiftCardActivity[]> =>
  db.queryMany<GiftCardActivity>({
    name: 'office-gift-card.giftCardActivity',
    text: `select id, at, actor_name as actor, action from activity_log
      where subject_kind = 'gift_card' and subject_id = $1 and action in ('gift_card.sent', 'gift_card.revealed', 'gift_card.printed') order by id`,
    values: [id],
  });

export interface LockedGiftCard {
  readonly id: string;
  readonly code: string;
  readonly market: Market;
  readonly isExpired: boolean;
  readonly recipientName: string;
  readonly recipientEmail: string;
  readonly version: number;
}

/** Locks the account and the row of a card of some markets. @returns null if there is none */
export async function lockGiftCard(transaction: Transaction, id: string, markets: readonly Market[]): Promise<LockedGiftCard | null> {
  const isVisible = await transaction.queryOne({
    name: 'office-gift-card.lockGiftCard.find',
    text: 'select 1 from gift_cards where id = $1 and market = any($2)',
    values: [id, markets],
  });
  if (!isVisible) return null;
  await lockAccounts(transaction, [giftCardAccount(id)]);
  return transaction.queryOne<LockedGiftCard>({
    name: 'office-gift-card.lockGiftCard',
    text: `select g.id, g.code, g.market, g.expires_at <= now() as "isExpired", g.recipient_name as "recipientName",
        g.recipient_email as "recipientEmail", ${GIFT_CARD_VERSION} as version
      from gift_cards g join ledger_accounts a on a.gift_card_id = g.id where g.id = $1 for update of g`,
    values: [id],
  });
}

export interface NamedCard {
  readonly id: string;
  readonly ending: string;
  readonly market: Market;
  readonly recipientName: string;
  readonly recipientEmail: string;
  readonly version: number;
}

/** Reads cards of some markets: what names them, and to whom they were emailed. */
export const readCards = (db: Queryable, ids: readonly string[], markets: readonly Market[]): Promise<NamedCard[]> =>
  db.queryMany<NamedCard>({
    name: 'office-gift-card.readCards',
    text: `select g.id, right(g.code, 4) as ending, g.market, g.recipient_name as "recipientName", g.recipient_email as "recipientEmail",
        ${GIFT_CARD_VERSION} as version
      from gift_cards g join ledger_accounts a on a.gift_card_id = g.id where g.id = any($1::uuid[]) and g.market = any($2)`,
    values: [ids, markets],
  });

/** Returns who changed a card last and when. Orders and refunds have no person. */
export const lastGiftCardChange = (db: Queryable, id: string): Promise<{ readonly who: string | null; readonly at: Date } | null> =>
  db.queryOne<{ readonly who: string | null; readonly at: Date }>({
    name: 'office-gift-card.lastGiftCardChange',
    text: `select who, at from (
        select s.author as who, e.at from ledger_entries e left join ledger_staff_entries s on s.source = e.source where e.account = $1
        union all select actor_name, at from activity_log where subject_kind = 'gift_card' and subject_id = $2 and action = 'gift_card.sent'
      ) changes order by at desc limit 1`,
    values: [giftCardAccount(id), id],
  });

/** Reads the last entry of a card if staff voided the card with it. @returns null if the last entry is another one */
export const lastVoidByStaff = (db: Queryable, id: string): Promise<{ readonly id: number; readonly cents: number } | null> =>
  db.queryOne<{ readonly id: number; readonly cents: number }>({
    name: 'office-gift-card.lastVoidByStaff',
    text: `select id, -cents as cents from (select * from ledger_entries where account = $1 order by id desc limit 1) last
      where kind = 'void' and source like 'staff:void:%'`,
    values: [giftCardAccount(id)],
  });

/** Changes the recipient and lets the card be emailed again. @param sendAt null for at once */
export const updateRecipient = (
  transaction: Transaction,
  id: string,
  recipient: { readonly recipientName: string; readonly recipientEmail: string; readonly sendAt: Date | null },
): Promise<number> =>
  transaction.execute({
    name: 'office-gift-card.updateRecipient',
    text: `update gift_cards set recipient_name = $2, recipient_email = $3, send_at = coalesce($4, now()), queued_at = null, sent_at = null,
      version = version + 1 where id = $1`,
    values: [id, recipient.recipientName, recipient.recipientEmail, recipient.sendAt],
  });

export const isBouncing = async (db: Queryable, address: string): Promise<boolean> =>
  (await db.queryOne({
    name: 'office-gift-card.isBouncing',
    text: "select 1 from mail_suppressions where address = lower(trim($1::text)) and kind = 'bounce'",
    values: [address],
  })) !== null;

/** Reads the code of a card of some markets. @returns null if there is none */
export const readCode = (
  db: Queryable,
  id: string,
  markets: readonly Market[],
): Promise<{ readonly code: string; readonly market: Market } | null> =>
  db.queryOne<{ readonly code: string; readonly market: Market }>({
    name: 'office-gift-card.readCode',
    text: 'select code, market from gift_cards where id = $1 and market = any($2)',
    values: [id, markets],
  });
