/** Handlers of the office's calls about schedules of imports. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Transaction } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { fail, ok } from '#lib/result.ts';
import { PLAIN, type StoredSecret, vaultOf } from '#lib/server/secret-vault.ts';
import { DEFAULT_MARKET, MARKETS } from '#markets/market.ts';
import { scheduleProblems } from '../messages/errors.ts';
import { type ImportSchedule, scheduleOfficeContract } from '../schedule-contract.ts';
import { urlProblem } from './fetch-list.ts';
import { findMapping } from './mapping.repository.ts';
import { checkMarkets } from './office-import-handlers.ts';
import { credentialsName, credentialsOf, nextRunOf, runScheduleNow, type ScheduleDeps } from './run-schedules.ts';
import {
  deleteSchedule,
  findSchedule,
  insertSchedule,
  lastImports,
  listSchedules,
  lockSchedule,
  replaceSchedule,
  type ScheduleEntry,
} from './schedule.repository.ts';

type SaveInput = Input<(typeof scheduleOfficeContract)['saveImportSchedule']>;

/** Returns why a schedule cannot be saved, or null. */
function problemOf({ source, location, weekdays, times, isEnabled }: SaveInput, folder: string | null): string | null {
  if (isEnabled && (weekdays.length === 0 || times.length === 0)) return scheduleProblems.noTime;
  if (source === 'url') return urlProblem(location);
  if (folder === null) return scheduleProblems.noFolder;
  return /^[\w-]{1,60}$/.test(location) ? null : scheduleProblems.folderName;
}

/** What the activity log shows of a schedule. */
const loggedFields = ({
  name,
  source,
  location,
  weekdays,
  times,
  market,
  isEnabled,
}: Omit<SaveInput, 'id' | 'version' | 'credentials'>) => ({
  name,
  source,
  // The query of an address may be a secret.
  location: location.includes('?') ? `${location.slice(0, location.indexOf('?'))}?…` : location,
  weekdays,
  times,
  market,
  isEnabled,
});

function viewSchedule(deps: ScheduleDeps, entry: ScheduleEntry, last: ImportSchedule['lastImport']): ImportSchedule {
  const { credentials: _, credentialsKeyId: __, staffId: ___, nextRunAt, lastRunAt, market, ...rest } = entry;
  const own = credentialsOf(deps, entry);
  return {
    ...rest,
    market: MARKETS.find((each) => each === market) ?? DEFAULT_MARKET,
    userName: own?.userName ?? '',
    hasPassword: own !== null,
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    lastImport: last,
  };
}

function scheduleOfficeHandlers(deps: ScheduleDeps): OfficeHandlers<typeof scheduleOfficeContract> {
  const { database, folder } = deps;

  /** Returns the credentials to store: the new ones, none, or those of before. Another host never gets a password that it was not meant for. */
  function credentialsFor(id: number, input: SaveInput, before: ScheduleEntry | null): StoredSecret | null {
    if (input.credentials === null || input.source !== 'url') return null;
    if (input.credentials !== undefined) return vaultOf(database).seal(credentialsName(id), JSON.stringify(input.credentials));
    const isSameHost = before?.source === 'url' && new URL(before.location).origin === new URL(input.location).origin;
    if (!isSameHost || before.credentials === null) return null;
    return { keyId: before.credentialsKeyId ?? PLAIN, text: before.credentials };
  }

  async function write(transaction: Transaction, staff: StaffActor, input: SaveInput, before: ScheduleEntry | null): Promise<number> {
    const state = { nextRunAt: nextRunOf(input, new Date()), credentials: null, staffId: staff.id };
    const id = before?.id ?? (await insertSchedule(transaction, input, state));
    // The secret is sealed for the id, so a new schedule is written twice.
    await replaceSchedule(transaction, id, input, { ...state, credentials: credentialsFor(id, input, before) });
    await recordActivity(transaction, staff, {
      action: before === null ? 'import_schedule.created' : 'import_schedule.changed',
      subject: { kind: 'import_schedule', id },
      before: before === null ? null : { name: before.name, isEnabled: before.isEnabled, times: before.times },
      after: loggedFields(input),
    });
    return id;
  }

  return {
    importSchedules: async (_input, { staff }) => {
      const allowed = checkMarkets(staff);
      if (!allowed.ok) return allowed;
      const [entries, imports] = await Promise.all([listSchedules(database), lastImports(database)]);
      const last = new Map(imports.map(({ scheduleId, id, state }) => [scheduleId, { id, state }]));
      return ok({ rows: entries.map((entry) => viewSchedule(deps, entry, last.get(entry.id) ?? null)), hasFolder: folder !== null });
    },
    saveImportSchedule: async (input, { staff }) => {
      const allowed = checkMarkets(staff);
      if (!allowed.ok) return allowed;
      const problem = problemOf(input, folder);
      if (problem !== null) return fail('schedule_invalid', { reason: problem });
      const saved = await database.transaction(async (transaction) => {
        if ((await findMapping(transaction, input.mappingId)) === null)
          return fail('schedule_invalid', { reason: scheduleProblems.noMapping });
        const before = input.id === undefined ? null : await lockSchedule(transaction, input.id);
        if (input.id !== undefined && before === null) return fail('not_found');
        if (before !== null && before.version !== input.version)
          return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'import_schedule', id: before.id }));
        return ok(await write(transaction, staff, input, before));
      });
      if (!saved.ok) return saved;
      const entry = await findSchedule(database, saved.value);
      return entry === null ? fail('not_found') : ok(viewSchedule(deps, entry, null));
    },
    deleteImportSchedule: async ({ id, version }, { staff }) => {
      const allowed = checkMarkets(staff);
      if (!allowed.ok) return allowed;
      return database.transaction(async (transaction) => {
        const before = await lockSchedule(transaction, id);
        if (before === null) return ok(null);
        if (before.version !== version) return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'import_schedule', id }));
        await deleteSchedule(transaction, id);
        await recordActivity(transaction, staff, {
          action: 'import_schedule.deleted',
          subject: { kind: 'import_schedule', id },
          before: { name: before.name, source: before.source },
        });
        return ok(null);
      });
    },
    runImportSchedule: async ({ id }, { staff }) => {
      const allowed = checkMarkets(staff);
      if (!allowed.ok) return allowed;
      const importId = await runScheduleNow(deps, id);
      if (importId === null) return fail('not_found');
      await database.transaction((transaction) =>
        recordActivity(transaction, staff, {
          action: 'import_schedule.run',
          subject: { kind: 'import_schedule', id },
          after: { importId },
        }),
      );
      return ok({ importId });
    },
  };
}

/** Binds the office's calls about schedules. */
export const scheduleOfficeEndpoints = (deps: ScheduleDeps): OfficeEndpoint[] =>
  officeHandlers(scheduleOfficeContract, scheduleOfficeHandlers(deps));
