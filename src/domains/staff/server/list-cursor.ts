/** Cursors of lists: the position of the last row, as text that clients send back unread. */
import { z } from 'zod';
import { fail, ok } from '#lib/result.ts';

/** Rows up to which a total is exact. */
export const MAX_EXACT_TOTAL = 10_000;

/** Rows up to which a total is exact if rows are compared one by one: by a search for what many have, or a filter without an index. */
export const MAX_EXACT_SEARCH_TOTAL = 1_000;

/** Entries of a log up to which a total is exact: fewer, because they are many and wide, and nobody works through all of them. */
export const MAX_EXACT_LOG_TOTAL = 1_000;

/** Returns the total of a list as calls state it. @param count rows up to one more than `max` @param max rows up to which it is exact */
export const toTotal = (count: number, max = MAX_EXACT_TOTAL): number | { atLeast: number } => (count > max ? { atLeast: max } : count);

export const toCursor = (position: unknown): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/** Reads a cursor. @returns null for the first page; a failure if it is not one of this list */
export function fromCursor<T>(cursor: string | undefined, schema: z.ZodType<T>) {
  if (cursor === undefined) return ok(null);
  const parsed = z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
      } catch {
        context.addIssue('is not a cursor');
        return z.NEVER;
      }
    })
    .pipe(schema)
    .safeParse(cursor);
  return parsed.success ? ok(parsed.data) : fail('cursor_invalid');
}

/** Splits off the row that was read only to see whether there are more. */
export function pageOf<Row>(rows: readonly Row[], limit: number, positionOf: (row: Row) => unknown) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? toCursor(positionOf(last)) : null };
}
