/** Changes the pictures of wines by the write path of imports, within the markets of the person, with the activity log. */
import { ON_OTHER_PAGES } from '#domains/catalogue/messages/office-picture-errors.ts';
import { marketsOf } from '#domains/catalogue/model/audience.ts';
import { MAX_PICTURES_PER_OFFER } from '#domains/catalogue/model/picture-limits.ts';
import { type OfferRecord, type OwnPicture, offerRecord } from '#domains/catalogue/model/record.ts';
import type { WinePictures } from '#domains/catalogue/picture-office-contract.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { audiencesFor } from '#markets/audiences.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { CATALOGUE_CHANGED, notifyChannels } from '../import/import-log.repository.ts';
import { lockOffer, writeOffers } from '../offer-writer.repository.ts';
import { conflictOf, foreignMarkets } from '../office/save-wine.ts';
import { limitWaiting } from '../office/wine.repository.ts';
import { refreshListed } from '../office/wine-list-sync.ts';
import { allUses, lockPictures, type StoredPicture, setRemoved, usesOf } from './picture-library.repository.ts';
import { pictureVersion } from './picture-plan.ts';

const nameOf = ({ brand, name, vintage }: Pick<OfferRecord, 'brand' | 'name' | 'vintage'>): string =>
  [brand, name, vintage].filter((part) => part !== '').join(' ');

/** PostgreSQL's lock_not_available: an import holds the wine. */
const isBeingChanged = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

/** Runs a change and announces it. Waits a moment for imports, not until their end. */
async function changing<T>(database: Database, work: (transaction: Transaction) => Promise<T>) {
  try {
    const result = await database.transaction(async (transaction) => {
      await limitWaiting(transaction);
      return work(transaction);
    });
    if (!(result instanceof Failure)) await notifyChannels(database, [CATALOGUE_CHANGED], 'pictures');
    return result;
  } catch (error) {
    if (isBeingChanged(error)) return fail('being_changed');
    throw error;
  }
}

/** Locks a wine that the person may change. A wine of other markets alone does not exist for them. */
async function lockOwnWine(transaction: Transaction, staff: StaffActor, offerId: string) {
  const markets = staff.marketsWith('catalogue.write');
  const record = await lockOffer(transaction, offerId);
  if (record === null || !marketsOf(record.audience).some((market) => staff.markets.includes(market))) return fail('not_found');
  const foreign = foreignMarkets(record, { markets });
  return foreign.length > 0 ? fail('other_market', { name: nameOf(record), markets: foreign.join(', ') }) : ok(record);
}

const placed = (pictures: readonly OwnPicture[] | undefined) => (pictures ?? []).map(({ id, alt }) => ({ id, alt }));

async function writePictures(
  transaction: Transaction,
  staff: StaffActor,
  before: OfferRecord,
  pictures: readonly OwnPicture[],
): Promise<WinePictures> {
  // Parsing gives the fields the order in which the digest expects them.
  await writeOffers(transaction, [offerRecord.parse({ ...before, pictures })], pictureVersion);
  await refreshListed(transaction, [before.offerId]);
  const change = { before: placed(before.pictures), after: placed(pictures) };
  const [only, ...others] = marketsOf(before.audience);
  if (JSON.stringify(change.before) !== JSON.stringify(change.after))
    await recordActivity(transaction, staff, {
      action: 'offer.pictures_changed',
      subject: { kind: 'offer', id: before.offerId },
      market: others.length === 0 ? (only ?? null) : null,
      before: { pictures: change.before },
      after: { pictures: change.after },
    });
  return { offer: before.offerId, name: nameOf(before), ...change };
}

const toOwn = ({ id, width, height, placeholder }: StoredPicture, alt: string): OwnPicture => ({ id, width, height, placeholder, alt });

export interface WinePictureChange {
  readonly offer: string;
  readonly add: readonly string[];
  readonly isFirst: boolean;
  readonly remove: readonly string[];
  /** Texts, each with the one that the person saw. */
  readonly describe: readonly { readonly id: string; readonly alt: string; readonly was: string }[];
}

/** Adds pictures to a wine, takes them away or describes them. A text that somebody changed since it was shown is not overwritten. */
export const changeWinePictures = (database: Database, staff: StaffActor, change: WinePictureChange) =>
  changing(database, async (transaction) => {
    const locked = await lockOwnWine(transaction, staff, change.offer);
    if (!locked.ok) return locked;
    const before = locked.value;
    const own = before.pictures ?? [];
    const library = new Map((await lockPictures(transaction, change.add)).map((picture) => [picture.id, picture]));
    const added: OwnPicture[] = [];
    for (const id of new Set(change.add)) {
      const picture = library.get(id);
      if (!picture || picture.isRemoved) return fail('not_found');
      if (!own.some((one) => one.id === id)) added.push(toOwn(picture, picture.alt));
    }
    const isRewritten = change.describe.some(({ id, alt, was }) => {
      const current = own.find((one) => one.id === id)?.alt ?? was;
      return current !== was && current !== alt;
    });
    if (isRewritten) return conflictOf(transaction, change.offer);
    const texts = new Map(change.describe.map(({ id, alt }) => [id, alt]));
    const kept = own.filter(({ id }) => !change.remove.includes(id)).map((one) => ({ ...one, alt: texts.get(one.id) ?? one.alt }));
    const pictures = change.isFirst ? [...added, ...kept] : [...kept, ...added];
    if (pictures.length > MAX_PICTURES_PER_OFFER)
      return fail('too_many_pictures', { name: nameOf(before), count: kept.length, most: MAX_PICTURES_PER_OFFER });
    return ok(await writePictures(transaction, staff, before, pictures));
  });

/** Takes changes of wines back, where nobody changed their pictures since. */
export const restoreWinePictures = (database: Database, staff: StaffActor, wines: readonly Omit<WinePictures, 'name'>[]) =>
  changing(database, async (transaction) => {
    const skipped: string[] = [];
    let restored = 0;
    for (const { offer, before, after } of wines.toSorted((a, b) => (a.offer < b.offer ? -1 : 1))) {
      const locked = await lockOwnWine(transaction, staff, offer);
      if (!locked.ok) {
        if (locked.code === 'other_market') return locked;
        continue;
      }
      const record = locked.value;
      const library = new Map(
        (
          await lockPictures(
            transaction,
            before.map(({ id }) => id),
          )
        ).map((picture) => [picture.id, picture]),
      );
      const isAsLeft = JSON.stringify(placed(record.pictures)) === JSON.stringify(after.map(({ id, alt }) => ({ id, alt })));
      const pictures = before.flatMap(({ id, alt }) => {
        const picture = library.get(id);
        return picture ? [toOwn(picture, alt)] : [];
      });
      if (!isAsLeft || pictures.length < before.length) skipped.push(nameOf(record));
      else {
        await writePictures(transaction, staff, record, pictures);
        restored += 1;
      }
    }
    return ok({ restored, skipped });
  });

/** Changes every wine that uses a picture. @param change returns the pictures of a wine after the change */
async function changeEveryWine(
  transaction: Transaction,
  staff: StaffActor,
  id: string,
  change: (own: readonly OwnPicture[]) => readonly OwnPicture[],
) {
  const wines: WinePictures[] = [];
  for (const use of await allUses(transaction, id)) {
    if (use.kind !== 'wine') continue;
    const locked = await lockOwnWine(transaction, staff, use.id);
    // A wine of a market that the person does not know: its name is not theirs to read.
    if (!locked.ok)
      return locked.code === 'other_market' ? locked : fail('other_market', { name: 'A wine', markets: othersThan(staff).join(', ') });
    wines.push(await writePictures(transaction, staff, locked.value, change(locked.value.pictures ?? [])));
  }
  return ok(wines);
}

const MAX_NAMED_USES = 200;

const othersThan = ({ markets }: StaffActor): Market[] => MARKETS.filter((market) => !markets.includes(market));

/** Shows another picture in place of one on every wine. Texts and places stay. */
export const replacePicture = (
  database: Database,
  staff: StaffActor,
  { id, version, by }: { readonly id: string; readonly version: number; readonly by: string },
) =>
  changing(database, async (transaction) => {
    const stored = await lockPictures(transaction, [id, by]);
    const next = stored.find((one) => one.id === by);
    const picture = stored.find((one) => one.id === id);
    if (!next || next.isRemoved || !picture || id === by) return fail('not_found');
    if (picture.version !== version) return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'picture', id }));
    const wines = await changeEveryWine(transaction, staff, id, (own) =>
      own
        .map((one) => (one.id === id ? toOwn(next, one.alt) : one))
        .filter((one, index, all) => all.findIndex((other) => other.id === one.id) === index),
    );
    if (!wines.ok) return wines;
    await recordActivity(transaction, staff, {
      action: 'picture.replaced',
      subject: { kind: 'picture', id },
      after: { by, wines: wines.value.length },
    });
    return ok({ wines: wines.value });
  });

/** Names the pages that use a picture. Titles of pages of other markets are not the person's to read. */
async function namePages(transaction: Transaction, { markets }: StaffActor, id: string, count: number): Promise<string> {
  const uses = await usesOf(transaction, [id], { audiences: audiencesFor(markets), markets }, MAX_NAMED_USES);
  const own = uses.filter(({ kind }) => kind !== 'wine');
  const titles = [...new Set(own.map(({ title }) => `“${title}”`))];
  return [...titles, ...(own.length < count ? [ON_OTHER_PAGES] : [])].join(', ');
}

/** Removes a picture from the library and from every wine. Its files stay for some time, so that it can be brought back. */
export const removePicture = (database: Database, staff: StaffActor, { id, version }: { readonly id: string; readonly version: number }) =>
  changing(database, async (transaction) => {
    const [picture] = await lockPictures(transaction, [id]);
    if (!picture || picture.isRemoved) return fail('not_found');
    if (picture.version !== version) return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'picture', id }));
    const pages = (await allUses(transaction, id)).filter(({ kind }) => kind !== 'wine');
    if (pages.length > 0) return fail('on_pages', { pages: await namePages(transaction, staff, id, pages.length) });
    const wines = await changeEveryWine(transaction, staff, id, (own) => own.filter((one) => one.id !== id));
    if (!wines.ok) return wines;
    await setRemoved(transaction, id, true);
    await recordActivity(transaction, staff, {
      action: 'picture.removed',
      subject: { kind: 'picture', id },
      before: { name: picture.name, wines: wines.value.map(({ offer }) => offer) },
    });
    return ok({ wines: wines.value });
  });
