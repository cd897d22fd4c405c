/** Handlers of the office's calls about the records of clubs. */
import type { ShopOrigin } from '#domains/catalogue/server/office/wine-view.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { minOf } from '#lib/extremes.ts';
import { fail, ok } from '#lib/result.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { clubRecordOfficeContract } from '../club-record-office-contract.ts';
import { clubPath } from '../model/club-view.ts';
import { clubRecord } from '../model/record.ts';
import { findClubRecord, listClubRecords, readClubUse } from './club-record.repository.ts';
import { createClub, saveClub } from './save-club.ts';

export interface ClubRecordDeps {
  readonly database: Database;
  /** Returns the origin of a site as the office links to it; null if the shop has no such site. */
  readonly shopOrigin: (officeOrigin: string) => ShopOrigin;
}

function clubRecordHandlers({ database, shopOrigin }: ClubRecordDeps): OfficeHandlers<typeof clubRecordOfficeContract> {
  const shown = async (id: string, staff: StaffActor, origin: string) => {
    const club = await findClubRecord(database, id, staff.markets);
    if (!club) return fail('not_found');
    const record = clubRecord.parse(club.record);
    const [kind] = record.shops;
    const site = kind === undefined || record.state === 'draft' ? null : shopOrigin(origin)(record.market, kind);
    return ok({
      id,
      version: club.version,
      record,
      changedAt: club.changedAt.toISOString(),
      use: await readClubUse(database, record),
      timeZone: timeZoneOf(record.market),
      liveUrl: site === null ? null : `${site}${clubPath(record.slug)}`,
    });
  };

  return {
    clubRecords: async (_input, { staff }) =>
      ok({
        rows: (await listClubRecords(database, staff.markets)).map(({ record, members, changedAt }) => ({
          id: record.id,
          name: record.name,
          market: record.market,
          state: record.state,
          cases: record.variants.length,
          fromPrice: minOf(record.variants.map(({ price }) => price)),
          members,
          changedAt: changedAt.toISOString(),
        })),
      }),
    clubRecord: ({ id }, { staff, origin }) => shown(id, staff, origin),
    saveClub: async ({ version, record }, { staff, origin }) => {
      const saved = await saveClub(database, staff, version, record);
      return saved.ok ? shown(record.id, staff, origin) : saved;
    },
    createClub: async ({ record }, { staff, origin }) => {
      const created = await createClub(database, staff, record);
      if (!created.ok) return created;
      const club = await shown(record.id, staff, origin);
      if (!club.ok) throw new Error(`the club ${record.id} was added and is not there`);
      return club;
    },
  };
}

/** Binds the office's calls about the records of clubs. */
export const clubRecordOfficeEndpoints = (deps: ClubRecordDeps): OfficeEndpoint[] =>
  officeHandlers(clubRecordOfficeContract, clubRecordHandlers(deps));
