/** SQL of staff: the person, their status and what signs them in. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { StaffStatus } from '../model/records.ts';
import type { Grant } from '../model/staff-actor.ts';

export interface Staff {
  readonly id: number;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly status: StaffStatus;
  readonly passwordHash: string | null;
  readonly version: number;
  readonly updatedAt: Date;
}

const COLUMNS = 'id, subject, email, name, status, password_hash as "passwordHash", version, updated_at as "updatedAt"';

export const findStaff = (db: Queryable, id: number): Promise<Staff | null> =>
  db.queryOne<Staff>({ name: 'staff.findStaff', text: `select ${COLUMNS} from staff where id = $1`, values: [id] });

export const findStaffByEmail = (db: Queryable, email: string): Promise<Staff | null> =>
  db.queryOne<Staff>({
    name: 'staff.findStaffByEmail',
    text: `select ${COLUMNS} from staff where email_key = $1`,
    values: [emailKey(email)],
  });

export const findStaffBySubject = (db: Queryable, subject: string): Promise<Staff | null> =>
  db.queryOne<Staff>({
    name: 'staff.findStaffBySubject',
    text: `select ${COLUMNS} from staff where subject = $1`,
    values: [subject],
  });

/** Finds the person of an account at a hosted tenant: the linked one, else the one with the confirmed email, who is linked now. */
export async function findStaffOfTenant(transaction: Transaction, subject: string, email: string | null): Promise<Staff | null> {
  const linked = await transaction.queryOne<Staff>({
    name: 'staff.findStaffOfTenant.linked',
    text: `select ${COLUMNS} from staff where tenant_subject = $1`,
    values: [subject],
  });
  if (linked || email === null) return linked;
  return transaction.queryOne<Staff>({
    name: 'staff.findStaffOfTenant.link',
    text: `update staff set tenant_subject = $1 where email_key = $2 and tenant_subject is null returning ${COLUMNS}`,
    values: [subject, emailKey(email)],
  });
}

/** Locks a person, so that two changes of them run one after the other. */
export const lockStaff = (transaction: Transaction, id: number): Promise<Staff | null> =>
  transaction.queryOne<Staff>({
    name: 'staff.lockStaff',
    text: `select ${COLUMNS} from staff where id = $1 for update`,
    values: [id],
  });

/** Inserts a person who was invited. @returns null if the address is taken */
export const insertStaff = (transaction: Transaction, { email, name }: Pick<Staff, 'email' | 'name'>): Promise<Staff | null> =>
  transaction.queryOne<Staff>({
    name: 'staff.insertStaff',
    text: `insert into staff (email, email_key, name, invited_at) values ($1, $2, $3, now()) on conflict (email_key) do nothing
      returning ${COLUMNS}`,
    values: [email, emailKey(email), name],
  });

/** Deletes a person who never accepted the invitation. */
export const deleteInvited = (transaction: Transaction, id: number): Promise<number> =>
  transaction.execute({ name: 'staff.deleteInvited', text: "delete from staff where id = $1 and status = 'invited'", values: [id] });

export const updateName = (transaction: Transaction, id: number, name: string): Promise<number> =>
  transaction.execute({
    name: 'staff.updateName',
    text: 'update staff set name = $2, version = version + 1 where id = $1',
    values: [id, name],
  });

export const updateStatus = (transaction: Transaction, id: number, status: StaffStatus): Promise<number> =>
  transaction.execute({
    name: 'staff.updateStatus',
    text: 'update staff set status = $2, version = version + 1 where id = $1',
    values: [id, status],
  });

export const updatePasswordHash = (db: Queryable, id: number, hash: string | null): Promise<number> =>
  db.execute({ name: 'staff.updatePasswordHash', text: 'update staff set password_hash = $2 where id = $1', values: [id, hash] });

/** Returns true if nobody was ever invited. */
export async function hasNoStaff(db: Queryable): Promise<boolean> {
  const row = await db.queryOne<{ isEmpty: boolean }>({
    name: 'staff.hasNoStaff',
    text: 'select not exists (select 1 from staff where status <> \'invited\') as "isEmpty"',
  });
  return row?.isEmpty === true;
}

/** Serialises changes of who is an owner, until the end of the transaction. */
const OWNERS_LOCK = 7_301_511;

/** Locks who is an owner until the end of the transaction. */
export const lockOwners = (transaction: Transaction): Promise<number> =>
  transaction.execute({ name: 'staff.lockOwners', text: 'select pg_advisory_xact_lock($1)', values: [OWNERS_LOCK] });

/** Returns true if nobody but the given person is an active owner. Locks the owners until the end of the transaction. */
export async function isLastOwner(transaction: Transaction, id: number): Promise<boolean> {
  await lockOwners(transaction);
  const row = await transaction.queryOne<{ isOwner: boolean; others: number }>({
    name: 'staff.isLastOwner',
    text: `select coalesce(bool_or(s.id = $1), false) as "isOwner", count(*) filter (where s.id <> $1)::integer as others
      from staff s join staff_roles sr on sr.staff_id = s.id join roles r on r.id = sr.role_id
      where r.is_owner and s.status = 'active'`,
    values: [id],
  });
  return row?.isOwner === true && row.others === 0;
}

/** Returns what the roles of a person grant. */
export const grantsOf = (db: Queryable, staffId: number): Promise<Grant[]> =>
  db.queryMany<Grant>({
    name: 'staff.grantsOf',
    text: `select r.permissions, r.markets, r.refund_limit_cents as "refundLimitCents", r.is_owner as "isOwner"
      from staff_roles sr join roles r on r.id = sr.role_id where sr.staff_id = $1 order by r.id`,
    values: [staffId],
  });

/** Names of up to three active people who may give permissions: owners first. */
export async function namesOfGranters(db: Queryable): Promise<string[]> {
  const rows = await db.queryMany<{ name: string }>({
    name: 'staff.namesOfGranters',
    text: `select s.name from staff s join staff_roles sr on sr.staff_id = s.id join roles r on r.id = sr.role_id
      where s.status = 'active' and (r.is_owner or 'staff.write' = any(r.permissions))
      group by s.id, s.name order by bool_or(r.is_owner) desc, s.id limit 3`,
  });
  return rows.map(({ name }) => name);
}
