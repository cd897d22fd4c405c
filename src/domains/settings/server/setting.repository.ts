/** Versions of settings in the database. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { SecretVault, StoredSecret } from '#lib/server/secret-vault.ts';

/** The channel on which processes announce new versions. */
export const SETTINGS_CHANGED = 'settings_changed';

/** Returns the name under which the vault seals a write-only field. */
export const secretName = (group: string, scope: string, field: string): string => `setting ${group}/${scope}/${field}`;

export interface VersionRow {
  readonly id: number;
  readonly group_id: string;
  readonly scope: string;
  readonly revision: number;
  readonly value: unknown;
  readonly secrets: Readonly<Record<string, StoredSecret>>;
  readonly effective_from: Date;
  readonly created_at: Date;
  readonly author: string;
  readonly note: string;
}

/** Reads all versions in the order in which they were saved. */
export const readVersions = (db: Queryable): Promise<VersionRow[]> =>
  db.queryMany<VersionRow>({
    name: 'setting.readVersions',
    text: `select id, group_id, scope, revision, value, secrets, effective_from, created_at, author, note
      from setting_versions order by id`,
  });

/** Reads the versions of a group in a scope, the last one first. */
export const readVersionsOf = (db: Queryable, group: string, scope: string): Promise<VersionRow[]> =>
  db.queryMany<VersionRow>({
    name: 'setting.readVersionsOf',
    text: `select id, group_id, scope, revision, value, secrets, effective_from, created_at, author, note
      from setting_versions where group_id = $1 and scope = $2 order by revision desc`,
    values: [group, scope],
  });

/** Returns the version of rows that is in force at a moment, in ms since 1970. */
export const rowInForce = (rows: readonly VersionRow[], at: number): VersionRow | null =>
  rows
    .filter(({ effective_from }) => effective_from.getTime() <= at)
    .sort((a, b) => b.effective_from.getTime() - a.effective_from.getTime() || b.id - a.id)[0] ?? null;

export interface NewVersion {
  readonly group: string;
  readonly scope: string;
  readonly revision: number;
  readonly value: unknown;
  readonly secrets: Readonly<Record<string, StoredSecret>>;
  /** Null for now. */
  readonly effectiveFrom: Date | null;
  readonly author: string;
  readonly note: string;
}

/** Inserts a version. @returns null if the revision exists, because someone else saved it first */
export const insertVersion = (transaction: Transaction, version: NewVersion): Promise<VersionRow | null> =>
  transaction.queryOne<VersionRow>({
    name: 'setting.insertVersion',
    text: `insert into setting_versions (group_id, scope, revision, value, secrets, effective_from, author, note)
      values ($1, $2, $3, $4, $5, coalesce($6::timestamptz, now()), $7, $8)
      on conflict (group_id, scope, revision) do nothing
      returning id, group_id, scope, revision, value, secrets, effective_from, created_at, author, note`,
    values: [
      version.group,
      version.scope,
      version.revision,
      version.value === null ? null : JSON.stringify(version.value),
      JSON.stringify(version.secrets),
      version.effectiveFrom,
      version.author,
      version.note,
    ],
  });

/** Returns which pictures are in the library. They stay there until the end of the transaction. */
export async function lockKnownPictures(transaction: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await transaction.queryMany<{ id: string }>({
    name: 'setting.lockKnownPictures',
    text: 'select id from pictures where id = any($1) and removed_at is null order by id for share',
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Encrypts the write-only fields of all versions with the current key. @returns how many it encrypted */
export async function resealSettings(transaction: Transaction, vault: SecretVault): Promise<number> {
  const rows = await transaction.queryMany<Pick<VersionRow, 'id' | 'group_id' | 'scope' | 'secrets'>>({
    text: "select id, group_id, scope, secrets from setting_versions where secrets <> '{}' order by id",
  });
  let count = 0;
  for (const { id, group_id: group, scope, secrets } of rows) {
    const isOld = ({ keyId }: StoredSecret): boolean => keyId !== vault.current && vault.readable.includes(keyId);
    const old = Object.entries(secrets).filter(([, stored]) => isOld(stored));
    if (old.length === 0) continue;
    const sealed = old.map(([field, stored]) => {
      const name = secretName(group, scope, field);
      return [field, vault.seal(name, vault.open(name, stored))] as const;
    });
    await transaction.execute({
      text: 'update setting_versions set secrets = $2 where id = $1',
      values: [id, JSON.stringify({ ...secrets, ...Object.fromEntries(sealed) })],
    });
    count += old.length;
  }
  return count;
}

/** Announces new versions to all processes when the transaction commits. */
export const announceVersions = (transaction: Transaction): void =>
  transaction.later({ text: `select pg_notify('${SETTINGS_CHANGED}', '')` });

/**
 * Reads settings as records: $1 the key to continue after, $2 the limit. A record has the value in force and those that are scheduled,
 * without secrets. The loyalty programme has records of its own (kind `loyalty`) unless a change of it is scheduled.
 */
export const SETTING_EXPORT = `select key, record from (
    select record_key as key, jsonb_build_object('record', 'setting', 'group', group_id, 'scope', scope,
      'value', (array_agg(value order by effective_from desc, id desc) filter (where effective_from <= now()))[1],
      'scheduled', coalesce(jsonb_agg(jsonb_build_object('effectiveFrom', effective_from, 'value', value, 'note', note)
        order by effective_from, id) filter (where effective_from > now()), '[]')) as record
    from setting_versions group by record_key, group_id, scope
    having group_id <> 'loyalty' or max(effective_from) > now()
  ) rows where key > $1 order by key limit $2`;
