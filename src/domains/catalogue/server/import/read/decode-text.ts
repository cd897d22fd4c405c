/** Decodes UTF-8 and UTF-16, with or without a byte order mark, and Windows-1252 for bytes that are not UTF-8. */
import { isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';
export interface DecodeReport {
  /** Number of bytes that were not UTF-8 and were decoded as Windows-1252. */
  foreignBytes: number;
  /** Number of removed characters without meaning in a table (NUL, end-of-file mark of old systems). */
  emptySigns: number;
}

const WESTERN = new TextDecoder('windows-1252');

/** Maximum share of NUL in a text. */
const MAX_EMPTY = 0.01;

/** Detects the encoding by the first kilobytes of a file. @returns null if they are not text */
export function detectEncoding(head: Uint8Array): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // A file that was not written completely is often padded with NUL.
  const filled = head.findLastIndex((byte) => byte !== 0) + 1;
  const sample = head.subarray(0, Math.min(4096, filled + 1));
  let even = 0;
  let odd = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  const half = sample.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.05) return 'utf-16be';
  return even + odd > Math.max(1, sample.length * MAX_EMPTY) ? null : 'utf-8';
}

/**
 * Creates a decoder for chunks cut anywhere. Removes the byte order mark and converts line endings to `\n`. `text(chunk)` decodes
 * a chunk, `end()` the rest.
 * @param report counters that are updated
 */
export function textDecoder(encoding: Encoding, report: DecodeReport): { text: (chunk: Buffer) => string; end: () => string } {
  const decode = encoding === 'utf-8' ? utf8Decoder(report) : wideDecoder(encoding);
  let isFirst = true;
  let endsInReturn = false;
  const finish = (text: string): string => {
    let out = text;
    if (isFirst && out !== '') {
      isFirst = false;
      if (out.startsWith('\ufeff')) out = out.slice(1);
    }
    if (out.includes('\0') || out.includes('\x1a')) {
      const before = out.length;
      out = out.replaceAll('\0', '').replaceAll('\x1a', '');
      report.emptySigns += before - out.length;
    }
    if (endsInReturn && out.startsWith('\n')) out = out.slice(1);
    if (text !== '') endsInReturn = text.endsWith('\r');
    return out.includes('\r') ? out.replace(/\r\n?/g, '\n') : out;
  };
  return { text: (chunk) => finish(decode(chunk, false)), end: () => finish(decode(Buffer.alloc(0), true)) };
}

type Decode = (chunk: Buffer, isEnd: boolean) => string;

function wideDecoder(encoding: Encoding): Decode {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (chunk, isEnd) => decoder.decode(chunk, { stream: !isEnd });
}

function utf8Decoder(report: DecodeReport): Decode {
  let buffer = Buffer.alloc(0);
  return (chunk, isEnd) => {
    const bytes = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    const whole = isEnd ? bytes.length : bytes.length - unfinished(bytes);
    // A copy, because the memory of the chunk can be reused.
    buffer = Buffer.from(bytes.subarray(whole));
    const ready = bytes.subarray(0, whole);
    return isUtf8(ready) ? ready.toString('utf8') : mixed(ready, report);
  };
}

/** Returns the number of bytes at the end that start an incomplete sequence. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

const sequenceLength = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);

/** Decodes valid UTF-8 as such and other bytes as Windows-1252. */
function mixed(bytes: Buffer, report: DecodeReport): string {
  let out = '';
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at] ?? 0);
    const isSound = (bytes[at] ?? 0) < 0x80 || (length > 1 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)));
    if (isSound) {
      at += length;
      continue;
    }
    out += bytes.toString('utf8', from, at) + WESTERN.decode(bytes.subarray(at, at + 1));
    report.foreignBytes++;
    at++;
    from = at;
  }
  return out + bytes.toString('utf8', from);
}
