/**
 * Compresses with Zstandard and encrypts with AES-256-GCM in chunks. Every chunk is authenticated with its position, the name of the
 * object and whether it is the last, so that nothing can be changed, exchanged, repeated or cut off unnoticed.
 *
 * Header: `CDBACK1\n`, id of the key (9 bytes), salt (16 bytes). Then chunks of 64 KiB, each followed by its tag of 16 bytes. Key of an
 * object: HKDF-SHA256 of the master key, salt, and the name. Nonce: number of the chunk (11 bytes), 1 for the last one, else 0.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';

const MAGIC = Buffer.from('CDBACK1\n');
const KEY_ID_BYTES = 9;
const SALT_BYTES = 16;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** Master keys, the current one first. */
export type BackupKeys = readonly [string, ...string[]];

const derive = (master: string, salt: Buffer | '', info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', master, salt, `cellardoor backup ${info}`, bytes));
const idOf = (master: string): Buffer => derive(master, '', 'key id', KEY_ID_BYTES);

/** Returns the id of a key. It says nothing about the key, and is stored with what the key encrypts. */
export const keyIdOf = (master: string): string => idOf(master).toString('base64url');

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(chunk, NONCE_BYTES - 7, 6);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

async function* encrypt(master: string, name: string, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const key = derive(master, salt, `object ${name}`, 32);
  const header = Buffer.concat([MAGIC, idOf(master), salt]);
  yield header;
  const sealChunk = (chunk: Buffer, number: number, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  let number = 0;
  let waiting = Buffer.alloc(0);
  for await (const data of source) {
    waiting = Buffer.concat([waiting, data]);
    let from = 0;
    // A full chunk waits until more follows, because the last one is marked.
    for (; waiting.length - from > CHUNK_BYTES; from += CHUNK_BYTES) {
      yield sealChunk(waiting.subarray(from, from + CHUNK_BYTES), number, false);
      number += 1;
    }
    waiting = waiting.subarray(from);
  }
  yield sealChunk(waiting, number, true);
}

function keyOf(keys: BackupKeys, name: string, header: Buffer): Buffer {
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupError('damaged', `${name} is damaged, or isn’t a part of a backup.`);
  const id = header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES);
  const master = keys.find((each) => idOf(each).equals(id));
  if (master === undefined)
    throw new BackupError(
      'wrong-key',
      `${name} is encrypted with the key ${id.toString('base64url')}, and the key given is ${keys.map(keyIdOf).join(', ')}. ` +
        'Set BACKUP_KEY, or BACKUP_KEY_PREVIOUS, to the key of that time.',
    );
  return derive(master, header.subarray(MAGIC.length + KEY_ID_BYTES), `object ${name}`, 32);
}

async function* decrypt(keys: BackupKeys, name: string, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let header: Buffer | undefined;
  let key = Buffer.alloc(0);
  let number = 0;
  let waiting = Buffer.alloc(0);
  const openChunk = (chunk: Buffer, isLast: boolean): Buffer => {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header ?? MAGIC);
      decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new BackupError('damaged', `${name} is damaged or incomplete.`, { cause: error });
    }
  };
  const full = CHUNK_BYTES + TAG_BYTES;
  for await (const data of source) {
    waiting = Buffer.concat([waiting, data]);
    if (header === undefined) {
      if (waiting.length < HEADER_BYTES) continue;
      header = Buffer.from(waiting.subarray(0, HEADER_BYTES));
      key = Buffer.from(keyOf(keys, name, header));
      waiting = waiting.subarray(HEADER_BYTES);
    }
    let from = 0;
    for (; waiting.length - from > full; from += full) {
      yield openChunk(waiting.subarray(from, from + full), false);
      number += 1;
    }
    waiting = waiting.subarray(from);
  }
  if (header === undefined) throw new BackupError('damaged', `${name} is damaged or incomplete.`);
  yield openChunk(waiting, true);
}

/** Compresses and encrypts a stream with the current key. @param name under which it is stored; it cannot be read under another */
export function seal(keys: BackupKeys, name: string, source: Readable): Readable {
  // Errors reach whoever reads the result.
  const compressed = pipeline(source, createZstdCompress(), () => {});
  return Readable.from(encrypt(keys[0], name, compressed), { objectMode: false });
}

/**
 * Decrypts and decompresses a stream. Reading it fails with a BackupError: `wrong-key` if the key of that time is not given, `damaged`
 * if a byte was changed or the end is missing.
 */
export function unseal(keys: BackupKeys, name: string, source: Readable): Readable {
  return pipeline(Readable.from(decrypt(keys, name, source), { objectMode: false }), createZstdDecompress(), () => {});
}
