/** Backups in a bucket, on a server that speaks the protocol of S3. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dataFolders, queryOnce } from '#tests/fixtures/postgres-folder.ts';
import { type S3Server, startS3Server } from '#tests/fixtures/s3-server.ts';
import { startEmbeddedPostgres } from '../start.ts';
import { archiveOptions } from './archive-settings.ts';
import { type BackupLocation, openBackupArchive } from './backup-archive.ts';
import { makeBaseBackup } from './base-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openS3Store } from './s3-store.ts';

const folders = dataFolders();
const log = (): void => {};
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server('backups');
  for (const [name, value] of Object.entries(server.environment)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  folders.remove();
});

test('stores, lists, replaces nothing and deletes, also what is larger than a part', async () => {
  const store = await openS3Store('backups', 'shop/one');
  const large = randomBytes(40 * 1024 * 1024);
  await store.put('1/backups/a/data.tar', Readable.from([large.subarray(0, 1_000), large.subarray(1_000)], { objectMode: false }));
  expect(await store.putIfAbsent('1/wal/b', Buffer.from('wine'))).toBe(true);
  expect(await store.putIfAbsent('1/wal/b', Buffer.from('beer'))).toBe(false);
  const read = async (name: string) => {
    const found = await store.get(name);
    return found === null ? null : buffer(found);
  };
  expect((await read('1/backups/a/data.tar'))?.equals(large)).toBe(true);
  expect((await read('1/wal/b'))?.toString()).toBe('wine');
  expect(await read('1/wal/c')).toBeNull();
  expect(await store.list('1/')).toEqual(['1/backups/a/data.tar', '1/wal/b']);
  await store.remove('1/wal/b');
  await store.remove('1/wal/b');
  expect(await store.list('1/wal/')).toEqual([]);
});

test('says why a bucket cannot be used', async () => {
  const store = await openS3Store('missing', '');
  await expect(store.list('')).rejects.toMatchObject({
    problem: 'unreachable',
    message: expect.stringMatching(/^The backup storage s3:\/\/missing can’t be used: .*bucket/i),
  });
});

test('a database is archived, backed up and restored', async () => {
  const location: BackupLocation = { target: 's3://backups/database', keys: ['k'.repeat(32)] };
  const archive = await openBackupArchive(location);
  const dataDir = folders.fresh('.data');
  const shop = await startEmbeddedPostgres({ dataDir, log, ...archiveOptions(location) });
  await queryOnce(shop.connectionString, 'CREATE TABLE wine AS SELECT 1 AS id');
  const backup = await makeBaseBackup({ dataDir, adminConnectionString: shop.adminConnectionString, archive });
  await queryOnce(shop.connectionString, 'INSERT INTO wine VALUES (2)');
  // Stopping archives the last segment.
  await shop.stop();

  let rows: unknown;
  await restoreBackup({
    archive,
    location,
    backup,
    time: null,
    dataDir: folders.fresh('restored'),
    isTemporary: true,
    log,
    use: async ({ connectionString }) => {
      rows = await queryOnce(connectionString, 'SELECT id FROM wine ORDER BY id');
    },
  });
  expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
});
