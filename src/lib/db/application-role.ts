/** Rights of the role that the shop runs as. It reads and writes data and cannot change the schema. */
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';

/** The shop's own schema, that of the job library, and that of the payment gateway for tests. */
const SCHEMAS = 'public, pgboss, sandbox_gateway';

/** The role cannot be used. The message says why, and what to do. */
export class ApplicationRoleError extends OperatorError {
  override name = 'ApplicationRoleError';
}

/**
 * Grants a role what the shop needs at run time, on the tables of today and of later migrations. Takes from it what would let it change
 * the schema. Safe to repeat.
 * @param connectionString the owner of the database, whose schema is up to date
 * @throws ApplicationRoleError if the role does not exist, or could change the schema anyway
 */
export async function grantApplicationRole(connectionString: string, name: string): Promise<void> {
  const connection = new pg.Client({ connectionString });
  await connection.connect();
  try {
    const { rows } = await connection.query<{ mayChange: boolean; database: string }>(
      `select rolsuper or pg_has_role(oid, current_user, 'member') as "mayChange", current_database() as database
       from pg_roles where rolname = $1`,
      [name],
    );
    const [found] = rows;
    if (!found) throw new ApplicationRoleError(`There is no database role ${name}. Create it: create role ${name} login password '…'`);
    if (found.mayChange)
      throw new ApplicationRoleError(
        `The role ${name} is a superuser or owns the database, so it can change the schema. Name another one.`,
      );
    const role = pg.escapeIdentifier(name);
    await connection.query(`begin;
      revoke create on schema public from public;
      revoke all on schema ${SCHEMAS} from ${role};
      revoke all on all tables in schema ${SCHEMAS} from ${role};
      grant connect, temporary on database ${pg.escapeIdentifier(found.database)} to ${role};
      grant usage on schema ${SCHEMAS} to ${role};
      grant select, insert, update, delete on all tables in schema ${SCHEMAS} to ${role};
      grant usage, select, update on all sequences in schema ${SCHEMAS} to ${role};
      grant execute on all functions in schema ${SCHEMAS} to ${role};
      alter default privileges in schema ${SCHEMAS} grant select, insert, update, delete on tables to ${role};
      alter default privileges in schema ${SCHEMAS} grant usage, select, update on sequences to ${role};
      alter default privileges in schema ${SCHEMAS} grant execute on functions to ${role};
      revoke insert, update, delete on table migration from ${role};
      commit`);
  } finally {
    await connection.end();
  }
}
