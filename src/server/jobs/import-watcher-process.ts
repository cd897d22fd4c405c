/** The watched folder of a running shop is read by a process of its own, so that parsing a list never holds up a page. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFileWaiting } from '#domains/catalogue/server/import/watch-folder.ts';

const CLI = fileURLToPath(new URL('../../cli/cli.ts', import.meta.url));

/** Starts `npm run cli -- import watch --once` where a file waits. Ends when that does; throws what it said where it failed. */
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
