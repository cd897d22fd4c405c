/** SQL of the built files of this release and of those before it. */
import type { Database, Queryable } from '#lib/db/pool.ts';

/** Days for which files stay after a release without them has started. Tabs that are open for longer reload. */
const RETENTION_DAYS = 30;

/** Any number: processes that start together store their files one after the other. */
const LOCK = 6_402_117;

/**
 * Makes the files of a release the latest. Files of other releases are superseded from now on, unless they were already.
 * @param files reads each file of the release, by path
 * @returns how many were not stored yet
 */
export const storeReleaseFiles = (database: Database, files: ReadonlyMap<string, () => Promise<Buffer>>): Promise<number> =>
  database.transaction(async (transaction) => {
    const paths = [...files.keys()];
    await transaction.execute({ name: 'release-file.storeReleaseFiles.lock', text: 'select pg_advisory_xact_lock($1)', values: [LOCK] });
    const stored = await transaction.queryMany<{ path: string }>({
      name: 'release-file.storeReleaseFiles.stored',
      text: 'select path from release_files where path = any($1)',
      values: [paths],
    });
    const known = new Set(stored.map(({ path }) => path));
    const added = [...files].filter(([path]) => !known.has(path));
    if (added.length > 0)
      await transaction.execute({
        name: 'release-file.storeReleaseFiles.add',
        text: 'insert into release_files (path, content) select * from unnest($1::text[], $2::bytea[])',
        values: [added.map(([path]) => path), await Promise.all(added.map(([, read]) => read()))],
      });
    await transaction.execute({
      name: 'release-file.storeReleaseFiles.supersede',
      text: `update release_files set superseded_at = case when path = any($1) then null else now() end
        where (superseded_at is null) <> (path = any($1))`,
      values: [paths],
    });
    return added.length;
  });

/** Returns the content of a built file of this release or one before it. */
export async function findReleaseFile(db: Queryable, path: string): Promise<Buffer | null> {
  const row = await db.queryOne<{ content: Buffer }>({
    name: 'release-file.findReleaseFile',
    text: 'select content from release_files where path = $1',
    values: [path],
  });
  return row?.content ?? null;
}

/** Deletes files that no release has had for a month. @returns how many */
export const purgeReleaseFiles = (db: Queryable): Promise<number> =>
  db.execute({
    name: 'release-file.purgeReleaseFiles',
    text: `delete from release_files where superseded_at < now() - make_interval(days => ${RETENTION_DAYS})`,
  });
