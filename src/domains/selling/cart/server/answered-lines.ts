/**
 * The lines of long carts as they were last answered, by a tag that goes with the answer. A caller who sends the tag back is told
 * of the lines that are as they were only their places (decision 48). A tag gives nothing away: what is not in the new answer as
 * well is never looked at, and whoever has another's tag learns places of lines they do not hold.
 */
import { randomBytes } from 'node:crypto';

/** Shorter carts are sent as soon as their tags. */
const MIN_LINES = 6;
/** Some eight megabytes, of the carts answered last. */
const MAX_LINES = 10_000;

/** No other process's tags are mistaken for one's own. */
const PROCESS = randomBytes(6).toString('base64url');
let count = 0;
let lineCount = 0;

const kept = new Map<string, readonly string[]>();

function forget(tag: string): void {
  lineCount -= kept.get(tag)?.length ?? 0;
  kept.delete(tag);
}

/** The lines of an answer, as they were written; undefined where they are not known here. */
export const answeredWith = (tag: string): readonly string[] | undefined => kept.get(tag);

/**
 * Keep the lines of an answer in place of the one it is based on.
 * @returns their tag; null where they are too few
 */
export function cacheSentLines(lines: readonly string[], basedOn: string | null): string | null {
  if (basedOn !== null) forget(basedOn);
  if (lines.length < MIN_LINES) return null;
  count += 1;
  const tag = `${PROCESS}.${count.toString(36)}`;
  kept.set(tag, lines);
  lineCount += lines.length;
  for (const oldest of kept.keys()) {
    if (lineCount <= MAX_LINES) break;
    forget(oldest);
  }
  return tag;
}
