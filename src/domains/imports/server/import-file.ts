/** The uploaded file of an import: parts in the database, and a temporary copy on disk while it is read. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Queryable } from '#lib/db/pool.ts';
import { type ImportEntry, readPart } from './import.repository.ts';

/** Characters that every file system allows. */
const toFileName = (name: string): string => name.replace(/[^\w .@()-]/g, '_').slice(-120) || 'file';

async function* partsOf(db: Queryable, { id, parts }: Pick<ImportEntry, 'id' | 'parts'>): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await readPart(db, id, part);
    if (bytes === null) throw new Error(`part ${part} of import ${id} is missing`);
    yield bytes;
  }
}

/** Writes the file of an import to disk, passes its path to `use` and deletes it. */
export async function withImportFile<T>(
  db: Queryable,
  entry: Pick<ImportEntry, 'id' | 'parts' | 'file'>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-import-'));
  try {
    const path = join(folder, toFileName(entry.file));
    await pipeline(Readable.from(partsOf(db, entry)), createWriteStream(path));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a text to a temporary file, passes its path to `use` and deletes it. */
export async function withTextFile<T>(name: string, text: string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-row-'));
  try {
    const path = join(folder, toFileName(name));
    await pipeline(Readable.from([text]), createWriteStream(path));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
