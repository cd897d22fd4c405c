/** Rights of the role that the shop runs as. It reads and writes data and cannot change the schema. */
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { openConnection } from './migrate.ts';

/** The shop's own schema, that of the job library, and that of the payment gateway for tests. */
const SCHEMAS = 'public, pgboss, sandbox_gateway';

/** The role cannot be used. The message says why, and what to do. */
export class ApplicationRoleError extends OperatorError {
  override name = 'ApplicationRoleError';
}

/**
 * What lets a role change the schema: its own rights, those of everybody, and those of roles that it is a member of. A role that may create
 * roles can give itself those of an owner before PostgreSQL 16. Programs and files of the server lead to its superuser.
 */
const REMAINING_RIGHTS = `with own as (select oid, rolsuper, rolcreaterole from pg_roles where rolname = $1),
    spaces as (select oid, nspname, nspowner from pg_namespace where nspname = any(string_to_array($2, ', '))),
    owned as (
      select 1 as place, datdba as owner, 'the database' as what from pg_database where datname = current_database()
      union all select 2, nspowner, 'the schema ' || nspname from spaces
      union all select 3, c.relowner, c.oid::regclass::text from pg_class c join spaces s on s.oid = c.relnamespace
      union all select 4, p.proowner, p.oid::regprocedure::text from pg_proc p join spaces s on s.oid = p.pronamespace),
    owner as (
      select o.owner, r.rolname, o.what from owned o join pg_roles r on r.oid = o.owner cross join own
      where pg_has_role(own.oid, o.owner, 'member') order by o.place, o.what limit 1)
  select what from (
    select 1 as place, 'it is a superuser' as what from own where rolsuper
    union all select 2, case when o.owner = own.oid then 'it owns ' || o.what
      else 'it is a member of ' || o.rolname || ', which owns ' || o.what end from owner o cross join own where not own.rolsuper
    union all select 3, 'it may create roles (createrole)' from own where rolcreaterole and not own.rolsuper
    union all select 4, 'it is a member of ' || r.rolname from pg_roles r cross join own
      where r.rolname in ('pg_execute_server_program', 'pg_write_server_files') and pg_has_role(own.oid, r.oid, 'member') and not own.rolsuper
    union all select 5, 'it may create schemas in the database' from own
      where has_database_privilege(own.oid, current_database(), 'create') and not own.rolsuper
    union all select 6, 'it may create tables in the schema ' || s.nspname from spaces s cross join own
      where has_schema_privilege(own.oid, s.oid, 'create') and not own.rolsuper
    union all (select 7, 'it may truncate or add triggers to ' || c.oid::regclass from pg_class c join spaces s on s.oid = c.relnamespace
      cross join own where c.relkind in ('r', 'p') and has_table_privilege(own.oid, c.oid, 'truncate, trigger') and not own.rolsuper
      order by c.relname limit 1)) remaining order by place, what`;

/**
 * Grants a role what the shop needs at run time, on the tables of today and of later migrations. Takes from it what would let it change
 * the schema. Safe to repeat.
 * @param connectionString the owner of the database or a superuser; the schema is up to date
 * @throws ApplicationRoleError if the role does not exist, or could change the schema anyway. Nothing is granted then
 */
export async function grantApplicationRole(connectionString: string, name: string): Promise<void> {
  const connection = await openConnection(connectionString);
  try {
    const { rows } = await connection.query<{ database: string }>(
      'select current_database() as database from pg_roles where rolname = $1',
      [name],
    );
    const [found] = rows;
    if (!found) throw new ApplicationRoleError(`There is no database role ${name}. Create it: create role ${name} login password '…'`);
    const role = pg.escapeIdentifier(name);
    const database = pg.escapeIdentifier(found.database);
    await connection.query(`begin;
      revoke create on schema public from public;
      revoke create on database ${database} from public, ${role};
      revoke all on schema ${SCHEMAS} from ${role};
      revoke all on all tables in schema ${SCHEMAS} from ${role};
      grant connect, temporary on database ${database} to ${role};
      grant usage on schema ${SCHEMAS} to ${role};
      grant select, insert, update, delete on all tables in schema ${SCHEMAS} to ${role};
      grant usage, select, update on all sequences in schema ${SCHEMAS} to ${role};
      grant execute on all functions in schema ${SCHEMAS} to ${role};
      alter default privileges in schema ${SCHEMAS} grant select, insert, update, delete on tables to ${role};
      alter default privileges in schema ${SCHEMAS} grant usage, select, update on sequences to ${role};
      alter default privileges in schema ${SCHEMAS} grant execute on functions to ${role};
      revoke insert, update, delete on table migration from ${role}`);
    const { rows: remaining } = await connection.query<{ what: string }>(REMAINING_RIGHTS, [name, SCHEMAS]);
    if (remaining.length > 0)
      throw new ApplicationRoleError(
        `The role ${name} could change the schema: ${remaining.map(({ what }) => what).join(', ')}. Nothing was granted. Take that from it, or name another role.`,
      );
    await connection.query('commit');
  } finally {
    // Without the commit, PostgreSQL undoes everything.
    await connection.end();
  }
}
