/** Computes the fingerprint of errors that belong together. */

import { createHash } from 'node:crypto';
import { maxOf } from '#lib/extremes.ts';
import type { Notice } from '../model/notice.ts';

/** Folders below which a path is the same on every machine. */
const STABLE_FOLDERS = ['/src/', '/assets/', '/node_modules/'];

/** Returns a file path that is stable over builds, machines and origins. */
function sameFile(file: string): string {
  const path = file.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/-[\w-]{8}(\.m?js)$/, '$1');
  return path.slice(maxOf(STABLE_FOLDERS.map((folder) => path.lastIndexOf(folder))) + 1);
}

/** Removes what varies between occurrences: numbers, quoted words and redactions. */
const normalizeMessage = (message: string): string => message.replace(/\d+/g, '0').replace(/["'“‘`][^"'“‘`”’\n]{1,200}["'”’`]/g, '…');

/** Returns the fingerprint of a notice: its own if it has one, otherwise a hash of class, message and innermost frame. */
export function fingerprintOf({ error, request }: Notice): string {
  const [frame] = error.backtrace;
  const parts =
    error.fingerprint === null
      ? [
          error.class,
          normalizeMessage(error.message),
          frame ? `${sameFile(frame.file)} ${frame.method}` : `${request.component} ${request.action}`,
        ]
      : [error.fingerprint];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}
