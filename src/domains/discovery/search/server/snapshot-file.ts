/**
 * Reads and writes a file of typed arrays and one JSON value: columns, eight-byte aligned, then the JSON, then a tail with the JSON's
 * length, a checksum and a magic word. It is written under a temporary name and renamed, so concurrent or killed writers leave a whole
 * file or none. A file that is not whole is rejected.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Column } from '#packages/search-engine/index.ts';

export interface SnapshotFile<J> {
  readonly columns: Readonly<Record<string, Column>>;
  readonly json: J;
}

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;
type Kind = keyof typeof KINDS;

interface Directory<J> {
  readonly json: J;
  readonly columns: readonly { readonly name: string; readonly kind: Kind; readonly at: number; readonly length: number }[];
}

const MAGIC = 'CELLARIX';
const TAIL = 16;
const ALIGNED = 8;
/** Bytes per read or write. Requests are served between them. */
const CHUNK = 4 * 2 ** 20;
/** Age in ms from which the file of a killed writer is removed. */
const LEFT_FOR = 3_600_000;

const kindOf = (column: Column): Kind => {
  const kind = (Object.keys(KINDS) as Kind[]).find((each) => column instanceof KINDS[each]);
  if (!kind) throw new TypeError('A column of no known kind.');
  return kind;
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Column): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength);

/** Replaces a snapshot. @throws if the folder cannot be written */
export async function writeSnapshotFile<J>(path: string, { columns, json }: SnapshotFile<J>): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await removeLeftOvers(folder, basename(path));
  const half = `${path}.${randomUUID()}.half`;
  const file = await open(half, 'wx', 0o600);
  try {
    let at = 0;
    let checksum = 0;
    const put = async (bytes: Uint8Array): Promise<void> => {
      for (let from = 0; from < bytes.length; from += CHUNK) {
        const chunk = bytes.subarray(from, from + CHUNK);
        checksum = crc32(chunk, checksum);
        await file.writeFile(chunk);
      }
      at += bytes.length;
    };
    const directory: Directory<J>['columns'][number][] = [];
    for (const [name, column] of Object.entries(columns)) {
      directory.push({ name, kind: kindOf(column), at, length: column.length });
      await put(bytesOf(column));
      await put(new Uint8Array((ALIGNED - (at % ALIGNED)) % ALIGNED));
    }
    const text = Buffer.from(JSON.stringify({ json, columns: directory } satisfies Directory<J>));
    await put(text);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    await put(length);
    const end = Buffer.alloc(TAIL - 4);
    end.writeUInt32LE(checksum);
    end.write(MAGIC, 4, 'latin1');
    await file.writeFile(end);
    await file.sync();
    await file.close();
    await rename(half, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(half, { force: true });
    throw error;
  }
}

async function removeLeftOvers(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(`${name}.`) || !entry.endsWith('.half')) continue;
    const path = join(folder, entry);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > LEFT_FOR) await rm(path, { force: true });
  }
}

/** Reads a snapshot into one piece of memory. Returns null if it is missing or not whole. The writer must be trusted. */
export async function readSnapshotFile<J>(path: string): Promise<SnapshotFile<J> | null> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return null;
  try {
    const { size } = await file.stat();
    if (size < TAIL) return null;
    const bytes = Buffer.allocUnsafeSlow(size);
    let checksum = 0;
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(CHUNK, size - at), at);
      if (bytesRead === 0) return null;
      checksum = crc32(bytes.subarray(at, Math.min(at + bytesRead, size - TAIL + 4)), checksum);
      at += bytesRead;
    }
    const tail = bytes.subarray(size - TAIL);
    if (tail.toString('latin1', 8) !== MAGIC || tail.readUInt32LE(4) !== checksum) return null;
    const textEnd = size - TAIL;
    // The checksum proves that `writeSnapshotFile` wrote the text.
    const { json, columns }: Directory<J> = JSON.parse(bytes.toString('utf8', textEnd - tail.readUInt32LE(0), textEnd));
    return {
      json,
      columns: Object.fromEntries(columns.map(({ name, kind, at, length }) => [name, new KINDS[kind](bytes.buffer, at, length)])),
    };
  } finally {
    await file.close();
  }
}
