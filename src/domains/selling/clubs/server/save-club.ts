/**
 * Changes clubs by the write path of imports: the record's schema, `writeClubs`, the notification that refreshes pages. Adds the version
 * that the person saw, their markets, the terms of members and the activity log, in the same transaction
 * (docs/decisions/0171-club-records-in-the-office.md).
 */
import { CATALOGUE_CHANGED, notifyChannels } from '#domains/catalogue/server/import/import-log.repository.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { changedClubFields } from '../model/club-draft.ts';
import { brokenTerms } from '../model/club-terms.ts';
import type { ClubRecord } from '../model/record.ts';
import { writeClubs } from './club.repository.ts';
import { isClubIdTaken, isSlugTaken, lockClubAddresses, lockClubRecord, readClubUse, unknownOffers } from './club-record.repository.ts';

/** Checks what the schema cannot know: the wines of the cases, and that the address is free. */
async function checkClub(transaction: Transaction, record: ClubRecord, before: ClubRecord | null) {
  const known = new Set(before?.variants.map(({ offerId }) => offerId));
  const [id] = await unknownOffers(
    transaction,
    record.variants.map(({ offerId }) => offerId).filter((offerId) => !known.has(offerId)),
  );
  if (id !== undefined) return fail('case_unknown', { id });
  const isMoved = before?.slug !== record.slug || before.state === 'closed';
  if (isMoved && record.state !== 'closed' && (await isSlugTaken(transaction, record))) return fail('slug_taken', { slug: record.slug });
  return ok(null);
}

/** Runs a change of a club and announces it. */
async function changing<T>(database: Database, work: (transaction: Transaction) => Promise<T>) {
  const result = await database.transaction(async (transaction) => {
    await lockClubAddresses(transaction);
    return work(transaction);
  });
  if (!(result instanceof Failure)) await notifyChannels(database, [CATALOGUE_CHANGED], 'office');
  return result;
}

const pick = (record: ClubRecord, names: readonly (keyof ClubRecord)[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

/** Saves all fields of a club. Its id and market stay. */
export const saveClub = (database: Database, staff: StaffActor, version: string, input: ClubRecord) =>
  changing(database, async (transaction) => {
    const stored = await lockClubRecord(transaction, input.id, staff.markets);
    if (!stored) return fail('not_found');
    const subject = { kind: 'club', id: input.id } as const;
    if (stored.version !== version) return fail('changed_meanwhile', await lastChangeOf(transaction, subject));
    const before = stored.record;
    const after: ClubRecord = { ...input, market: before.market };
    const [broken] = brokenTerms(before, after, await readClubUse(transaction, before));
    if (broken) return fail('terms_in_use', { problem: `${broken.path.join('.')}: ${broken.message}` });
    const checked = await checkClub(transaction, after, before);
    if (!checked.ok) return checked;
    const changed = changedClubFields(before, after);
    if (changed.length === 0) return ok(null);
    await writeClubs(transaction, [after]);
    await recordActivity(transaction, staff, {
      action: 'club.changed',
      subject,
      market: before.market,
      before: pick(before, changed),
      after: pick(after, changed),
    });
    return ok(null);
  });

/** Adds a club to a market of the person. */
export const createClub = (database: Database, staff: StaffActor, record: ClubRecord) =>
  changing(database, async (transaction) => {
    if (!staff.markets.includes(record.market)) return fail('market_denied', { market: record.market });
    if (await isClubIdTaken(transaction, record.id)) return fail('id_taken', { id: record.id });
    const checked = await checkClub(transaction, record, null);
    if (!checked.ok) return checked;
    await writeClubs(transaction, [record]);
    const { record: _, ...after } = record;
    await recordActivity(transaction, staff, {
      action: 'club.created',
      subject: { kind: 'club', id: record.id },
      market: record.market,
      after,
    });
    return ok(null);
  });
