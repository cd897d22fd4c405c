/** Runs schedules whose time has come: fetches the file and hands it to the background process. */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { SCHEDULED_FOLDER } from '#domains/catalogue/server/import/watch-folder.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { vaultOf } from '#lib/server/secret-vault.ts';
import { MARKETS } from '#markets/market.ts';
import { scheduleProblems } from '../messages/errors.ts';
import { nextRun } from '../model/schedule-times.ts';
import { PART_BYTES } from '../office-contract.ts';
import { type Credentials, FetchListError, type FetchOptions, fetchList } from './fetch-list.ts';
import { failAbandonedFetches, insertImport, insertPart, lockFetch, updateImport } from './import.repository.ts';
import { findSchedule, lockDueSchedule, lockSchedule, markProblem, markRun, type ScheduleEntry } from './schedule.repository.ts';

export interface ScheduleDeps {
  readonly database: Database;
  /** The watched folder; null if the shop has none. */
  readonly folder: string | null;
  readonly fetch?: FetchOptions;
}

/** Purpose of the sealed credentials of a schedule. */
export const credentialsName = (id: number): string => `import schedule ${id}`;

/** Returns when a schedule runs next; null if it is off. */
export function nextRunOf(
  { market, weekdays, times, isEnabled }: Pick<ScheduleEntry, 'market' | 'weekdays' | 'times' | 'isEnabled'>,
  now: Date,
): Date | null {
  const known = MARKETS.find((each) => each === market);
  return known === undefined || !isEnabled ? null : nextRun({ market: known, weekdays, times }, now);
}

/** Credentials as they are sealed, as JSON. */
const sealedCredentials = z.object({ userName: z.string(), password: z.string() });

/** Opens the credentials of a schedule; null if it has none. */
export function credentialsOf(
  { database }: Pick<ScheduleDeps, 'database'>,
  { id, credentials, credentialsKeyId }: ScheduleEntry,
): Credentials | null {
  if (credentials === null || credentialsKeyId === null) return null;
  return sealedCredentials.parse(JSON.parse(vaultOf(database).open(credentialsName(id), { keyId: credentialsKeyId, text: credentials })));
}

interface FoundFile {
  readonly name: string;
  readonly chunks: AsyncIterable<Buffer>;
  /** Called when the file is in the database. */
  readonly onStored: () => Promise<void>;
}

const nameOfUrl = (url: string): string => basename(new URL(url).pathname).slice(0, 200) || new URL(url).hostname;

/** Finds the newest file in the folder of a schedule. */
async function findFile(root: string | null, folder: string): Promise<FoundFile> {
  if (root === null) throw new FetchListError(scheduleProblems.noFolder);
  const path = join(root, SCHEDULED_FOLDER, folder);
  const names = await readdir(path).catch(() => []);
  const files = (await Promise.all(names.map(async (name) => ({ name, info: await stat(join(path, name)) })))).filter(({ info }) =>
    info.isFile(),
  );
  const newest = files.sort((a, b) => b.info.mtimeMs - a.info.mtimeMs)[0];
  if (newest === undefined) throw new FetchListError(scheduleProblems.noFile(folder));
  const file = join(path, newest.name);
  return {
    name: newest.name.slice(0, 200),
    chunks: createReadStream(file),
    async onStored() {
      await mkdir(join(path, 'done'), { recursive: true });
      await rename(file, join(path, 'done', `${new Date().toISOString().replace(/[:.]/g, '-')} ${newest.name}`));
    },
  };
}

const openSource = async (deps: ScheduleDeps, schedule: ScheduleEntry): Promise<FoundFile> =>
  schedule.source === 'folder'
    ? findFile(deps.folder, schedule.location)
    : {
        name: nameOfUrl(schedule.location),
        chunks: fetchList(schedule.location, credentialsOf(deps, schedule), deps.fetch),
        onStored: async () => undefined,
      };

/** Stores the chunks of a file as parts of an import. */
async function storeFile(database: Database, id: number, chunks: AsyncIterable<Buffer>): Promise<void> {
  let part = 0;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const data = Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    await database.transaction((transaction) => insertPart(transaction, id, part, data));
    part += 1;
  };
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= PART_BYTES) await flush();
  }
  if (bytes > 0 || part === 0) await flush();
}

/** Ends what a process began to fetch that was killed, so that staff see it as failed and the shop mails whoever is in charge. */
async function recoverFetches(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    const schedules = await failAbandonedFetches(transaction, scheduleProblems.stopped);
    for (const id of schedules) await markProblem(transaction, id, scheduleProblems.stopped);
  });
}

/**
 * Fetches the file of a schedule into a new import. A file that cannot be fetched is a failed import, so that staff see it in the list.
 * @returns the id of the import
 */
export const fetchScheduled = (deps: ScheduleDeps, schedule: ScheduleEntry): Promise<number> =>
  deps.database.transaction(async (lock) => {
    await lockFetch(lock, schedule.id);
    return fetchInto(deps, schedule);
  });

async function fetchInto(deps: ScheduleDeps, schedule: ScheduleEntry): Promise<number> {
  const { database } = deps;
  const create = (file: string): Promise<number> =>
    database.transaction((transaction) =>
      insertImport(transaction, { file, actor: schedule.name, staffId: null, source: 'schedule', scheduleId: schedule.id }),
    );
  let id: number | null = null;
  try {
    const source = await openSource(deps, schedule);
    id = await create(source.name);
    await storeFile(database, id, source.chunks);
    await source.onStored();
    await updateImport(database, id, { state: 'inspecting', endsMissing: schedule.endsMissing });
    return id;
  } catch (error) {
    if (!(error instanceof FetchListError)) throw error;
    id ??= await create(schedule.name);
    await updateImport(database, id, { state: 'failed', problem: error.message });
    await markProblem(database, schedule.id, error.message);
    return id;
  }
}

async function begin(transaction: Transaction, schedule: ScheduleEntry, now: Date): Promise<ScheduleEntry> {
  await markRun(transaction, schedule.id, nextRunOf(schedule, now));
  await recordActivity(
    transaction,
    { kind: 'system', name: schedule.name },
    { action: 'import.scheduled', subject: { kind: 'import_schedule', id: schedule.id }, after: { source: schedule.source } },
  );
  return schedule;
}

/** Runs every schedule that is due, after it ended what a killed process left. @returns how many */
export async function runDueSchedules(deps: ScheduleDeps, now: Date = new Date()): Promise<number> {
  await recoverFetches(deps.database);
  for (let count = 0; ; count += 1) {
    // The next time is set before the file is fetched, so that another process does not run it too.
    const due = await deps.database.transaction(async (transaction) => {
      const schedule = await lockDueSchedule(transaction, now);
      return schedule === null ? null : begin(transaction, schedule, now);
    });
    if (due === null) return count;
    await fetchScheduled(deps, due);
  }
}

/** Runs a schedule now. @returns the id of the import; null if there is no such schedule */
export async function runScheduleNow(deps: ScheduleDeps, id: number): Promise<number | null> {
  await recoverFetches(deps.database);
  const schedule = await deps.database.transaction(async (transaction) => {
    const found = await lockSchedule(transaction, id);
    if (found !== null) await markRun(transaction, id, found.nextRunAt);
    return found;
  });
  if (schedule === null) return null;
  return fetchScheduled(deps, (await findSchedule(deps.database, id)) ?? schedule);
}
