/** Handlers of the office's calls about pictures. */
import { z } from 'zod';
import { matchPictureFiles, offerNamesOf } from '#domains/catalogue/model/match-picture-files.ts';
import { pictureOfficeContract, type WineOption } from '#domains/catalogue/picture-office-contract.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requirePermission } from '#domains/staff/server/authenticate.ts';
import { fromCursor, MAX_EXACT_SEARCH_TOTAL, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { wordPattern } from '#lib/db/word-pattern.ts';
import { fail, ok } from '#lib/result.ts';
import { audiencesFor } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';
import { findOffersByName } from '../offer-writer.repository.ts';
import {
  allUses,
  countLibrary,
  findPictures,
  listLibrary,
  lockPictures,
  type PictureFilter,
  readPicturedWines,
  setRemoved,
  updatePicture,
} from './picture-library.repository.ts';
import { viewPicture, viewPictures } from './picture-view.ts';
import { changeWinePictures, removePicture, replacePicture, restoreWinePictures } from './wine-pictures.ts';

export interface OfficePictureDeps {
  readonly database: Database;
  /** Finds ids of offers of a market by words, whoever may see them. */
  readonly findOffers: (market: Market, words: string, limit: number) => readonly string[];
}

const position = z.object({ key: z.string().max(300), id: z.string().max(20) });
const FOUND_WINES = 12;

/** Returns the pattern of `like` for words in their order. */
function patternOf(q: string | undefined): string | null {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? null : words.map(wordPattern).join('');
}

function pictureHandlers({ database, findOffers }: OfficePictureDeps): OfficeHandlers<typeof pictureOfficeContract> {
  const view = async (staff: StaffActor, id: string) => {
    const picture = await viewPicture(database, staff, id);
    return picture === null ? fail('not_found') : ok(picture);
  };
  /** Reads wines of the person's markets, in the order of the ids. */
  const readWines = async (ids: readonly string[], staff: StaffActor): Promise<WineOption[]> => {
    const found = new Map((await readPicturedWines(database, ids, audiencesFor(staff.markets))).map((wine) => [wine.id, wine]));
    return [...new Set(ids)].flatMap((id) => {
      const wine = found.get(id);
      return wine ? [{ id, name: wine.title, sku: wine.sku, pictures: wine.pictures }] : [];
    });
  };
  return {
    pictures: async (input, { staff }) => {
      const after = fromCursor(input.cursor, position);
      if (!after.ok) return after;
      const [from = '', to = ''] = input['filter[added]'] ?? [];
      const pattern = patternOf(input.q);
      const ids = pattern === null ? null : await findPictures(database, pattern, MAX_EXACT_TOTAL);
      const filter: PictureFilter = {
        pattern: ids === null ? pattern : null,
        ids,
        use: input['filter[use]'] ?? null,
        isDescribed: input['filter[described]'] === undefined ? null : input['filter[described]'] === 'yes',
        from: from || null,
        to: to || null,
      };
      const maxTotal = filter.pattern === null && filter.use === null ? MAX_EXACT_TOTAL : MAX_EXACT_SEARCH_TOTAL;
      const count = await countLibrary(database, filter, maxTotal + 1);
      const rows = await listLibrary(database, filter, input.sort, after.value, input.limit + 1);
      const { page, nextCursor } = pageOf(rows, input.limit, ({ key, id }) => ({ key, id }));
      return ok({ rows: await viewPictures(database, staff, page), nextCursor, total: toTotal(count, maxTotal) });
    },
    picture: ({ id }, { staff }) => view(staff, id),
    describePicture: async ({ id, version, name, alt }, { staff }) => {
      const saved = await database.transaction(async (transaction) => {
        const [picture] = await lockPictures(transaction, [id]);
        if (!picture || picture.isRemoved) return fail('not_found');
        if (picture.version !== version) return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'picture', id }));
        await updatePicture(transaction, { id, name, alt });
        await recordActivity(transaction, staff, {
          action: 'picture.described',
          subject: { kind: 'picture', id },
          before: { name: picture.name, alt: picture.alt },
          after: { name, alt },
        });
        return ok(null);
      });
      return saved.ok ? view(staff, id) : saved;
    },
    removePicture: async (input, { staff }) => {
      const uses = await allUses(database, input.id);
      // Removing it changes wines.
      if (uses.some(({ kind }) => kind === 'wine')) await requirePermission(database, staff, 'catalogue.write', 'any market');
      return removePicture(database, staff, input);
    },
    restorePicture: async ({ id }, { staff }) => {
      const restored = await database.transaction(async (transaction) => {
        const [picture] = await lockPictures(transaction, [id]);
        if (!picture) return fail('not_found');
        if (picture.isRemoved) {
          await setRemoved(transaction, id, false);
          await recordActivity(transaction, staff, {
            action: 'picture.restored',
            subject: { kind: 'picture', id },
            after: { name: picture.name },
          });
        }
        return ok(null);
      });
      return restored.ok ? view(staff, id) : restored;
    },
    replacePicture: (input, { staff }) => replacePicture(database, staff, input),
    matchPictureFiles: async ({ files }, { staff }) => {
      const found = await findOffersByName(database, [...new Set(files.flatMap(offerNamesOf))]);
      const wines = new Map(
        (
          await readWines(
            found.map(({ offerId }) => offerId),
            staff,
          )
        ).map((wine) => [wine.id, wine]),
      );
      const rows = matchPictureFiles(files, found).map(({ file, offers }) => ({
        file,
        wines: [...new Set(offers.map(({ offerId }) => offerId))].flatMap((id) => wines.get(id) ?? []),
      }));
      return ok({ rows });
    },
    findPictureWines: async ({ q }, { staff }) => {
      const ids = staff.markets.flatMap((market) => findOffers(market, q, FOUND_WINES));
      return ok({ rows: (await readWines(ids, staff)).slice(0, FOUND_WINES) });
    },
    changeWinePictures: (input, { staff }) => changeWinePictures(database, staff, input),
    restoreWinePictures: ({ wines }, { staff }) => restoreWinePictures(database, staff, wines),
  };
}

/** Binds the office's calls about pictures. */
export const pictureOfficeEndpoints = (deps: OfficePictureDeps): OfficeEndpoint[] =>
  officeHandlers(pictureOfficeContract, pictureHandlers(deps));
