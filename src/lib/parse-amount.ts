/** Reads an amount that staff typed. */
import { toCents } from './money.ts';

const AMOUNT = /^\d{1,7}(?:\.\d{1,2})?$/;

/** Converts `12.50`, `$1,250` or `12` to cents. @returns null for anything else */
export function parseAmount(text: string): number | null {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '');
  return AMOUNT.test(plain) ? toCents(Number(plain)) : null;
}
