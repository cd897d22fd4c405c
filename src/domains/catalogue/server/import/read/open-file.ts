/** Opens a plain file, a gzip file, or a sheet of a workbook as CSV. The first bytes decide the format, not the name. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '#lib/operator-error.ts';
import { damaged, openWorkbook, type WorkbookOptions, type WorkbookSheets } from './workbook.ts';

/** A file that is invalid as a whole. `reason` is a sentence. Nothing was imported from it. */
export class ImportFileError extends OperatorError {
  readonly file: string;
  readonly reason: string;
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.name = 'ImportFileError';
    this.file = file;
    this.reason = reason;
  }
}

export interface OpenedFile {
  readonly path: string;
  /** Size on disk in bytes. */
  readonly size: number;
  /** Notice about the file as a sentence. Null for most files. */
  readonly note: string | null;
  /** Null unless it is a workbook. */
  readonly sheets: WorkbookSheets | null;
  /** Decompressed chunks. `onRead` receives the number of bytes read from disk. Valid data before a truncation is returned. */
  readonly chunks: (onRead: (bytes: number) => void) => AsyncGenerator<Buffer, { readonly truncationReason: string | null }>;
}

const CHUNK = 64 * 1024;
/** Chunk size in bytes. Small enough to keep memory bounded even at the best compression (1:1,030). */
const PACKED_CHUNK = 8 * 1024;
const ZIP = '504b0304';
const NOT_TEXT: readonly (readonly [string, string])[] = [
  ['d0cf11e0', 'It’s an old Excel workbook, or one with a password. Save it as XLSX without a password, or save the sheet as CSV.'],
  ['25504446', 'It is a PDF document; the table in it must be saved as CSV.'],
  ['28b52ffd', 'It’s compressed with Zstandard. Decompress it, or use gzip.'],
  ['fd377a58', 'It’s compressed with xz. Decompress it, or use gzip.'],
  ['425a68', 'It’s compressed with bzip2. Decompress it, or use gzip.'],
];

const PAGES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:<!doctype html|<html|<head|<body|<table|<meta)/i,
    'It is a web page, though it may be called a spreadsheet; open it, save the sheet as CSV and import that.',
  ],
  [/^<\?xml/i, 'It is XML, as some programs save spreadsheets; open it, save the sheet as CSV and import that.'],
  [/^\{\\rtf/i, 'It is a text document; the table in it must be saved as CSV.'],
];

/** Returns why a file with these first bytes is not a text table, as a sentence. @returns null if it may be one */
export function detectUnsupportedFormat(head: Buffer): string | null {
  const signature = head.toString('hex', 0, 8);
  if (signature.startsWith(ZIP)) return 'It’s a workbook or a zip archive inside a gzip file. Decompress it once.';
  const packed = NOT_TEXT.find(([magic]) => signature.startsWith(magic));
  if (packed !== undefined) return packed[1];
  if (signature.startsWith('1f8b')) return 'It’s compressed with gzip twice. Decompress it once.';
  if (head.toString('latin1', 257, 262) === 'ustar') return 'It is a tar archive; unpack it and import the list in it.';
  const text = head
    .toString('utf8', 0, 512)
    .replace(/^\ufeff/, '')
    .trimStart();
  return PAGES.find(([begins]) => begins.test(text))?.[1] ?? null;
}

export interface OpenOptions {
  /** Maximum decompressed size in bytes. */
  readonly mostUnpacked?: number;
  /** Workbooks: name or number of the sheet. */
  readonly sheet?: string | undefined;
}

/** Compression ratio up to which a file may exceed the maximum decompressed size. */
const MAX_TIMES = 200;
const MAX_UNPACKED = 2 ** 30;
/** Maximum decompressed size of a workbook in bytes. Smaller, because workbooks are unpacked in memory. */
const MAX_UNPACKED_SHEET = 2 ** 28;

/**
 * Checks a file before it is read. @throws ImportFileError if it is missing, empty, not a file, or compressed in an unsupported
 * way
 */
export async function openFile(path: string, { mostUnpacked = MAX_UNPACKED, sheet }: OpenOptions = {}): Promise<OpenedFile> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportFileError(
      path,
      error.code === 'ENOENT' ? 'There is no such file.' : `It cannot be opened (${error.code ?? error.message}).`,
    );
  });
  if (!stats.isFile()) throw new ImportFileError(path, 'It is not a file.');
  if (stats.size === 0) throw new ImportFileError(path, 'It is empty.');
  const head = await firstBytes(path, 8);
  if (head.toString('hex').startsWith(ZIP))
    return openSheet(path, stats.size, { mostUnpacked: Math.min(mostUnpacked, MAX_UNPACKED_SHEET), sheet });
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const foreign = isPacked ? null : detectUnsupportedFormat(head);
  if (foreign !== null) throw new ImportFileError(path, foreign);
  const most = Math.max(mostUnpacked, stats.size * MAX_TIMES);
  return {
    path,
    size: stats.size,
    note: null,
    sheets: null,
    chunks: (onRead) => (isPacked ? unpacked(path, onRead, most) : plain(path, onRead)),
  };
}

/** Opens a sheet of a workbook as CSV. */
async function openSheet(path: string, size: number, options: WorkbookOptions): Promise<OpenedFile> {
  const workbook = await openWorkbook(path, options);
  if ('error' in workbook) throw new ImportFileError(path, workbook.error);
  const { note, sheets, csv } = workbook;
  return {
    path,
    size,
    note,
    sheets,
    async *chunks(onRead) {
      onRead(size);
      try {
        for await (const text of csv()) yield Buffer.from(text);
      } catch (error) {
        throw new ImportFileError(path, damaged(error));
      }
      return { truncationReason: null };
    },
  };
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportFileError(path, `It cannot be opened (${error.code ?? error.message}).`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function* plain(path: string, onRead: (bytes: number) => void): ReturnType<OpenedFile['chunks']> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    onRead(chunk.length);
    yield chunk;
  }
  return { truncationReason: null };
}

async function* unpacked(path: string, onRead: (bytes: number) => void, most: number): ReturnType<OpenedFile['chunks']> {
  const gunzip = createGunzip();
  let ready: Buffer[] = [];
  let size = 0;
  let failure: NodeJS.ErrnoException | null = null;
  let wake = () => {};
  gunzip.on('data', (chunk: Buffer) => ready.push(chunk));
  gunzip.on('error', (error) => {
    failure = error;
  });
  // A stream that fails or ends never calls back for a pending write.
  gunzip.on('close', () => wake());
  const settled = (act: (done: () => void) => void) =>
    new Promise<void>((done) => {
      wake = done;
      if (gunzip.destroyed) done();
      else act(done);
    });
  try {
    // A failing stream drops buffered data, so each compressed chunk is awaited and its text returned first.
    for await (const chunk of createReadStream(path, { highWaterMark: PACKED_CHUNK })) {
      onRead(chunk.length);
      await settled((done) => gunzip.write(chunk, done));
      size += ready.reduce((sum, { length }) => sum + length, 0);
      if (size > most)
        throw new ImportFileError(
          path,
          `It expands to more than ${MAX_TIMES} times its size, which no price list should. Is it the right file?`,
        );
      yield* ready;
      ready = [];
    }
    await settled(() => gunzip.end());
    yield* ready;
  } finally {
    gunzip.destroy();
  }
  return { truncationReason: cutShortReason(path, failure) };
}

/**
 * Returns why a file is incomplete. Damage is detected late, after invalid data may have been returned, so it rejects the file; a
 * missing end does not affect the data before it. @returns null if the file is complete
 */
function cutShortReason(path: string, failure: NodeJS.ErrnoException | null): string | null {
  if (failure === null) return null;
  if (failure.code === 'Z_BUF_ERROR') return 'The gzip file ends here unexpectedly; the rest is missing.';
  throw new ImportFileError(path, `The gzip file is damaged (${failure.message}).`);
}
