import { isAbsolute, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { BackupError } from './backup-error.ts';
import { type BackupManifest, parseManifest } from './backup-manifest.ts';
import type { BackupStore } from './backup-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store } from './s3-store.ts';
import { type BackupKeys, seal, unseal } from './sealed-stream.ts';

/** Where backups are, and with which keys they are encrypted. */
export interface BackupLocation {
  /** An absolute path, or `s3://bucket/prefix`. */
  readonly target: string;
  readonly keys: BackupKeys;
}

/** Backups and write-ahead log of databases, by the id that PostgreSQL gave each database. */
export interface BackupArchive {
  readonly location: string;
  /** Stores the data of a backup. It does not count before its manifest is stored. */
  putData(databaseId: string, id: string, data: Readable): Promise<void>;
  putManifest(manifest: BackupManifest): Promise<void>;
  /** @throws BackupError if the data is missing. Reading it fails with one if the data is damaged */
  getData(manifest: BackupManifest): Promise<Readable>;
  /**
   * Lists complete backups, the oldest first. One that cannot be read does not hide the others.
   * @param databaseId default: of all databases
   * @param onUnreadable is called with the reason for each that is damaged or encrypted with an unknown key
   * @throws BackupError if none of them can be read, or the archive cannot be used
   */
  listManifests(databaseId?: string, onUnreadable?: (error: BackupError) => void): Promise<BackupManifest[]>;
  /** Notes that a backup was restored and audited without a difference. */
  markVerified(manifest: BackupManifest): Promise<void>;
  /** Returns the ids of the backups of a database that were marked as verified. */
  listVerified(databaseId: string): Promise<ReadonlySet<string>>;
  /** Deletes a backup: its manifest first, so that an interrupted deletion leaves none that looks complete. */
  removeBackup(databaseId: string, id: string): Promise<void>;
  /** Deletes what interrupted backups have left. Only while no backup runs. */
  removeIncomplete(databaseId: string): Promise<void>;
  /** Stores a file of the write-ahead log. @throws BackupError `different-wal` if another file has the name */
  putWal(databaseId: string, name: string, content: Buffer): Promise<void>;
  /** @returns null if the archive does not have it */
  getWal(databaseId: string, name: string): Promise<Buffer | null>;
  listWal(databaseId: string): Promise<string[]>;
  removeWal(databaseId: string, name: string): Promise<void>;
}

const MANIFEST = 'manifest.json';
const DATA = 'data.tar';
const VERIFIED = 'verified';
/** Age in ms of an unfinished segment that nobody can be writing any more. */
const ABANDONED_MS = 3_600_000;

/** Returns the folders of a target in which PostgreSQL itself writes, the outermost first. None of other targets. */
export const walFolders = ({ target }: Pick<BackupLocation, 'target'>, databaseId: string): readonly string[] =>
  isAbsolute(target) ? [target, join(target, databaseId), join(target, databaseId, 'wal')] : [];

function openStore(target: string): BackupStore | Promise<BackupStore> {
  if (isAbsolute(target)) return openFolderStore(target);
  const url = new URL(target);
  return openS3Store(url.hostname, url.pathname.split('/').filter(Boolean).join('/'));
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Opens the place where backups are stored. Nothing is read or written yet. */
export async function openBackupArchive({ target, keys }: BackupLocation): Promise<BackupArchive> {
  const store = await openStore(target);
  const folderOf = (databaseId: string, id: string): string => `${databaseId}/backups/${id}/`;
  const walName = (databaseId: string, name: string): string => `${databaseId}/wal/${name}`;
  const open = async (name: string): Promise<Readable | null> => {
    const stored = await store.get(name);
    return stored === null ? null : unseal(keys, name, stored);
  };
  const listNames = (databaseId?: string): Promise<string[]> => store.list(databaseId === undefined ? '' : `${databaseId}/backups/`);
  return {
    location: store.location,
    putData: (databaseId, id, data) => {
      const name = folderOf(databaseId, id) + DATA;
      return store.put(name, seal(keys, name, data));
    },
    putManifest: (manifest) => {
      const name = folderOf(manifest.databaseId, manifest.id) + MANIFEST;
      return store.put(name, seal(keys, name, Readable.from([Buffer.from(JSON.stringify(manifest))], { objectMode: false })));
    },
    getData: async ({ databaseId, id }) => {
      const data = await open(folderOf(databaseId, id) + DATA);
      if (data === null) throw new BackupError('damaged', `The data of the backup ${id} is missing in ${store.location}.`);
      return data;
    },
    listManifests: async (databaseId, onUnreadable) => {
      const names = (await listNames(databaseId)).filter((name) => /^\d+\/backups\/[^/]+\/manifest\.json$/.test(name));
      const manifests: BackupManifest[] = [];
      const unreadable: BackupError[] = [];
      for (const name of names)
        try {
          const manifest = await open(name);
          if (manifest !== null) manifests.push(parseManifest(name, await text(manifest)));
        } catch (error) {
          if (!(error instanceof BackupError) || error.problem === 'unreachable') throw error;
          unreadable.push(error);
          onUnreadable?.(error);
        }
      if (manifests.length === 0 && unreadable[0] !== undefined) throw unreadable[0];
      return manifests.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    },
    removeBackup: async (databaseId, id) => {
      for (const name of [MANIFEST, VERIFIED, DATA]) await store.remove(folderOf(databaseId, id) + name);
    },
    removeIncomplete: async (databaseId) => {
      const names = await listNames(databaseId);
      const isComplete = (name: string): boolean => names.includes(name.slice(0, name.lastIndexOf('/') + 1) + MANIFEST);
      for (const name of names) if (!isComplete(name)) await store.remove(name);
      await store.removeUnfinished(`${databaseId}/backups/`, new Date());
      // PostgreSQL may be archiving at this moment.
      await store.removeUnfinished(`${databaseId}/wal/`, new Date(Date.now() - ABANDONED_MS));
    },
    markVerified: ({ databaseId, id }) => {
      const name = folderOf(databaseId, id) + VERIFIED;
      return store.put(name, seal(keys, name, Readable.from([Buffer.from('1')], { objectMode: false })));
    },
    listVerified: async (databaseId) => {
      const names = await listNames(databaseId);
      return new Set(names.filter((name) => lastPart(name) === VERIFIED).map((name) => lastPart(name.slice(0, -VERIFIED.length - 1))));
    },
    putWal: async (databaseId, file, content) => {
      const name = walName(databaseId, file);
      if (await store.putIfAbsent(name, await buffer(seal(keys, name, Readable.from([content], { objectMode: false }))))) return;
      const stored = await open(name);
      if (stored !== null && (await buffer(stored)).equals(content)) return;
      throw new BackupError(
        'different-wal',
        `${store.location} already has another file ${name}. Two databases use the same folder, or a copy of this one ran. Set BACKUP_TARGET to a new place.`,
      );
    },
    getWal: async (databaseId, file) => {
      const stored = await open(walName(databaseId, file));
      return stored === null ? null : buffer(stored);
    },
    listWal: async (databaseId) => (await store.list(`${databaseId}/wal/`)).map(lastPart),
    removeWal: (databaseId, file) => store.remove(walName(databaseId, file)),
  };
}
