/** Voids several gift cards, emails them again, or undoes their void, each in a transaction of its own. */

import { CHANGE_LIMIT_ERRORS } from '#domains/selling/store-credit/messages/office-errors.ts';
import { type ChangeActor, refuseChange } from '#domains/selling/store-credit/server/change-author.ts';
import { CHANGED_MEANWHILE, CHANGED_SINCE_LISTED } from '#domains/staff/messages/errors.ts';
import type { Database } from '#lib/db/pool.ts';
import { rehearse } from '#lib/db/rehearsal.ts';
import { fillTitle } from '#lib/define-contract.ts';
import { type Failure, ok, type Success } from '#lib/result.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { bulkCardErrors, OFFICE_GIFT_CARD_ERRORS } from '../messages/office-errors.ts';
import { GIFT_DETAIL_ERRORS } from '../messages.ts';
import type { BulkCardAction } from '../model/gift-card-list.ts';
import { restoreCard, sendCard, voidCard } from './change-gift-card.ts';
import { type NamedCard, readCards } from './office-gift-card.repository.ts';

/** A card as the person saw it. */
interface SeenCard {
  readonly id: string;
  readonly version: number;
}

export interface CardsChange {
  readonly cards: readonly SeenCard[];
  readonly markets: readonly Market[];
  readonly action: BulkCardAction;
  /** Why they are voided. */
  readonly reason: string;
  readonly isPreview: boolean;
  /** A key voids a card once. */
  readonly key: string;
}

export interface CardResult {
  readonly id: string;
  readonly ending: string;
  readonly market: Market | null;
  readonly cents: number;
  readonly isDone: boolean;
  /** Why it was left alone; empty if it was done. */
  readonly reason: string;
}

const { NOT_FOUND, NOTHING_LEFT, CANNOT_RESTORE, CANNOT_SEND } = OFFICE_GIFT_CARD_ERRORS;
const SENTENCES = {
  ...{ ...NOT_FOUND, ...NOTHING_LEFT, ...CANNOT_RESTORE, ...CANNOT_SEND, ...CHANGE_LIMIT_ERRORS, ...CHANGED_MEANWHILE },
  gift_day: GIFT_DETAIL_ERRORS.gift_day,
} as const;

const reasonOf = ({ code, values }: Failure<keyof typeof SENTENCES>): string =>
  fillTitle(code === 'changed_meanwhile' ? CHANGED_SINCE_LISTED : SENTENCES[code].title, values);

type Transactions = Pick<Database, 'transaction'>;
type ChangeOne = (
  transactions: Transactions,
  seen: SeenCard,
  card: NamedCard,
) => Promise<string | Success<{ readonly cents: number }> | Failure<keyof typeof SENTENCES>>;

/** Changes cards one after another, in the order of their ids. @param change returns a sentence if it does not apply to the card */
async function changeEach(
  database: Database,
  transactions: Transactions,
  { cards, markets }: Pick<CardsChange, 'cards' | 'markets'>,
  change: ChangeOne,
): Promise<CardResult[]> {
  const seen = new Map(cards.map((card) => [card.id, card]));
  const found = new Map((await readCards(database, [...seen.keys()], markets)).map((card) => [card.id, card]));
  const results: CardResult[] = [];
  for (const one of seen.values()) {
    const card = found.get(one.id);
    const done = card ? await change(transactions, one, card) : NOT_FOUND.not_found.title;
    const named = { id: one.id, ending: card?.ending ?? '', market: card?.market ?? null };
    if (typeof done === 'string') results.push({ ...named, cents: 0, isDone: false, reason: done });
    else if (done.ok) results.push({ ...named, cents: done.value.cents, isDone: true, reason: '' });
    else results.push({ ...named, cents: 0, isDone: false, reason: reasonOf(done) });
  }
  return results;
}

/** Checks the limit of the person against the sum of what several cards lose or get back. @throws ApiError `step_up_required` */
function refuseSum(actor: ChangeActor, results: readonly CardResult[]) {
  for (const market of MARKETS) {
    const refused = refuseChange(
      actor,
      market,
      results.reduce((sum, { cents, market: where }) => (where === market ? sum + cents : sum), 0),
    );
    if (refused) return refused;
  }
  return null;
}

/**
 * Voids cards, or emails them again to the addresses that they have. All of it is rehearsed first, so that a limit or a second factor that is
 * missing stops it before the first card.
 */
export async function changeGiftCards(database: Database, actor: ChangeActor, { action, reason, key, isPreview, ...change }: CardsChange) {
  const { markets } = change;
  const changeOne: ChangeOne = async (transactions, seen, { recipientName, recipientEmail }) => {
    if (action === 'void') return voidCard(transactions, actor, { ...seen, markets, reason, key });
    if (recipientEmail === '') return bulkCardErrors.noAddress;
    return sendCard(transactions, actor, { ...seen, markets, recipientName, recipientEmail, sendOn: '' });
  };
  const rehearsed = await changeEach(database, rehearse(database), change, changeOne);
  const refused = action === 'void' ? refuseSum(actor, rehearsed) : null;
  if (refused) return refused;
  return ok(isPreview ? rehearsed : await changeEach(database, database, change, changeOne));
}

/** Undoes the void of cards. */
export async function restoreGiftCards(database: Database, actor: ChangeActor, change: Pick<CardsChange, 'cards' | 'markets'>) {
  const restoreOne: ChangeOne = (transactions, seen) => restoreCard(transactions, actor, { ...seen, markets: change.markets });
  const refused = refuseSum(actor, await changeEach(database, rehearse(database), change, restoreOne));
  return refused ?? ok(await changeEach(database, database, change, restoreOne));
}
