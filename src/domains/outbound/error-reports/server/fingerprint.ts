/** What faults of one kind have in common. */
import { createHash } from 'node:crypto';
import type { Notice } from '../model/notice.ts';

/** Folders below which a path is the same on every machine. */
const STABLE_FOLDERS = ['/src/', '/assets/', '/node_modules/'];

/** The same file after the next build, on another machine, from another origin. */
function sameFile(file: string): string {
  const path = file.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/-[\w-]{8}(\.m?js)$/, '$1');
  return path.slice(Math.max(...STABLE_FOLDERS.map((folder) => path.lastIndexOf(folder))) + 1);
}

/** What differs from one time to the next: numbers, quoted words, what was taken out. */
const sameWords = (message: string): string => message.replace(/\d+/g, '0').replace(/["'“‘`][^"'“‘`”’\n]{1,200}["'”’`]/g, '…');

/** Of a notice: its own fingerprint where it names one, else its class, its words and the innermost place. */
export function fingerprintOf({ error, request }: Notice): string {
  const [place] = error.backtrace;
  const parts =
    error.fingerprint === null
      ? [
          error.class,
          sameWords(error.message),
          place ? `${sameFile(place.file)} ${place.method}` : `${request.component} ${request.action}`,
        ]
      : [error.fingerprint];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}
