/** `full`: an acknowledged commit survives a power failure. `none`: for tests, where data is disposable. */
export type Durability = 'full' | 'none';

/** Settings of a small server on the machine of its shop: about ten connections and a shared core. */
const COMMON: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // Connections use TCP, which has no limit on the length of a path and leaves no socket file.
  unix_socket_directories: '',
  // The indexes of a million offers are twice this size. A small shop uses a fraction of it, and unused memory is not allocated.
  shared_buffers: '256MB',
  max_connections: '60',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // A page is written completely at its first change after a checkpoint, so frequent checkpoints make large imports slow.
  max_wal_size: '1GB',
  min_wal_size: '32MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Keeps values of rows (addresses, phone numbers) out of the log. The shop reports failed statements itself.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const BY_DURABILITY: Readonly<Record<Durability, Readonly<Record<string, string>>>> = {
  full: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  none: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
};

/** Returns the settings as arguments of `postgres`. @param different settings that replace the usual ones */
export function settingArguments(
  durability: Durability,
  port: number,
  different: Readonly<Record<string, string>> = {},
): readonly string[] {
  const settings = { ...COMMON, ...BY_DURABILITY[durability], ...different, port: String(port) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
