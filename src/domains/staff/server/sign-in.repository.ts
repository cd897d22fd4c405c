/** SQL of unfinished sign-ins, and of the challenges that sign-ins and sessions wait for. */
import type { Database, Queryable } from '#lib/db/pool.ts';
import { vaultOf } from '#lib/server/secret-vault.ts';
import { digestOf } from './staff-session.repository.ts';

/** Lifetime of an unfinished sign-in, in minutes. Long enough to install an authenticator. */
export const SIGN_IN_MINUTES = 20;
const CHALLENGE_MINUTES = 10;

export interface SignIn {
  /** Null until somebody was recognised. */
  readonly staffId: number | null;
  /** `complete`: everything was shown, the identity provider may start its session. */
  readonly step: 'start' | 'factor' | 'set_up' | 'complete';
  readonly identity: 'built_in' | 'external';
  /** The link that is used up at the end. */
  readonly invitationId: number | null;
  readonly method: string;
  readonly returnTo: string;
}

/** Finds the unfinished sign-in of a browser. */
export const findSignIn = (db: Queryable, token: string): Promise<SignIn | null> =>
  db.queryOne<SignIn>({
    name: 'sign-in.findSignIn',
    text: `select staff_id as "staffId", step, identity, invitation_id as "invitationId", method, return_to as "returnTo"
      from staff_sign_ins where token_hash = $1 and expires_at > now()`,
    values: [digestOf(token)],
  });

/** Saves the sign-in of a browser, in place of an earlier one. */
export const saveSignIn = (db: Queryable, token: string, signIn: SignIn): Promise<number> =>
  db.execute({
    name: 'sign-in.saveSignIn',
    text: `insert into staff_sign_ins (token_hash, staff_id, step, identity, invitation_id, method, return_to, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, now() + interval '${SIGN_IN_MINUTES} minutes')
      on conflict (token_hash) do update set staff_id = excluded.staff_id, step = excluded.step, identity = excluded.identity,
        invitation_id = excluded.invitation_id, method = excluded.method, return_to = excluded.return_to, expires_at = excluded.expires_at`,
    values: [digestOf(token), signIn.staffId, signIn.step, signIn.identity, signIn.invitationId, signIn.method, signIn.returnTo],
  });

/** Ends the sign-in of a browser. @returns false if there was none, or another request has ended it */
export const deleteSignIn = async (db: Queryable, token: string): Promise<boolean> =>
  (await db.execute({
    name: 'sign-in.deleteSignIn',
    text: 'delete from staff_sign_ins where token_hash = $1 and expires_at > now()',
    values: [digestOf(token)],
  })) > 0;

/** Ends all unfinished sign-ins of a person, so that what was shown before a reset opens nothing after it. */
export const deleteSignIns = (db: Queryable, staffId: number): Promise<number> =>
  db.execute({ name: 'sign-in.deleteSignIns', text: 'delete from staff_sign_ins where staff_id = $1', values: [staffId] });

export type ChallengeKind = 'passkey' | 'totp' | 'oidc';

/** Who waits for a challenge: an unfinished sign-in or a session. */
export const signInHolder = (token: string): string => `sign-in ${digestOf(token)}`;
export const sessionHolder = (sessionId: number): string => `session ${sessionId}`;

const SECRET = 'staff challenge';

/** Saves the value that the next request of the holder must match, in place of an earlier one. */
export async function saveChallenge(database: Database, holder: string, kind: ChallengeKind, value: string): Promise<void> {
  const { keyId, text } = vaultOf(database).seal(SECRET, value);
  await database.execute({
    name: 'sign-in.saveChallenge',
    text: `insert into staff_challenges (holder, kind, key_id, value, expires_at)
      values ($1, $2, $3, $4, now() + interval '${CHALLENGE_MINUTES} minutes')
      on conflict (holder, kind) do update set key_id = excluded.key_id, value = excluded.value, expires_at = excluded.expires_at`,
    values: [holder, kind, keyId, text],
  });
}

interface ChallengeRow {
  readonly keyId: string;
  readonly text: string;
}

const openChallenge = (database: Database, row: ChallengeRow | null): string | null => {
  const vault = vaultOf(database);
  return row && vault.readable.includes(row.keyId) ? vault.open(SECRET, row) : null;
};

/** Returns a challenge without using it up, for codes that may be typed wrongly. */
export const readChallenge = async (database: Database, holder: string, kind: ChallengeKind): Promise<string | null> =>
  openChallenge(
    database,
    await database.queryOne<ChallengeRow>({
      name: 'sign-in.readChallenge',
      text: 'select key_id as "keyId", value as text from staff_challenges where holder = $1 and kind = $2 and expires_at > now()',
      values: [holder, kind],
    }),
  );

/** Returns a challenge and uses it up: each is answered once. */
export const takeChallenge = async (database: Database, holder: string, kind: ChallengeKind): Promise<string | null> =>
  openChallenge(
    database,
    await database.queryOne<ChallengeRow>({
      name: 'sign-in.takeChallenge',
      text: `delete from staff_challenges where holder = $1 and kind = $2 and expires_at > now()
        returning key_id as "keyId", value as text`,
      values: [holder, kind],
    }),
  );
