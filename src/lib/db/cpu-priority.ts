/**
 * Lowers the CPU priority of batch work: of this process, and of the database processes that run its transactions. Does nothing if that
 * is not permitted or not available (another machine, user or system than Linux).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Database, Queryable } from './pool.ts';

/**
 * Nice values by CPU share relative to a busy process: a tenth, enough to finish while holding a lock, or a third, for work that
 * somebody waits for.
 */
export const SHARES = { tenth: 10, third: 5 } as const;

/** Lowers a new process or thread to one of `SHARES`. */
export function lower(id: number, to: number): void {
  try {
    setPriority(id, to);
  } catch {
    // Failure only makes concurrent pages slower.
  }
}

/** Returns the threads of this process. On Linux each has its own priority. */
function threadsHere(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

/** Returns whether a process id is that of a local PostgreSQL process. */
function isOfDatabase(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres:');
  } catch {
    return false;
  }
}

/**
 * Lowers a whole session. Linux divides the CPU between sessions first, and PostgreSQL gives each of its processes a session.
 */
function lowerSession(leader: number, to: number): void {
  try {
    const [, , , session] = readFileSync(`/proc/${leader}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    if (session === leader) writeFileSync(`/proc/${leader}/autogroup`, String(to));
  } catch {
    // Failure only makes concurrent pages slower.
  }
}

async function lowerBehind(connection: Queryable, to: number): Promise<void> {
  const row = await connection.queryOne<{ pid: number }>({
    text: "select pg_backend_pid() as pid where coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true)",
  });
  if (!row || !isOfDatabase(row.pid)) return;
  lower(row.pid, to);
  lowerSession(row.pid, to);
}

/**
 * Wraps the database of a batch process so that its transactions run at a low priority. It stays low: only an administrator may raise a
 * process.
 */
export function lowerCpuPriority(database: Database, share: keyof typeof SHARES): Database {
  const to = SHARES[share];
  for (const thread of threadsHere()) lower(thread, to);
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (transaction) => {
        await lowerBehind(transaction, to);
        return work(transaction);
      }),
  };
}
