/** Compares the web processes that run with WEB_PROCESSES, by which the limits of each process are divided. */
import { type ProcessRole, runsTask } from '#lib/process-roles.ts';

/** Time in ms for which the number may differ while processes are replaced. */
const PATIENCE_MS = 300_000;

export const countWebProcesses = (running: readonly { readonly role: ProcessRole }[]): number =>
  running.filter(({ role }) => runsTask(role, 'pages')).length;

/**
 * Warns once when the number has differed for five minutes, and again after it has agreed.
 * @returns takes the number of web processes that run now
 */
export function watchWebProcesses(
  expected: number,
  warn: (message: string) => void,
  now: () => number = Date.now,
): (count: number) => void {
  let since: number | null = null;
  let hasWarned = false;
  return (count) => {
    if (count === expected) {
      since = null;
      hasWarned = false;
      return;
    }
    since ??= now();
    if (hasWarned || now() - since < PATIENCE_MS) return;
    hasWarned = true;
    warn(`WEB_PROCESSES is ${expected}, and ${count} web processes run. Limits of requests are divided by it: set it to their number.`);
  };
}
