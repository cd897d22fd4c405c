/**
 * Removes a stored card. A card that pays for wine clubs is removed only after the owner agreed. Its memberships move to the
 * default card, or pause if there is none (docs/decisions/0051-cards-of-clubs.md).
 */

import type { ClubDeps } from '#domains/selling/clubs/server/club-deps.ts';
import { changeCard, loseCard } from '#domains/selling/clubs/server/member-actions.ts';
import { clubsPaidWith } from '#domains/selling/clubs/server/membership.repository.ts';
import { fail } from '#lib/result.ts';
import { getMarketConfig } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import type { StoredInstrument } from '../contract.ts';
import type { CustomerScope } from './address.repository.ts';
import { instrumentsOf, lockInstrument, lockOwner, removeInstrument } from './instrument.repository.ts';

/** Maximum attempts. A membership may choose the card during the removal. */
const TRIES = 3;

const nameOf = ({ brand, last4 }: StoredInstrument): string => `${brand} ending in ${last4}`;
const isExpired = ({ expiryYear, expiryMonth }: StoredInstrument, today: string): boolean =>
  `${expiryYear}-${String(expiryMonth).padStart(2, '0')}` < today.slice(0, 7);

/**
 * Removes a stored card.
 * @param isAgreed true if the owner agreed to the change of memberships
 * @returns null if the card was removed
 */
export async function removeCard(deps: ClubDeps, owner: CustomerScope, id: string, isAgreed: boolean) {
  const { database } = deps.checkout;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const cards = await instrumentsOf(database, owner);
    const card = cards.find((each) => each.id === id);
    if (!card) return fail('instrument_not_found');
    const today = todayIn(owner.market, deps.now());
    // The default is the first card.
    const heir = cards.find((each) => each !== card && !isExpired(each, today)) ?? null;
    const paid = await clubsPaidWith(database, owner, id);
    if (paid.length > 0 && !isAgreed) {
      const clubs = new Intl.ListFormat(getMarketConfig(owner.market).locale).format(paid.map(({ club }) => club));
      const then = heir
        ? `If you delete it, we'll charge your ${nameOf(heir)} instead.`
        : `You have no other saved card, so ${paid.length > 1 ? 'they' : 'it'} will be paused until you add one.`;
      return fail('card_pays_club', { card: nameOf(card), clubs, then });
    }
    for (const { membershipId } of paid) {
      const input = { ...owner, membershipId, key: null, input: {} };
      const rejected = heir ? await changeCard(deps, input, heir.id) : await loseCard(deps, input, id);
      // Otherwise the membership or the other card is gone. The next attempt sees that.
      if (rejected?.code === 'payment_unavailable') return fail(rejected.code);
    }
    const isMissing = await database.transaction(async (transaction) => {
      await lockOwner(transaction, owner);
      if (!(await lockInstrument(transaction, owner, id, 'update'))) return true;
      // Reads after the lock, when concurrent choices have been committed.
      return (await clubsPaidWith(transaction, owner, id)).length === 0 && removeInstrument(transaction, owner, id);
    });
    if (isMissing) return null;
  }
  return fail('payment_unavailable');
}
