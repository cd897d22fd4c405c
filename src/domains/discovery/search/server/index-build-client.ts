/**
 * Builds the indexes in a child process with low CPU priority and reads them from a file (docs/decisions/0060-index-rebuild-process.md).
 * The shop continues to serve requests, and the memory of the build is freed at its end.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { lower, SHARES } from '#lib/db/cpu-priority.ts';
import { type IndexSnapshot, loadSnapshot } from './index-snapshot.ts';

const READER = fileURLToPath(new URL('./index-build-process.ts', import.meta.url));
/** Building creates many short-lived objects. A large young generation saves most of the collector's work. */
const ROOM = '--max-semi-space-size=32';

/** Indexes built in another process, and the file that they were read from. */
export interface RebuildIndexes {
  readonly snapshot: IndexSnapshot;
  /** Path of the file, which can serve as a snapshot. */
  readonly path: string;
  /** Removes the file if it still exists. */
  deleteFile(): Promise<void>;
}

export interface ReadOptions {
  /** History id of the database (catalogue-feed.repository.ts). */
  readonly history: string;
  /** Time whose offers on sale are indexed, milliseconds since 1970. */
  readonly now: number;
  /** Aborts the build. */
  readonly signal: AbortSignal;
  /** Builds at normal CPU priority, because lists wait for it. */
  readonly isUrgent: boolean;
}

/** Builds the indexes in another process. */
export type Reader = (options: ReadOptions) => Promise<RebuildIndexes>;

/**
 * Creates the client.
 * @param path base of the temporary file's name; the next writer removes what a killed process left
 */
export const buildIndexInChildProcess =
  (connectionString: string, outputPath: string): Reader =>
  async ({ history, ...options }) => {
    const path = `${outputPath}.${randomUUID()}.half`;
    const deleteFile = () => rm(path, { force: true });
    try {
      await read(connectionString, path, options);
      const snapshot = await loadSnapshot(path, history);
      if (!snapshot) throw new Error('the indexes that another process made are not of this database or these sources');
      return { snapshot, path, deleteFile };
    } catch (error) {
      await deleteFile();
      throw error;
    }
  };

/** Runs the child process. @throws Error with the output of the process if it failed or was killed */
function read(connectionString: string, path: string, { now, signal, isUrgent }: Omit<ReadOptions, 'history'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(READER, [path, String(now), ...(isUrgent ? ['urgent'] : [])], {
      env: { ...process.env, DATABASE_URL: connectionString },
      execArgv: [ROOM],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      signal,
    });
    // Startup uses the CPU too. Processes that the child starts inherit its priority.
    if (child.pid !== undefined && !isUrgent) lower(child.pid, SHARES.third);
    let message = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      message = (message + chunk.toString('utf8')).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code, ending) =>
      code === 0 ? resolve() : reject(new Error(`The search indexes could not be built (${ending ?? code}): ${message.trim()}`)),
    );
  });
}
