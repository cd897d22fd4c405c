/** Processor time of other processes from /proc. 0 on systems without it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second on Linux. */
const TICKS = 100;

interface Process {
  readonly parent: number;
  readonly cpuMs: number;
}

/** Returns the parent of a process and its processor time, including ended children. @returns null if it has ended */
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

/** Returns the processor time of a process in ms. */
export const cpuOf = (pid: number): number => read(pid)?.cpuMs ?? 0;

const NS_PER_MS = 1_000_000;

/** Returns the processor time of all threads of a process in ms, as exact as the kernel counts it. Those of ended threads are missing. */
export function threadCpuMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return (
      threads.reduce((sum, id) => sum + Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]), 0) / NS_PER_MS
    );
  } catch {
    return Number.NaN;
  }
}

/** Returns the processor time of a process and all its descendants in ms. */
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
