/** Text that PostgreSQL can store. It rejects two kinds of strings: those with a NUL character and those with half a surrogate pair. */
import { z } from 'zod';

/** Returns whether PostgreSQL can store a text: it has no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const MESSAGE = 'must not contain a NUL or half a character';

/** A trimmed string of at most `max` characters that PostgreSQL can store. */
export const storableText = (max: number) => z.string().trim().max(max).refine(isStorable, MESSAGE);

/** Returns the path of the first text in a JSON value that PostgreSQL cannot store, or null. Names of properties count as texts. */
function findUnstorablePath(value: unknown, path: readonly (string | number)[] = []): readonly (string | number)[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = isStorable(name) ? findUnstorablePath(inner, [...path, name]) : path;
    if (found !== null) return found;
  }
  return null;
}

/** Extends a schema to reject values with a text that cannot be stored, also in the parts that the schema leaves open. */
export const withStorableText = <S extends z.ZodType>(schema: S) =>
  schema.superRefine((value, context) => {
    const path = findUnstorablePath(value);
    if (path !== null) context.addIssue({ code: 'custom', path: [...path], message: MESSAGE });
  });
