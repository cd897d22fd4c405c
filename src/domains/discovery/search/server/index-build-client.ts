/**
 * Reads the catalogue anew in a process of its own, which goes last where others want the processor, and hands its indexes over
 * by a file (docs/decisions/0060-index-rebuild-process.md): requests are answered meanwhile, and what building took of
 * memory ends with it.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { lower, SHARES } from '#lib/db/cpu-priority.ts';
import { type IndexSnapshot, loadSnapshot } from './index-snapshot.ts';

const READER = fileURLToPath(new URL('./index-build-process.ts', import.meta.url));
/** Building makes and forgets objects all the time: room for the young ones spares most of the collector's work. */
const ROOM = '--max-semi-space-size=32';

export interface RebuildIndexes {
  readonly known: IndexSnapshot;
  /** The file that it came by: a snapshot, for who has a use for it. */
  readonly path: string;
  /** Remove the file, if it still stands there. */
  forget(): Promise<void>;
}

export interface ReadOptions {
  /** The database's history (catalogue-feed.ts). */
  readonly history: string;
  /** The instant whose offers on sale are indexed, milliseconds since 1970. */
  readonly now: number;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

export type Reader = (options: ReadOptions) => Promise<RebuildIndexes>;

/** In: the database, and a path beside which the file stands until it is taken; what a killed process leaves there is removed by the next writer. */
export const buildIndexInChildProcess =
  (connectionString: string, beside: string): Reader =>
  async ({ history, now, signal }) => {
    const path = `${beside}.${randomUUID()}.half`;
    const forget = () => rm(path, { force: true });
    try {
      await read(connectionString, path, now, signal);
      const known = await loadSnapshot(path, history);
      if (!known) throw new Error('the indexes that another process made are not of this database or these sources');
      return { known, path, forget };
    } catch (error) {
      await forget();
      throw error;
    }
  };

/** @throws Error with what the process said where it failed or was ended */
function read(connectionString: string, path: string, now: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(READER, [path, String(now)], {
      env: { ...process.env, DATABASE_URL: connectionString },
      execArgv: [ROOM],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      signal,
    });
    // Its start is work as well, and what it starts is as low as itself.
    if (child.pid !== undefined) lower(child.pid, SHARES.third);
    let message = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      message = (message + chunk.toString('utf8')).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code, ending) =>
      code === 0 ? resolve() : reject(new Error(`The catalogue could not be read anew (${ending ?? code}): ${message.trim()}`)),
    );
  });
}
