/** SQL of API keys. The key is shown once; its digest is stored. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Grant } from '../model/staff-actor.ts';
import { createToken, digestOf } from './staff-session.repository.ts';

/** Begins every key, so that scanners for leaked secrets find it. */
const KEY_START = 'cellardoor_office_';
const PREFIX_LENGTH = KEY_START.length + 6;

export interface ApiKeyRow {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly isRevoked: boolean;
}

const COLUMNS = `id, name, prefix, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
  revoked_at is not null as "isRevoked"`;

/** Lists the keys of a person, the latest first. */
export const listApiKeys = (db: Queryable, staffId: number): Promise<ApiKeyRow[]> =>
  db.queryMany<ApiKeyRow>({
    name: 'api-key.listApiKeys',
    text: `select ${COLUMNS} from api_keys where staff_id = $1 order by id desc limit 200`,
    values: [staffId],
  });

/** Inserts a key. @param days lifetime; null for no end */
export async function insertApiKey(
  transaction: Transaction,
  staffId: number,
  { name, scopes, days }: { readonly name: string; readonly scopes: readonly string[]; readonly days: number | null },
): Promise<{ readonly key: string; readonly row: ApiKeyRow }> {
  const key = `${KEY_START}${createToken()}`;
  const row = await transaction.queryOne<ApiKeyRow>({
    name: 'api-key.insertApiKey',
    text: `insert into api_keys (staff_id, name, prefix, token_hash, scopes, expires_at)
      values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning ${COLUMNS}`,
    values: [staffId, name, key.slice(0, PREFIX_LENGTH), digestOf(key), scopes, days],
  });
  if (!row) throw new Error('insert of an API key returned no row');
  return { key, row };
}

/** Ends a key. @returns null if the person has no such key */
export const revokeApiKey = (transaction: Transaction, staffId: number, id: number): Promise<ApiKeyRow | null> =>
  transaction.queryOne<ApiKeyRow>({
    name: 'api-key.revokeApiKey',
    text: `update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $2 and staff_id = $1 returning ${COLUMNS}`,
    values: [staffId, id],
  });

/** Ends all keys of a person. */
export const revokeApiKeys = (transaction: Transaction, staffId: number): Promise<number> =>
  transaction.execute({
    name: 'api-key.revokeApiKeys',
    text: 'update api_keys set revoked_at = now() where staff_id = $1 and revoked_at is null',
    values: [staffId],
  });

export interface KeyHolder {
  readonly id: number;
  readonly staffId: number;
  readonly name: string;
  readonly email: string;
  readonly keyName: string;
  readonly scopes: readonly string[];
  readonly grants: readonly Grant[];
}

/** Finds the holder of a key that is valid now, and records its use. */
export async function findKeyHolder(db: Queryable, key: string): Promise<KeyHolder | null> {
  if (!key.startsWith(KEY_START)) return null;
  const digest = digestOf(key);
  const holder = await db.queryOne<KeyHolder & { isQuiet: boolean }>({
    name: 'api-key.findKeyHolder.find',
    text: `select k.id, s.id as "staffId", s.name, s.email, k.name as "keyName", k.scopes,
        (select coalesce(jsonb_agg(jsonb_build_object('permissions', r.permissions, 'markets', r.markets,
            'refundLimitCents', r.refund_limit_cents, 'isOwner', r.is_owner)), '[]')
          from staff_roles sr join roles r on r.id = sr.role_id where sr.staff_id = s.id) as grants,
        k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as "isQuiet"
      from api_keys k join staff s on s.id = k.staff_id
      where k.token_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and s.status = 'active'`,
    values: [digest],
  });
  if (holder?.isQuiet)
    await db.execute({
      name: 'api-key.findKeyHolder.touch',
      text: 'update api_keys set last_used_at = now() where token_hash = $1',
      values: [digest],
    });
  return holder;
}
