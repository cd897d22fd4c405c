/** Entries of a sheet that wait to be saved. They are kept on the device, so that a lost connection or an ended session loses nothing. */
import { z } from 'zod';

const entry = z.object({
  /** Idempotency key: an entry that was saved without an answer is not saved twice. */
  key: z.string(),
  /** Time of the entry on this device, in ms. */
  at: z.number(),
  mode: z.enum(['add', 'set']),
  field: z.enum(['quantity', 'expected']),
  value: z.number().int().nullable(),
  /** Null until the code is resolved. */
  productId: z.number().int().nullable(),
  /** Scanned code; empty if the wine was chosen. */
  code: z.string(),
  name: z.string(),
  /** Version of the line that was shown. */
  version: z.number().int(),
});
export type SheetEntry = z.output<typeof entry>;

const entries = z.array(entry);

/** Reads stored entries. @returns none for anything else */
export function parseEntries(text: string | null): readonly SheetEntry[] {
  if (text === null) return [];
  try {
    const parsed = entries.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

interface KnownWine {
  readonly productId: number;
  readonly sku: string;
  readonly gtin: string;
}

const toCode = (text: string): string => (/^\d{8,14}$/.test(text) ? text.replace(/^0+/, '') : text.toLowerCase());

/** Finds the only wine of a sheet with a code, without the server. @returns null if there is none or several */
export function findByCode<Wine extends KnownWine>(wines: readonly Wine[], code: string): Wine | null {
  const found = wines.filter(({ sku, gtin }) => sku.toLowerCase() === code.toLowerCase() || (gtin !== '' && toCode(gtin) === toCode(code)));
  const [only] = found;
  return found.length === 1 && only ? only : null;
}

/** Returns a number of a line with the entries that wait. */
export const withEntries = (saved: number | null, waiting: readonly Pick<SheetEntry, 'mode' | 'value'>[]): number | null =>
  waiting.reduce<number | null>((value, each) => (each.mode === 'set' ? each.value : Math.max(0, (value ?? 0) + (each.value ?? 0))), saved);
