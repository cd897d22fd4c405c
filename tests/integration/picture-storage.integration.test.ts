/** Files of pictures in S3-compatible storage: moved both ways while the shop serves them, exported, lost, and deleted. */
import { Writable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { savePicture } from '#domains/catalogue/server/pictures/picture.repository.ts';
import { FILES_TO_STORE, movePictureFiles, purgePictures } from '#domains/catalogue/server/pictures/picture-file.repository.ts';
import { type PictureStorage, PictureStorageError } from '#domains/catalogue/server/pictures/picture-storage.ts';
import { convertPicture, type ImportedPicture } from '#domains/catalogue/server/pictures/read-picture.ts';
import { pictureStorageOf } from '#domains/catalogue/server/pictures/s3-picture-storage.ts';
import { exportRecords } from '#server/imports.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { type Gate, openGate } from '#tests/fixtures/gate.ts';
import { type S3Server, startS3Server } from '#tests/fixtures/s3-server.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const BUCKET = 'pictures';
let s3: S3Server;
let gate: Gate;
let shop: TestShop;
let storage: PictureStorage;
let picture: ImportedPicture;

beforeAll(async () => {
  s3 = await startS3Server(BUCKET);
  for (const [name, value] of Object.entries(s3.environment)) vi.stubEnv(name, value);
  gate = await openGate(new URL(s3.environment.AWS_ENDPOINT_URL_S3 ?? ''));
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${gate.port}`);
  const address = `s3://${BUCKET}/shop`;
  storage = pictureStorageOf({ PICTURE_STORAGE: address }) ?? expect.fail('no storage');
  // Files are moved by the tests.
  shop = await createTestShop({ PICTURE_STORAGE: address, PICTURE_STORAGE_WRITES: 'no' });
  picture = await convertPicture(
    await sharp({ create: { width: 200, height: 300, channels: 3, background: '#802040' } })
      .png()
      .toBuffer(),
  );
  await save();
});
afterAll(async () => {
  await shop?.stop();
  await gate?.close();
  await s3?.stop();
  vi.unstubAllEnvs();
});

const addressOf = ({ width, format }: { readonly width: number; readonly format: string }): string =>
  `/pictures/photo/${picture.id}.${picture.width}x${picture.height}/${width}.${format}`;
/** Saves the picture as an upload does. */
const save = () => shop.database.transaction((transaction) => savePicture(transaction, picture));
const countInDatabase = async (): Promise<number> =>
  (await shop.database.queryOne<{ count: number }>({ text: 'select count(bytes) as count from picture_files' }))?.count ?? -1;

/** Fetches every file of the picture, and compares it with what was saved. */
async function expectServed(): Promise<void> {
  for (const file of picture.files) {
    const response = await fetch(`http://127.0.0.1:${shop.running.port}${addressOf(file)}`, { headers: { host: 'localhost' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('surrogate-key')).toBe(`pictures picture-${picture.id}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(file.bytes), addressOf(file)).toBe(true);
  }
}

async function exported(): Promise<string> {
  let text = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  await exportRecords(shop.database, out, ['picture', 'picture-file'], null, storage);
  return text;
}

test('creates the bucket once', async () => {
  const other = pictureStorageOf({ PICTURE_STORAGE: 's3://new-pictures/shop' }) ?? expect.fail('no storage');
  const file = picture.files[0] ?? expect.fail('the picture has no files');
  await expect(other.put({ id: picture.id, ...file }, file.bytes)).rejects.toThrow(PictureStorageError);

  expect(await other.create()).toBe(true);
  expect(await other.create()).toBe(false);
  await other.put({ id: picture.id, ...file }, file.bytes);

  expect(await other.get({ id: picture.id, ...file })).toEqual(file.bytes);
});

test('moves files to the storage and back, serves them from either, and exports them alike', async () => {
  const before = await exported();
  const files = picture.files.length;
  expect(await countInDatabase()).toBe(files);

  const moves = await Promise.all([1, 2].map(() => movePictureFiles(shop.database, storage, 'storage')));

  expect(moves.reduce((sum, { moved }) => sum + moved, 0)).toBe(files);
  expect(await countInDatabase()).toBe(0);
  await expectServed();
  expect(await exported()).toBe(before);
  const [file] = picture.files;
  if (file === undefined) throw new Error('the picture has no files');
  expect(await storage.get({ id: picture.id, ...file })).toEqual(file.bytes);

  expect(await movePictureFiles(shop.database, storage, 'database')).toEqual({ moved: files, lost: [] });
  expect(await countInDatabase()).toBe(files);
  await expectServed();
  // A process that read the row before, or that still moves files there, relies on it.
  expect(await storage.get({ id: picture.id, ...file })).toEqual(file.bytes);
});

test('keeps a file in the database until the storage has it', async () => {
  let stored = 0;
  const failing: PictureStorage = {
    ...storage,
    put: (name, bytes) => (++stored > 2 ? Promise.reject(new Error('the storage is full')) : storage.put(name, bytes)),
  };
  await expect(movePictureFiles(shop.database, failing, 'storage')).rejects.toThrow('full');
  expect(await countInDatabase()).toBe(picture.files.length);
  await expectServed();
});

test('holds no lock and no transaction while the storage takes a file', async () => {
  const free: number[] = [];
  const slow: PictureStorage = {
    ...storage,
    put: async (name, bytes) => {
      // Fails if a row is locked by a writer.
      const rows = await shop.database.queryMany({ text: 'select 1 from picture_files for share nowait' });
      free.push(rows.length);
      await storage.put(name, bytes);
    },
  };

  expect(await movePictureFiles(shop.database, slow, 'storage')).toMatchObject({ moved: picture.files.length });
  expect(free).toEqual(picture.files.map(() => picture.files.length));
  await movePictureFiles(shop.database, storage, 'database');
});

test('finds what waits for the storage without reading what is there', async () => {
  await shop.database.execute({
    text: "insert into picture_files (id, width, format) select $1, 10000 + n, 'webp' from generate_series(1, 5000) n",
    values: [picture.id],
  });
  await shop.database.execute({ text: 'analyze picture_files' });
  const explained = await shop.database.queryMany<{ 'QUERY PLAN': string }>({
    text: `explain ${FILES_TO_STORE}`,
    values: ['', 0, ''],
  });
  await shop.database.execute({ text: 'delete from picture_files where width > 10000' });

  expect(explained.map((row) => row['QUERY PLAN']).join('\n')).toContain('picture_files_to_store_idx');
});

test('answers 503 while the storage refuses or hangs, before a proxy gives up', async () => {
  await movePictureFiles(shop.database, storage, 'storage');
  const [file] = picture.files;
  if (file === undefined) throw new Error('the picture has no files');

  gate.hang(true);
  expect(await shop.get(addressOf(file))).toMatchObject({ status: 503 });
  gate.hang(false);
  await gate.close();
  expect(await shop.get(addressOf(file))).toMatchObject({ status: 503 });

  await gate.open();
  await expectServed();
}, 60_000);

test('lists files that the storage lost, and moves the others back', async () => {
  const [file] = picture.files;
  if (file === undefined) throw new Error('the picture has no files');
  const name = `${picture.id}/${file.width}.${file.format}`;
  const run = (command: string, options = {}) => runCommand(shopAccess(shop), command, [], options);
  expect(await run('storage check')).toMatchObject({ code: 0, stdout: '' });
  await storage.remove({ id: picture.id, ...file });

  expect(await run('storage check')).toMatchObject({ code: 1, stdout: `${name}\n` });
  expect(await run('storage move', { to: 'database' })).toMatchObject({ code: 1, stdout: `${name}\n` });
  expect(await countInDatabase()).toBe(picture.files.length - 1);

  await storage.put({ id: picture.id, ...file }, file.bytes);
  expect(await run('storage move', { to: 'database' })).toMatchObject({ code: 0, stdout: '' });
  await expectServed();
}, 60_000);

test('says that it is unavailable while the storage is, and the rest of the shop works', async () => {
  await movePictureFiles(shop.database, storage, 'storage');
  const [file] = picture.files;
  if (file === undefined) throw new Error('the picture has no files');
  await storage.remove({ id: picture.id, ...file });

  expect(await shop.get(addressOf(file))).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
  expect(await shop.get('/wines')).toMatchObject({ status: 200 });
  await storage.put({ id: picture.id, ...file }, file.bytes);
});

test('stores a lost file again when its picture is uploaded again', async () => {
  const [file] = picture.files;
  if (file === undefined) throw new Error('the picture has no files');
  await storage.remove({ id: picture.id, ...file });
  expect(await shop.get(addressOf(file))).toMatchObject({ status: 503 });

  expect(await save()).toEqual({ isNew: false });

  await expectServed();
  expect(await movePictureFiles(shop.database, storage, 'storage')).toMatchObject({ moved: picture.files.length });
  expect(await countInDatabase()).toBe(0);
  await expectServed();
});

test('keeps the bytes of a file that was uploaded again while the storage took it', async () => {
  await save();
  let stored = 0;
  const slow: PictureStorage = {
    ...storage,
    put: async (name, bytes) => {
      await storage.put(name, bytes);
      if (++stored < picture.files.length) return;
      await shop.database.execute({ text: 'delete from pictures where id = $1', values: [name.id] });
      await save();
      await storage.remove(name);
    },
  };
  expect(await movePictureFiles(shop.database, slow, 'storage')).toMatchObject({ moved: 0 });

  await expectServed();
  await movePictureFiles(shop.database, storage, 'storage');
});

/** Makes the picture one that was removed a month ago. */
const ageRemoval = () =>
  shop.database.execute({ text: "update pictures set removed_at = now() - interval '31 days' where id = $1", values: [picture.id] });
const countToDelete = async (): Promise<number> =>
  (await shop.database.queryOne<{ count: number }>({ text: 'select count(*) as count from picture_files_to_delete' }))?.count ?? -1;
const deleteAgain = () => shop.database.execute({ text: "update picture_files_to_delete set begun_at = now() - interval '11 minutes'" });

test('has a picture that is uploaded again after the storage failed to delete all its files', async () => {
  await ageRemoval();
  let removed = 0;
  const failing: PictureStorage = {
    ...storage,
    remove: (name) => (++removed > 1 ? Promise.reject(new PictureStorageError('the storage is away')) : storage.remove(name)),
  };

  await expect(purgePictures(shop.database, failing)).rejects.toThrow('away');
  expect(await countToDelete()).toBe(picture.files.length - 1);
  expect(await save()).toEqual({ isNew: true });

  await expectServed();
  // Nothing is stored that is deleted next.
  expect(await movePictureFiles(shop.database, storage, 'storage')).toMatchObject({ moved: 1 });
  await deleteAgain();
  expect(await purgePictures(shop.database, storage)).toBe(0);
  expect(await countToDelete()).toBe(0);
  await expectServed();
  expect(await movePictureFiles(shop.database, storage, 'storage')).toMatchObject({ moved: picture.files.length - 1 });
  await expectServed();
});

test('locks nothing while the storage hangs over a deletion, and takes an upload at that moment', async () => {
  await ageRemoval();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const hanging: PictureStorage = {
    ...storage,
    remove: async (name) => {
      asked.resolve();
      await answer.promise;
      await storage.remove(name);
    },
  };

  const purge = purgePictures(shop.database, hanging);
  await asked.promise;
  expect(await save()).toEqual({ isNew: true });
  await shop.database.queryMany({ text: 'select 1 from pictures, picture_files, picture_files_to_delete for update nowait' });
  // A second worker leaves the files to the first one, and stores none of them.
  expect(await purgePictures(shop.database, storage)).toBe(0);
  expect(await movePictureFiles(shop.database, storage, 'storage')).toMatchObject({ moved: 0 });
  answer.resolve();

  expect(await purge).toBe(1);
  await expectServed();
  expect(await movePictureFiles(shop.database, storage, 'storage')).toMatchObject({ moved: picture.files.length });
  await expectServed();
});

test('deletes the files of a picture that was removed a month ago', async () => {
  await ageRemoval();
  expect(await purgePictures(shop.database, storage)).toBe(1);
  for (const file of picture.files) expect(await storage.get({ id: picture.id, ...file })).toBeNull();
  expect(await countToDelete()).toBe(0);
});
