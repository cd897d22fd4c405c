/**
 * Long work goes last where others want the processor: this process, and those of the database's that work for its transactions.
 * Where that is refused or not to be had (another machine, user or system than Linux) the work goes on as it is.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Database, Queryable } from './pool.ts';

/**
 * Where others want all of the processor: a tenth of the share of one of them, enough to come to an end while it holds a lock, or
 * a third, for what somebody waits for.
 */
export const SHARES = { tenth: 10, third: 5 } as const;

/** In: a process that has just begun, or a thread; and a number of `SHARES`. */
export function lower(id: number, to: number): void {
  try {
    setPriority(id, to);
  } catch {
    // Pages beside it are slower; nothing else follows.
  }
}

/** The threads of this process; on Linux each has its own priority. */
function threadsHere(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

/** Whether a number is that of one of PostgreSQL's processes, here. */
function isOfDatabase(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres:');
  } catch {
    return false;
  }
}

/**
 * Linux shares the processor out between sessions before it looks at the processes of each, and PostgreSQL gives each of its
 * processes a session: such a one is lowered as a whole.
 */
function lowerSession(leader: number, to: number): void {
  try {
    const [, , , session] = readFileSync(`/proc/${leader}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    if (session === leader) writeFileSync(`/proc/${leader}/autogroup`, String(to));
  } catch {
    // As above.
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
 * In: the database of a process that does long work and no other. Out: the same, whose transactions go last. Both stay low to
 * their end: only an administrator may raise a process again.
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
