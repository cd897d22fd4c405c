import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { isErrno } from './errno.ts';

const LIMIT_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;

/** Rotates a large log and keeps one earlier file. @returns the offset in bytes at which the next run's lines begin */
export function rotateLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LIMIT_BYTES) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

/** Returns the lines from byte `start` on, of a long log only the end. Empty if the file does not exist. */
export function readLog(file: string, start: number): string {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  }
  try {
    const { size } = fstatSync(fd);
    const from = Math.max(start, size - TAIL_BYTES);
    const buffer = Buffer.alloc(Math.max(0, size - from));
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, from));
  } finally {
    closeSync(fd);
  }
}

/** Returns PostgreSQL's last errors from byte `start` on as one line without time and process, or an empty string. */
export function readLastLines(file: string, start: number): string {
  return readLog(file, start)
    .split('\n')
    .filter((line) => /FATAL|PANIC|could not|terminated by signal/.test(line) && !/terminating connection/.test(line))
    .slice(-2)
    .map((line) => line.slice(Math.max(0, line.search(/\b[A-Z]{3,12}: {2}/))))
    .join(' ');
}
