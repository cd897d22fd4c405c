/** SQL of roles and of who has them. */
import { isUniqueViolation, type Queryable, type Transaction } from '#lib/db/pool.ts';
import type { Grant } from '../model/staff-actor.ts';

export interface RoleFields {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
  readonly markets: readonly string[] | null;
  readonly refundLimitCents: number | null;
}

export interface Role extends RoleFields, Grant {
  readonly id: number;
  readonly isBuiltIn: boolean;
  /** People who have it, suspended ones included. */
  readonly members: number;
  readonly version: number;
  readonly updatedAt: Date;
}

const COLUMNS = `id, name, description, permissions, markets, refund_limit_cents as "refundLimitCents", is_owner as "isOwner",
  is_built_in as "isBuiltIn", (select count(*)::integer from staff_roles sr where sr.role_id = roles.id) as members, version,
  updated_at as "updatedAt"`;

/** Lists all roles, built-in ones first. */
export const listRoles = (db: Queryable): Promise<Role[]> =>
  db.queryMany<Role>({ name: 'role.listRoles', text: `select ${COLUMNS} from roles order by is_built_in desc, id` });

export const findRoles = (db: Queryable, ids: readonly number[]): Promise<Role[]> =>
  db.queryMany<Role>({ name: 'role.findRoles', text: `select ${COLUMNS} from roles where id = any($1) order by id`, values: [ids] });

export const findRoleByName = (db: Queryable, name: string): Promise<Role | null> =>
  db.queryOne<Role>({ name: 'role.findRoleByName', text: `select ${COLUMNS} from roles where lower(name) = lower($1)`, values: [name] });

export const findOwnerRole = (db: Queryable): Promise<Role | null> =>
  db.queryOne<Role>({ name: 'role.findOwnerRole', text: `select ${COLUMNS} from roles where is_owner` });

export const lockRole = (transaction: Transaction, id: number): Promise<Role | null> =>
  transaction.queryOne<Role>({ name: 'role.lockRole', text: `select ${COLUMNS} from roles where id = $1 for update`, values: [id] });

const toValues = ({ name, description, permissions, markets, refundLimitCents }: RoleFields): unknown[] => [
  name,
  description,
  permissions,
  markets,
  refundLimitCents,
];

/** Runs a statement that may violate the unique name. The failed statement ends the transaction. @returns null if it did */
async function unlessTaken<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** @returns null if another role has the name; the transaction must end then */
export const insertRole = (transaction: Transaction, fields: RoleFields): Promise<Role | null> =>
  unlessTaken(() =>
    transaction.queryOne<Role>({
      name: 'role.insertRole',
      text: `insert into roles (name, description, permissions, markets, refund_limit_cents) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
      values: toValues(fields),
    }),
  );

/** @returns null if another role has the name; the transaction must end then */
export const updateRole = (transaction: Transaction, id: number, fields: RoleFields): Promise<Role | null> =>
  unlessTaken(() =>
    transaction.queryOne<Role>({
      name: 'role.updateRole',
      text: `update roles set name = $2, description = $3, permissions = $4, markets = $5, refund_limit_cents = $6, version = version + 1
        where id = $1 returning ${COLUMNS}`,
      values: [id, ...toValues(fields)],
    }),
  );

export const deleteRole = (transaction: Transaction, id: number): Promise<number> =>
  transaction.execute({ name: 'role.deleteRole', text: 'delete from roles where id = $1 and not is_owner', values: [id] });

export const setRoles = async (transaction: Transaction, staffId: number, roleIds: readonly number[]): Promise<void> => {
  await transaction.execute({ name: 'role.setRoles.delete', text: 'delete from staff_roles where staff_id = $1', values: [staffId] });
  await transaction.execute({
    name: 'role.setRoles.insert',
    text: 'insert into staff_roles (staff_id, role_id) select $1, unnest($2::integer[])',
    values: [staffId, [...new Set(roleIds)]],
  });
};

/** Roles of a person, as names for the log. */
export const rolesOf = (db: Queryable, staffId: number): Promise<Role[]> =>
  db.queryMany<Role>({
    name: 'role.rolesOf',
    text: `select ${COLUMNS} from roles where id in (select role_id from staff_roles where staff_id = $1) order by id`,
    values: [staffId],
  });
