/** One gift card as the office shows it: balance, ledger, emails and neighbours. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import type { GiftCardEntry, OfficeGiftCard } from '../office-contract.ts';
import {
  type GiftCardActivity,
  type GiftCardLedgerEntry,
  giftCardActivity,
  giftCardEntries,
  lastVoidByStaff,
  type OfficeGiftCardFacts,
  readOfficeGiftCard,
} from './office-gift-card.repository.ts';
import { viewRow } from './office-gift-cards.ts';

/** The note of an entry that moved a balance to store credit. */
const MOVED_TO = /^To the credit of customer (\d{1,9})$/;

/** Adds the balance after each entry. */
function viewEntries(entries: readonly GiftCardLedgerEntry[]): GiftCardEntry[] {
  let cents = 0;
  return entries.map((entry) => {
    cents += entry.cents;
    const movedTo = MOVED_TO.exec(entry.note)?.[1];
    return {
      id: entry.id,
      at: entry.at.toISOString(),
      kind: entry.kind,
      amount: toDecimal(entry.cents),
      balance: toDecimal(cents),
      author: entry.author ?? '',
      reason: entry.reason ?? '',
      orderId: entry.orderNumber === null ? null : entry.orderId,
      orderNumber: entry.orderNumber,
      customerId: movedTo === undefined ? null : Number(movedTo),
    };
  });
}

const EVENTS: Readonly<Record<string, OfficeGiftCard['events'][number]['event']>> = {
  'gift_card.revealed': 'revealed',
  'gift_card.printed': 'printed',
};

function viewEvents(activity: readonly GiftCardActivity[], { sentAt, recipientEmail }: OfficeGiftCardFacts): OfficeGiftCard['events'] {
  const logged = activity.map(({ id, at, actor, action }) => ({
    id: `activity-${id}`,
    at: at.toISOString(),
    event: EVENTS[action] ?? 'resent',
    actor,
    detail: '',
  }));
  const sent =
    sentAt === null ? [] : [{ id: 'sent', at: sentAt.toISOString(), event: 'sent' as const, actor: 'shop', detail: recipientEmail }];
  return [...logged, ...sent].sort((a, b) => a.at.localeCompare(b.at));
}

/** Reads a card of the person's markets. @returns null if there is none */
export async function viewGiftCard(db: Queryable, id: string, { markets }: Pick<StaffActor, 'markets'>): Promise<OfficeGiftCard | null> {
  const facts = await readOfficeGiftCard(db, id, markets);
  if (!facts) return null;
  const [entries, activity, restorable] = await Promise.all([
    giftCardEntries(db, id),
    giftCardActivity(db, id),
    facts.state === 'expired' ? null : lastVoidByStaff(db, id),
  ]);
  return {
    card: {
      ...viewRow(facts),
      message: facts.message,
      sendAt: facts.sendAt.toISOString(),
      sentAt: facts.sentAt?.toISOString() ?? null,
      held: toDecimal(facts.holdCents),
    },
    version: facts.version,
    timeZone: timeZoneOf(facts.market),
    bounce: facts.bounce,
    entries: viewEntries(entries),
    ledgerBalance: toDecimal(facts.ledgerCents),
    events: viewEvents(activity, facts),
    restorable: toDecimal(restorable?.cents ?? 0),
    neighbours: { previous: facts.previous, next: facts.next },
  };
}
