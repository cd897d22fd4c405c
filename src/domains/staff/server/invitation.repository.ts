/** SQL of single-use links: invitations, new second factors, and the first owner of a shop. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { createToken, digestOf } from './staff-session.repository.ts';

export type InvitationKind = 'invitation' | 'factor_reset' | 'first_run';

export const INVITATION_DAYS = 7;
/** SQL interval: lifetime of a link of the kind $1. */
const LIFETIME = `case $1::text when 'invitation' then interval '${INVITATION_DAYS} days' else interval '24 hours' end`;

export interface Invitation {
  readonly id: number;
  readonly kind: InvitationKind;
  readonly staffId: number | null;
  readonly invitedBy: string;
  readonly expiresAt: Date;
}

const COLUMNS = 'id, kind, staff_id as "staffId", invited_by as "invitedBy", expires_at as "expiresAt"';

/**
 * Inserts a link and ends earlier ones of the person. Links of a first run stay, because each process prints one. Its token is created
 * by `armInvitation`.
 */
export async function insertInvitation(
  transaction: Transaction,
  { kind, staffId, invitedBy }: Pick<Invitation, 'kind' | 'staffId' | 'invitedBy'>,
): Promise<Invitation> {
  await transaction.execute({
    name: 'invitation.insertInvitation.end',
    text: 'delete from staff_invitations where staff_id = $1 and used_at is null',
    values: [staffId],
  });
  const row = await transaction.queryOne<Invitation>({
    name: 'invitation.insertInvitation.insert',
    text: `insert into staff_invitations (kind, staff_id, invited_by, expires_at) values ($1, $2, $3, now() + ${LIFETIME})
      returning ${COLUMNS}`,
    values: [kind, staffId, invitedBy],
  });
  if (!row) throw new Error('insert of an invitation returned no row');
  return row;
}

/** Copies a link with a token of its own, so that the console and the email both have one. */
export async function copyInvitation(transaction: Transaction, { kind, staffId, invitedBy }: Invitation): Promise<string> {
  const token = createToken();
  await transaction.execute({
    name: 'invitation.copyInvitation',
    text: `insert into staff_invitations (kind, staff_id, invited_by, token_hash, expires_at) values ($1, $2, $3, $4, now() + ${LIFETIME})`,
    values: [kind, staffId, invitedBy, digestOf(token)],
  });
  return token;
}

/** Creates the token of a link, for its email. @returns null if the link has ended */
export async function armInvitation(db: Queryable, id: number): Promise<{ invitation: Invitation; token: string } | null> {
  const token = createToken();
  const invitation = await db.queryOne<Invitation>({
    name: 'invitation.armInvitation',
    text: `update staff_invitations set token_hash = $2 where id = $1 and used_at is null and expires_at > now() returning ${COLUMNS}`,
    values: [id, digestOf(token)],
  });
  return invitation && { invitation, token };
}

/** Finds the link of a token if it is unused and not expired. */
export const findInvitation = (db: Queryable, token: string): Promise<Invitation | null> =>
  db.queryOne<Invitation>({
    name: 'invitation.findInvitation',
    text: `select ${COLUMNS} from staff_invitations where token_hash = $1 and used_at is null and expires_at > now()`,
    values: [digestOf(token)],
  });

/** Locks a link by its id if it is unused and not expired. */
export const lockInvitation = (transaction: Transaction, id: number): Promise<Invitation | null> =>
  transaction.queryOne<Invitation>({
    name: 'invitation.lockInvitation',
    text: `select ${COLUMNS} from staff_invitations where id = $1 and used_at is null and expires_at > now() for update`,
    values: [id],
  });

/** Gives the link of a first run to the person who opened it. */
export const assignInvitation = (transaction: Transaction, id: number, staffId: number): Promise<number> =>
  transaction.execute({
    name: 'invitation.assignInvitation',
    text: 'update staff_invitations set staff_id = $2 where id = $1',
    values: [id, staffId],
  });

/** Uses up a link, and all others of the person. */
export const endInvitations = (transaction: Transaction, staffId: number): Promise<number> =>
  transaction.execute({
    name: 'invitation.endInvitations',
    text: 'update staff_invitations set used_at = now() where staff_id = $1 and used_at is null',
    values: [staffId],
  });
