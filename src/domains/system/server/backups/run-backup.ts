/** Makes a backup of the embedded database, and restores the latest one into a scratch database to audit it. */
import { mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupMessages as text } from '#domains/system/messages/backups.ts';
import type { ReportKind } from '#domains/system/model/health.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import type { DatabaseAddresses } from '#packages/embedded-postgres/addresses.ts';
import { type BackupLocation, openBackupArchive } from '#packages/embedded-postgres/backup/backup-archive.ts';
import { BackupError } from '#packages/embedded-postgres/backup/backup-error.ts';
import type { BackupManifest } from '#packages/embedded-postgres/backup/backup-manifest.ts';
import { makeBaseBackup } from '#packages/embedded-postgres/backup/base-backup.ts';
import { restoreBackup } from '#packages/embedded-postgres/backup/restore-backup.ts';
import { applyRetention, type RetentionRule } from '#packages/embedded-postgres/backup/retention.ts';
import { isOnSameDisk } from '#packages/embedded-postgres/backup/same-disk.ts';
import { canReach, readLineage } from '#packages/embedded-postgres/backup/timelines.ts';
import { readDatabaseId, readTimeline } from '#packages/embedded-postgres/database-id.ts';
import { clusterPaths } from '#packages/embedded-postgres/paths.ts';
import { type AuditResult, auditLedgers } from '../audit-ledgers.ts';
import { reasonOf } from '../record-runs.ts';
import { beginReport, endReport, noteProgress, removeReport } from './backup-report.repository.ts';
import { readEveryTable } from './read-tables.repository.ts';

export interface BackupDeps {
  readonly database: Database;
  readonly location: BackupLocation;
  readonly dataDir: string;
  readonly log: (line: string) => void;
}

/** Time in ms between two reports of progress. */
const PROGRESS_MS = 5_000;
/** Scratch databases, whose folder is deleted afterwards. */
const SCRATCH = 'verification-';

interface ReportedWork<T> {
  readonly work: (onProgress: (done: number, total: number) => void) => Promise<T>;
  readonly outcomeOf: (result: T) => { readonly isGood: boolean; readonly note: string; readonly differences: number | null };
}

/** Runs work, and reports its beginning, progress and end to the office. */
async function report<T>({ database }: BackupDeps, kind: ReportKind, { work, outcomeOf }: ReportedWork<T>): Promise<T> {
  const id = await beginReport(database, kind, text.begun);
  let reportedAt = Date.now();
  const onProgress = (done: number, total: number): void => {
    if (Date.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = Date.now();
    noteProgress(database, id, text.progress(done, total)).catch(() => {});
  };
  try {
    const result = await work(onProgress);
    const { isGood, note, differences } = outcomeOf(result);
    await endReport(database, id, isGood ? 'ok' : 'failed', note, differences);
    return result;
  } catch (error) {
    // The other backup reports itself.
    if (error instanceof BackupError && error.problem === 'already-running') await removeReport(database, id);
    else await endReport(database, id, 'failed', reasonOf(error), null);
    throw error;
  }
}

export interface CompletedBackup {
  readonly backup: BackupManifest;
  readonly seconds: number;
  readonly removedBackups: number;
}

/**
 * Backs up the running database and deletes what the rule no longer keeps, before and afterwards: a full disk would end the backup.
 * @param adminConnectionString superuser of the running database
 * @throws BackupError
 */
export const runBackup = (deps: BackupDeps, adminConnectionString: string, keep: RetentionRule): Promise<CompletedBackup> =>
  report(deps, 'backup', {
    work: async (onProgress): Promise<CompletedBackup> => {
      const archive = await openBackupArchive(deps.location);
      const started = Date.now();
      const removeExpired = async (id: string): Promise<number> => (await applyRetention(archive, id, keep, new Date())).backups;
      const before = await removeExpired(await readDatabaseId(clusterPaths(deps.dataDir).data));
      const backup = await makeBaseBackup({ dataDir: deps.dataDir, adminConnectionString, archive, onProgress });
      const after = await removeExpired(backup.databaseId);
      return { backup, seconds: Math.round((Date.now() - started) / 1_000), removedBackups: before + after };
    },
    outcomeOf: ({ backup, seconds, removedBackups }) => ({
      isGood: true,
      note: text.backedUp(backup.bytes, seconds, removedBackups, isOnSameDisk(deps.location.target, deps.dataDir)),
      differences: null,
    }),
  });

export interface Verification extends AuditResult {
  readonly backup: BackupManifest;
  readonly lastChangeAt: Date | null;
}

/** Reads all of a restored database. @throws BackupError `damaged` if a page of it is */
async function readCopy({ connectionString, adminConnectionString }: DatabaseAddresses): Promise<void> {
  const { pathname } = new URL(connectionString);
  const copy = openDatabase(Object.assign(new URL(adminConnectionString), { pathname }).href, 1);
  try {
    await readEveryTable(copy);
  } catch (error) {
    throw new BackupError('damaged', text.damaged(reasonOf(error)), { cause: error });
  } finally {
    await copy.close();
  }
}

async function auditCopy({ connectionString }: DatabaseAddresses): Promise<AuditResult> {
  const copy = openDatabase(connectionString, 2);
  try {
    return await auditLedgers(copy);
  } finally {
    await copy.close();
  }
}

/**
 * Restores the latest backup with everything archived since into a scratch database, audits it and deletes it.
 * @param databaseId of the running database
 * @throws BackupError if it cannot be restored
 */
export const verifyBackup = (deps: BackupDeps, databaseId: string): Promise<Verification> =>
  report(deps, 'verification', {
    work: async (onProgress): Promise<Verification> => {
      const { location, dataDir, log } = deps;
      const archive = await openBackupArchive(location);
      const timeline = await readTimeline(clusterPaths(dataDir).data);
      const lineage = await readLineage(archive, databaseId, timeline);
      const backup = (await archive.listManifests(databaseId)).findLast((each) => canReach(each, lineage));
      if (backup === undefined) throw new BackupError('no-backup', `There is no backup of this database in ${archive.location}.`);
      await removeScratch(dataDir);
      const scratch = join(dataDir, SCRATCH + backup.id);
      mkdirSync(scratch, { recursive: true, mode: 0o755 });
      let audit: AuditResult = { checks: 0, differences: [] };
      try {
        const { lastChangeAt } = await restoreBackup({
          archive,
          location,
          backup,
          time: null,
          timeline,
          dataDir: scratch,
          isTemporary: true,
          log,
          onProgress,
          use: async (addresses) => {
            await readCopy(addresses);
            audit = await auditCopy(addresses);
          },
        });
        if (audit.differences.length === 0) await archive.markVerified(backup);
        return { ...audit, backup, lastChangeAt };
      } finally {
        await removeScratch(dataDir);
      }
    },
    outcomeOf: ({ checks, differences, lastChangeAt }) => ({
      isGood: differences.length === 0,
      note: text.verified(differences.length, checks, lastChangeAt, differences[0]?.subject ?? ''),
      differences: differences.length,
    }),
  });

/** Deletes scratch databases, also those of verifications that were killed. */
async function removeScratch(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) if (name.startsWith(SCRATCH)) await rm(join(dataDir, name), { recursive: true, force: true });
}
