/** Imports from the watched folder in a child process, so that parsing a list does not block requests. */
import { fileURLToPath } from 'node:url';
import { lockWatchedFolder } from '#domains/catalogue/server/import/import-log.repository.ts';
import { isFileWaiting } from '#domains/catalogue/server/import/watch-folder.ts';
import type { Database } from '#lib/db/pool.ts';
import type { ChildProcesses } from './child-processes.ts';

const CLI = fileURLToPath(new URL('../../cli/cli.ts', import.meta.url));

/**
 * Runs `npm run cli -- import watch --once` if a file is waiting and no other process imports from the folder.
 * @throws Error with the output of the import if it fails
 */
export async function watchInOwnProcess(
  { run }: Pick<ChildProcesses, 'run'>,
  database: Database,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined || !(await isFileWaiting(folder)) || !(await database.transaction(lockWatchedFolder))) return;
  await run([CLI, 'import', 'watch', '--once', folder], {
    failure: 'Couldn’t read the watch folder',
    // It imports into the database of this process.
    env: { ...process.env, DATABASE_URL: database.connectionString },
  });
}
