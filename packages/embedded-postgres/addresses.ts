import { ADMIN_ROLE, APP_DATABASE, APP_ROLE } from './initialise.ts';
import type { ClusterPasswords } from './passwords.ts';

/** Connection strings of a running embedded PostgreSQL. Both contain a password and must not be logged. */
export interface DatabaseAddresses {
  /** The shop's role, without superuser rights, in the database it owns. */
  readonly connectionString: string;
  /** The superuser in the database `postgres`, for tests and repairs only. */
  readonly adminConnectionString: string;
}

/** Returns the connection strings of both roles for a port of 127.0.0.1. */
export function addresses(passwords: ClusterPasswords, port: number): DatabaseAddresses {
  return {
    connectionString: `postgres://${APP_ROLE}:${passwords.app}@127.0.0.1:${port}/${APP_DATABASE}`,
    adminConnectionString: `postgres://${ADMIN_ROLE}:${passwords.admin}@127.0.0.1:${port}/postgres`,
  };
}
