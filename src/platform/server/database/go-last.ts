/**
 * Long work goes last where others want the processor: this process, and those of the database's that work for its transactions.
 * Where that is refused or not to be had (another machine, user or system than Linux) the work goes on as it is.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Database, Queries } from './pool.ts';

/** A tenth of what is left where others want all of it: enough to come to an end while it holds a lock. */
const { PRIORITY_BELOW_NORMAL } = constants.priority;

/** In: a process, or a thread of one. */
function lower(id: number): void {
  try {
    setPriority(id, PRIORITY_BELOW_NORMAL);
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
function lowerSession(leader: number): void {
  try {
    const [, , , session] = readFileSync(`/proc/${leader}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    if (session === leader) writeFileSync(`/proc/${leader}/autogroup`, String(PRIORITY_BELOW_NORMAL));
  } catch {
    // As above.
  }
}

async function lowerBehind(connection: Queries): Promise<void> {
  const row = await connection.row<{ pid: number }>({
    text: "select pg_backend_pid() as pid where coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true)",
  });
  if (!row || !isOfDatabase(row.pid)) return;
  lower(row.pid);
  lowerSession(row.pid);
}

/**
 * In: the database of a process that does long work and no other. Out: the same, whose transactions go last. Both stay low to
 * their end: only an administrator may raise a process again.
 */
export function goLast(database: Database): Database {
  for (const thread of threadsHere()) lower(thread);
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (transaction) => {
        await lowerBehind(transaction);
        return work(transaction);
      }),
  };
}
