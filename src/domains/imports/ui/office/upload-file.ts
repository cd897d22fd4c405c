/** Uploads a file in parts, compressed by the browser, and goes on after a broken connection. */
import type { OfficeFailure, OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import { randomKey } from '#lib/browser/random-id.ts';
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

/** Returns true for a failure after which another attempt may succeed. */
const isTransient = ({ code, status }: OfficeFailure): boolean => code === 'network' || status >= 500 || status === 429;

/**
 * Sends a call and repeats it after transient failures.
 * @param send sends the call with the same idempotency key each time
 * @param onWait called before each pause
 * @returns null if the upload was cancelled
 */
async function callWithRetries<Value>(
  send: () => Promise<OfficeResult<Value>>,
  onWait: () => void,
  signal: AbortSignal,
): Promise<OfficeResult<Value> | null> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(MAX_PAUSE_MS, wait * 2)) {
    if (signal.aborted) return null;
    const sent = await send();
    if (sent.ok || !isTransient(sent)) return sent;
    onWait();
    await pause(wait, signal);
  }
}

/** Uploads a file. @param signal ends the upload; what was sent is deleted */
export async function uploadFile(
  file: File,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<UploadResult | null> {
  const packed = await pack(file);
  const total = packed.size;
  let sent = 0;
  const report = (isRetrying: boolean): void => onProgress({ sent, total, isRetrying });
  const [startKey, finishKey] = [randomKey(), randomKey()];
  const call = <Value>(send: () => Promise<OfficeResult<Value>>) => callWithRetries(send, () => report(true), signal);

  const started = await call(() => importCalls.startUpload({ name: file.name, bytes: total }, { idempotencyKey: startKey }));
  if (!started?.ok) return started;
  const { id, partBytes } = started.value;
  const discard = async (): Promise<null> => {
    await importCalls.discardImport({ id });
    return null;
  };
  for (let part = 0; part * partBytes < total; ) {
    sent = part * partBytes;
    report(false);
    const data = await toBase64(packed.slice(sent, sent + partBytes));
    const stored = await call(() => importCalls.uploadPart({ id, part, data }));
    if (stored === null) return discard();
    if (!stored.ok) return stored;
    part = stored.value.next;
  }
  sent = total;
  report(false);
  const parts = Math.ceil(total / partBytes);
  const finished = await call(() => importCalls.finishUpload({ id, parts }, { idempotencyKey: finishKey }));
  if (finished === null) return discard();
  return finished.ok ? { ok: true, id } : finished;
}
