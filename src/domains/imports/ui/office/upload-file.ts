/** Uploads a file in parts, compressed by the browser, and goes on after a broken connection. */
import { importCalls } from './import-calls.ts';

export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
  readonly isRetrying: boolean;
}

export type UploadResult = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly title: string };

/** The longest pause before another attempt, in ms. */
const MAX_PAUSE_MS = 15_000;
const FIRST_PAUSE_MS = 1_000;
/** Files that are compressed already. */
const PACKED = /\.(?:xlsx|gz|zip)$/i;

/** Compresses text files, which become a tenth of their size. */
async function pack(file: File): Promise<Blob> {
  if (PACKED.test(file.name) || typeof CompressionStream === 'undefined') return file;
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });

/** Uploads a file. @param signal ends the upload; what was sent is deleted */
export async function uploadFile(
  file: File,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<UploadResult | null> {
  const packed = await pack(file);
  const started = await importCalls.startUpload({ name: file.name, bytes: packed.size });
  if (!started.ok) return started;
  const { id, partBytes } = started.value;
  let wait = FIRST_PAUSE_MS;
  for (let part = 0; part * partBytes < packed.size; ) {
    if (signal.aborted) {
      await importCalls.discardImport({ id });
      return null;
    }
    const sent = part * partBytes;
    onProgress({ sent, total: packed.size, isRetrying: wait > FIRST_PAUSE_MS });
    const stored = await importCalls.uploadPart({ id, part, data: await toBase64(packed.slice(sent, sent + partBytes)) });
    if (stored.ok) {
      part = stored.value.next;
      wait = FIRST_PAUSE_MS;
    } else if (stored.code === 'network' || stored.status >= 500 || stored.status === 429) {
      wait = Math.min(MAX_PAUSE_MS, wait * 2);
      onProgress({ sent, total: packed.size, isRetrying: true });
      await pause(wait, signal);
    } else return stored;
  }
  onProgress({ sent: packed.size, total: packed.size, isRetrying: false });
  const finished = await importCalls.finishUpload({ id, parts: Math.ceil(packed.size / partBytes) });
  return finished.ok ? { ok: true, id } : finished;
}
