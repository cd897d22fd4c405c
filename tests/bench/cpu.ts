/** Processor time of other processes, from /proc; 0 where the system has none. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux, per second. */
const TICKS = 100;

interface Process {
  readonly parent: number;
  readonly cpuMs: number;
}

/** Its parent and what it used itself and for children that have ended; null where it is gone. */
function read(pid: number): Process | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
    return { parent, cpuMs: (ticks * 1_000) / TICKS };
  } catch {
    return null;
  }
}

/** Milliseconds of processor time of a process alone. */
export const cpuOf = (pid: number): number => read(pid)?.cpuMs ?? 0;

/** The same of a process and everything that it has started. */
export function cpuOfAll(pid: number): number {
  const children = pidsThere().filter((other) => read(other)?.parent === pid);
  return cpuOf(pid) + children.reduce((sum, child) => sum + cpuOfAll(child), 0);
}

function pidsThere(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
