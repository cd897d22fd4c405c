/**
 * Storage of the OpenID provider. Stores session ids, codes and refresh tokens as digests, so that the table does not allow signing
 * in.
 */
import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Queryable } from '#lib/db/pool.ts';
import { isStorable } from '#lib/is-storable-text.ts';

/**
 * Grace period of a used refresh token in seconds. Two tabs may send the same token at once, and the client sends it up to three
 * times after timeouts of 10 s [ID-21].
 */
export const REFRESH_LEEWAY_SECONDS = 30;

const digestOf = (id: string): string => createHash('sha256').update(id).digest('base64url');

interface Row {
  readonly payload: AdapterPayload;
  readonly isConsumed: boolean;
}

const COLUMNS = `payload, consumed_at is not null and (kind <> 'RefreshToken' or consumed_at < now() - interval '${REFRESH_LEEWAY_SECONDS} seconds') as "isConsumed"`;

const withId = (row: Row | null, jti: string | null): AdapterPayload | undefined =>
  row ? { ...row.payload, ...(jti === null ? {} : { jti }), ...(row.isConsumed ? { consumed: true } : {}) } : undefined;

/** Serialises a payload. @throws InvalidRequest if a parameter of the request cannot be stored */
const jsonOf = (payload: object): string =>
  JSON.stringify(payload, (_, value: unknown) => {
    if (typeof value === 'string' && !isStorable(value)) throw new errors.InvalidRequest('a parameter has characters that cannot be kept');
    return value;
  });

/** Creates the provider's adapter for one kind of record. */
export function oidcRecords(database: Queryable, kind: string): Adapter {
  return {
    async upsert(id, { jti: _, ...payload }, expiresIn) {
      // The URLs of the hosted pages carry the request, so stored interactions are never read.
      if (kind === 'Interaction') return;
      const { grantId = null, accountId = null } = payload;
      await database.execute({
        name: 'oidc.upsert',
        text: `insert into oidc_records (kind, id, grant_id, uid, account_id, payload, expires_at)
          values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
          on conflict (kind, id) do update set grant_id = excluded.grant_id, uid = excluded.uid, account_id = excluded.account_id,
            payload = excluded.payload, expires_at = excluded.expires_at`,
        values: [kind, digestOf(id), grantId, payload.uid ?? payload.sessionUid ?? null, accountId, jsonOf(payload), expiresIn ?? 86_400],
      });
    },
    async find(id) {
      const row = await database.queryOne<Row>({
        name: 'oidc.find',
        text: `select ${COLUMNS} from oidc_records where kind = $1 and id = $2 and expires_at > now()`,
        values: [kind, digestOf(id)],
      });
      return withId(row, id);
    },
    async findByUid(uid) {
      const row = await database.queryOne<Row>({
        name: 'oidc.findByUid',
        text: `select ${COLUMNS} from oidc_records where kind = $1 and uid = $2 and expires_at > now()`,
        values: [kind, uid],
      });
      return withId(row, null);
    },
    async findByUserCode() {
      return undefined;
    },
    async consume(id) {
      // Only the first use sets the time, so that reuse does not prolong the grace period.
      await database.execute({
        name: 'oidc.consume',
        text: 'update oidc_records set consumed_at = now() where kind = $1 and id = $2 and consumed_at is null',
        values: [kind, digestOf(id)],
      });
    },
    async destroy(id) {
      await database.execute({
        name: 'oidc.destroy',
        text: 'delete from oidc_records where kind = $1 and id = $2',
        values: [kind, digestOf(id)],
      });
    },
    async revokeByGrantId(grantId) {
      await database.execute({
        name: 'oidc.revokeByGrantId',
        text: 'delete from oidc_records where kind = $1 and grant_id = $2',
        values: [kind, grantId],
      });
    },
  };
}
