/** full: an acknowledged commit survives a power cut. none: for tests, where nothing has to survive anything. */
export type Durability = 'full' | 'none';

/** Settings of a small server beside its shop: about ten connections of the shop, one core to share. */
const COMMON: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // TCP has no limit on the length of a path, and leaves no socket file behind.
  unix_socket_directories: '',
  // Of a million offers the indexes alone are twice this. A small shop touches a small part of it, and what is not touched is not there.
  shared_buffers: '256MB',
  max_connections: '60',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // A page that is changed first after a checkpoint is written whole: while a large list comes in, often is dear.
  max_wal_size: '1GB',
  min_wal_size: '32MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Values of rows (addresses, phones) stay out of the log; the shop reports failed statements itself.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const BY_DURABILITY: Readonly<Record<Durability, Readonly<Record<string, string>>>> = {
  full: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  none: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
};

/** The settings as arguments of `postgres`. */
export function settingArguments(durability: Durability, port: number): readonly string[] {
  const settings = { ...COMMON, ...BY_DURABILITY[durability], port: String(port) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
