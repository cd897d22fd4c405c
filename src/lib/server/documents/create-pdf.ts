/** Draws documents in a thread of its own, so that a long one does not delay other requests. */
import { Tinypool } from 'tinypool';
import type { PrintedDocument } from '#lib/document.ts';

/** The thread ends when no document was drawn for this long, and its fonts with it. */
const IDLE_MS = 60_000;

let pool: Tinypool | undefined;

/**
 * Draws a document.
 * @returns the bytes of a PDF
 */
export async function createPdf(printed: PrintedDocument): Promise<Uint8Array> {
  pool ??= new Tinypool({
    filename: new URL('./render-pdf.ts', import.meta.url).href,
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });
  const bytes: unknown = await pool.run(printed, { name: 'renderPdf' });
  if (!(bytes instanceof Uint8Array)) throw new TypeError('the thread that draws documents returned none');
  return bytes;
}
