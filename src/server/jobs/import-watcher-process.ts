/** Imports from the watched folder in a child process, so that parsing a list does not block requests. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFileWaiting } from '#domains/catalogue/server/import/watch-folder.ts';

const CLI = fileURLToPath(new URL('../../cli/cli.ts', import.meta.url));

/** Runs `npm run cli -- import watch --once` if a file is waiting. @throws Error with the output of the import if it fails */
export async function watchInOwnProcess(folder: string | undefined): Promise<void> {
  if (folder === undefined || !(await isFileWaiting(folder))) return;
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, 'import', 'watch', '--once', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    let message = '';
    child.stderr.on('data', (chunk: Buffer) => {
      message = (message + chunk.toString('utf8')).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`Couldn’t read the watch folder: ${message.trim()}`))));
  });
}
