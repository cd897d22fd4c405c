/** Draws and merges documents in a thread of its own, so that a long one does not delay other requests. */
import { Tinypool } from 'tinypool';
import type { PrintedDocument } from '#lib/document.ts';

/** The thread ends when no document was drawn for this long, and its fonts with it. */
const IDLE_MS = 60_000;
const MERGE = new URL('./merge-pdf.ts', import.meta.url).href;

let pool: Tinypool | undefined;

/** Runs a function of a module in the thread. */
function run(input: unknown, name: string, filename?: string): Promise<unknown> {
  pool ??= new Tinypool({
    filename: new URL('./render-pdf.ts', import.meta.url).href,
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });
  return pool.run(input, { name, ...(filename === undefined ? {} : { filename }) });
}

async function runForBytes(input: unknown, name: string, filename?: string): Promise<Uint8Array> {
  const bytes = await run(input, name, filename);
  if (!(bytes instanceof Uint8Array)) throw new TypeError('the thread that draws documents returned none');
  return bytes;
}

/**
 * Draws a document.
 * @returns the bytes of a PDF
 */
export const createPdf = (printed: PrintedDocument): Promise<Uint8Array> => runForBytes(printed, 'renderPdf');

/** Merges PDF files in their order. */
export const mergePdfs = (files: readonly Uint8Array[]): Promise<Uint8Array> => runForBytes(files, 'mergePdfs', MERGE);

/** Counts the pages of a PDF file. @returns 0 for one that can't be opened */
export const countPages = async (bytes: Uint8Array): Promise<number> => Number(await run(bytes, 'countPages', MERGE));
