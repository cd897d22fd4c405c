/**
 * The program that PostgreSQL runs as `archive_command` and `restore_command`:
 *
 *     node wal-program.ts archive pg_wal/NAME NAME
 *     node wal-program.ts restore NAME pg_wal/NAME
 *
 * Works in PostgreSQL's data directory, which says whose log it is. Exit code 0 after an archive means that the file is stored for good.
 * A file that is missing in a restore is exit code 1, which ends the recovery there. Everything else is 200, which fails it.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDatabaseId } from '../database-id.ts';
import { isErrno } from '../errno.ts';
import { locationFromEnvironment } from './archive-settings.ts';
import { openBackupArchive } from './backup-archive.ts';

const MISSING = 1;
const FAILED = 200;
/** PostgreSQL takes an exit code above 125 of `archive_command` for a shutdown. */
const NOT_ARCHIVED = 1;

async function archive(path: string, name: string): Promise<number> {
  const archived = await openBackupArchive(locationFromEnvironment(process.env));
  await archived.putWal(await readDatabaseId('.'), name, await readFile(path));
  return 0;
}

/** Copies what the database had not archived when it was stopped. @returns false if there is none either */
async function copyFromFormer(folder: string | undefined, name: string, path: string): Promise<boolean> {
  if (folder === undefined) return false;
  try {
    await copyFile(join(folder, name), path);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

async function restore(name: string, path: string): Promise<number> {
  const archived = await openBackupArchive(locationFromEnvironment(process.env));
  const content = await archived.getWal(await readDatabaseId('.'), name);
  if (content !== null) await writeFile(path, content, { flush: true });
  else if (!(await copyFromFormer(process.env.FORMER_WAL_DIR, name, path))) return MISSING;
  return 0;
}

const [command, first = '', second = ''] = process.argv.slice(2);
const [work, failed] = command === 'restore' ? [restore, FAILED] : [archive, NOT_ARCHIVED];
try {
  process.exitCode = await work(first, second);
} catch (error) {
  console.error(`LOG:  ${command} of ${first} could not be done: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = failed;
}
