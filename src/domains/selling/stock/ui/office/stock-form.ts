/** Forms of stock that are validated while they are typed. */
import type { z } from 'zod';

/** Returns a function that gives the first error of a field. */
export function errorsOf<T extends object>(parsed: z.ZodSafeParseResult<T>): (field: keyof T & string) => string | null {
  const issues = parsed.success ? [] : parsed.error.issues;
  return (field) => issues.find(({ path }) => path[0] === field)?.message ?? null;
}

/** Reads a typed number. @returns NaN for an empty field and anything else */
export const toCount = (value: string): number => (value.trim() === '' ? Number.NaN : Number(value));
