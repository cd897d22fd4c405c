import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { isErrno } from '../errno.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import { explainedStream } from './byte-stream.ts';

/** Ends the name of a file that is being written. */
const UNFINISHED = /\.unfinished-[0-9a-f]{12}$/;

function explain(folder: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isErrno(error, 'ENOSPC', 'EDQUOT'))
    return new BackupError(
      'disk-full',
      `The disk of ${folder} is full. Free space on it, or set BACKUP_KEEP_COUNT and BACKUP_KEEP_DAYS to less. The backups that are there can be restored.`,
      { cause: error },
    );
  if (isErrno(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EIO'))
    return new BackupError('unreachable', `The backup folder ${folder} can’t be used: ${error.message}.`, { cause: error });
  return error;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Writes and syncs a file under a temporary name, and lets `publish` give it its own. */
async function writeFile(file: string, content: AsyncIterable<Buffer>, publish: (temporary: string) => Promise<boolean>): Promise<boolean> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.unfinished-${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      for await (const chunk of content) await handle.appendFile(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const isPublished = await publish(temporary);
    await syncFolder(folder);
    return isPublished;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Stores backups in a folder. What is stored has reached the disk. @param folder absolute path */
export function openFolderStore(folder: string): BackupStore {
  const pathOf = (name: string): string => join(folder, ...name.split('/'));
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explain(folder, error);
    });
  const readAll = (prefix: string) =>
    readdir(pathOf(prefix), { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) return [];
      throw explain(folder, error);
    });
  return {
    location: folder,
    put: async (name, content) => {
      const file = pathOf(name);
      await guarded(writeFile(file, content, (temporary) => rename(temporary, file).then(() => true)));
    },
    putIfAbsent: (name, content) => {
      const file = pathOf(name);
      // A link fails if the name is taken, whoever took it and when.
      const publish = (temporary: string): Promise<boolean> =>
        link(temporary, file).then(
          () => true,
          (error: unknown) => {
            if (isErrno(error, 'EEXIST')) return false;
            throw error;
          },
        );
      return guarded(writeFile(file, once(content), publish));
    },
    get: async (name): Promise<Readable | null> => {
      try {
        const handle = await open(pathOf(name), 'r');
        return explainedStream(createReadStream('', { fd: handle }), (error) => explain(folder, error));
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return null;
        throw explain(folder, error);
      }
    },
    list: async (prefix) => {
      const entries = await readAll(prefix);
      return entries
        .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .toSorted();
    },
    remove: async (name) => {
      await guarded(rm(pathOf(name), { force: true }));
    },
    removeUnfinished: async (prefix, before) => {
      for (const entry of await readAll(prefix)) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && UNFINISHED.test(entry.name) && (await stat(path)).mtime < before) await guarded(rm(path, { force: true }));
      }
    },
  };
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
