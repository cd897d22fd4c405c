/** Makes backups in a child process with low priority, so that compressing and encrypting them does not slow down the shop. */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isBackupDue } from '#domains/system/model/backup-schedule.ts';
import { readBackupHistory } from '#domains/system/server/backups/backup-report.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { backupLocation } from '#lib/server/backup-variables.ts';
import type { Config } from '#lib/server/config.ts';
import { readArchivingSince } from '#packages/embedded-postgres/backup/archiving-since.ts';

const CLI = fileURLToPath(new URL('../../cli/cli.ts', import.meta.url));
const LOW_PRIORITY = 10;

type BackupShop = { readonly database: Database; readonly config: Config };

/** Runs `npm run cli -- backup run --verify`. @throws Error with its output if it fails. The office has the reason too */
function runBackupProcess(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, 'backup', 'run', '--verify'], { stdio: ['ignore', 'ignore', 'pipe'] });
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    let message = '';
    child.stderr.on('data', (chunk: Buffer) => {
      message = (message + chunk.toString('utf8')).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`The backup failed: ${message.trim()}`))));
  });
}

/**
 * Creates the job that starts a backup when one is due.
 * @param onError reports a backup that failed
 */
export function backupProcesses(onError: (error: unknown) => void): (shop: BackupShop) => Promise<void> {
  let isRunning = false;
  return async ({ database, config }) => {
    if (isRunning || backupLocation(config) === null) return;
    const archivingSince = readArchivingSince(config.DATA_DIR);
    if (!isBackupDue({ ...(await readBackupHistory(database)), hour: config.BACKUP_HOUR, archivingSince }, new Date())) return;
    isRunning = true;
    void runBackupProcess()
      .catch(onError)
      .finally(() => {
        isRunning = false;
      });
  };
}
