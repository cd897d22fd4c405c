/** Variables of the database and of the processes that share it. */
import { z } from 'zod';
import { PROCESS_ROLES } from '../process-roles.ts';
import { boolean, integer, type Variable } from './variable-schemas.ts';

const address = z.url({ protocol: /^postgres(ql)?$/ });

export const DATABASE_VARIABLES = {
  /** [SITE-21] */
  DATABASE_URL: {
    schema: address,
    default: undefined,
    allowed: 'a postgres:// address',
    description: 'Your own PostgreSQL instead of the embedded one.',
    secret: true,
  },
  DATABASE_POOLER_URL: {
    schema: address,
    default: undefined,
    allowed: 'a postgres:// address',
    description:
      'PgBouncer in transaction mode in front of the database of DATABASE_URL. Statements and transactions go through it; notifications, migrations and imports of rows connect directly.',
    secret: true,
  },
  DATABASE_POOLER_PREPARES: {
    schema: boolean,
    default: 'yes',
    allowed: 'yes or no',
    description: 'Whether the pooler supports prepared statements. `no` for PgBouncer before 1.21.',
  },
  MIGRATION_DATABASE_URL: {
    schema: address,
    default: undefined,
    allowed: 'a postgres:// address',
    description:
      'Address with which `npm run cli -- migrate` changes the schema: the owner of the database, without a connection pooler. While it is set, no process migrates at its start. Default: DATABASE_URL.',
    secret: true,
  },
  MIGRATION_WAIT_SECONDS: {
    schema: integer(0, 3_600),
    default: '60',
    allowed: 'a number from 0 to 3600',
    description: 'How long a process that does not migrate waits at its start until the schema is new enough.',
  },
  SHOP_ROLE: {
    schema: z.enum(PROCESS_ROLES),
    default: 'all',
    allowed: 'one of all, web, worker',
    description:
      'What this process does: `web` answers shoppers and staff, `worker` sends email and runs jobs and imports, `all` does both. `worker` needs DATABASE_URL. `web` needs it too, except on a restored copy of the embedded database.',
  },
  DATABASE_POOL_SIZE: {
    formerName: 'DATABASE_POOL',
    schema: integer(2, 100),
    default: '10',
    allowed: 'a number from 2 to 100',
    description: 'Connections of one server process.',
  },
  DATABASE_QUERY_TIMEOUT_SECONDS: {
    schema: integer(0, 3_600),
    default: undefined,
    allowed: 'a number from 0 to 3600',
    description:
      'Seconds after which a statement without an answer fails and its connection is closed, so that a database server that is gone is noticed. 0 waits as long as TCP does, up to a quarter of an hour. Default: 60 with `SHOP_ROLE=web`, 0 where jobs run.',
  },
} as const satisfies Readonly<Record<string, Variable>>;
