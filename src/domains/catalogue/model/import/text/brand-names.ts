/** Finds the brand of a product in tables of known brands or in a company's name. */

import type { Category } from '#domains/catalogue/model/category.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { maxOf } from '#lib/extremes.ts';
import { trimEndOf } from '#lib/trim.ts';
import { fold } from './normalize-text.ts';

export interface KnownBrand {
  readonly brand: string;
  /** Usual category of the brand. Null if only a company's name was found. */
  readonly category: Category | null;
  /** Number of words of the brand at the start of the name. 0 if it was found elsewhere. */
  readonly words: number;
  /** True if the brand is in the mapping's list. */
  readonly isListed: boolean;
}

/**
 * Returns a function from a name, which can start with a known brand, and a company's cell to the brand. The longest known brand
 * at the start of the name wins, else the company's name with the mapping's cuts and spelling.
 */
export function brandFinder(rules: Mapping['brand'], readable: (text: string) => string): (name: string, company: string) => KnownBrand {
  const byWords = new Map<string, { brand: string; category: Category | null }>();
  const input = rules.known?.brands ?? {};
  const byCategory = Array.isArray(input) ? [[null, input] as const] : (Object.entries(input) as [Category, string[]][]);
  for (const [category, brands] of byCategory) {
    for (const entry of brands) {
      const [words = '', spelling] = entry.split('=').map((part) => part.trim());
      byWords.set(bare(words), { brand: spelling ?? readable(words), category });
    }
  }
  const longest = maxOf(
    [...byWords.keys()].map((words) => words.split(' ').length),
    0,
  );
  const raw = new Map(Object.entries(rules.table).map(([company, brand]) => [bare(company), brand]));
  const cut = endings(rules.cut);

  return (name, company) => {
    const words = name === '' ? [] : name.split(' ').slice(0, longest);
    for (let count = words.length; count > 0; count--) {
      const found = byWords.get(bare(words.slice(0, count).join(' ')));
      if (found !== undefined) return { ...found, words: count, isListed: true };
    }
    const brand = raw.get(bare(company)) ?? companyName(company, rules.after, cut, readable);
    return { brand, category: null, words: rules.known === undefined ? 0 : wordsInFront(name, brand), isListed: false };
  };
}

const bare = (text: string) => fold(text).replace(/['.]/g, '');

/** Returns how many leading words of the name belong to the company, for example one in `Tattersall Rye` by Tattersall. */
function wordsInFront(name: string, brand: string): number {
  const words = brand.split(' ');
  return bare(name.split(' ').slice(0, words.length).join(' ')) === bare(brand) ? words.length : 0;
}

/** Returns a pattern for any of these words at the end of a name. @returns null for no words */
function endings(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  return new RegExp(`(?<=[\\s,.;()&])(?:${any})(?![\\p{L}\\p{N}])[\\s,.;()]*$`, 'iu');
}

/** Maximum number of endings that are cut from one name: `Oakvale Wines Pty Ltd`. */
const MAX_ENDINGS = 5;

function withoutEndings(text: string, ending: RegExp): string {
  let saved = text;
  for (let count = 0; count < MAX_ENDINGS; count += 1) {
    const found = ending.exec(saved);
    if (found === null) break;
    saved = trimEndOf(saved.slice(0, found.index), /[\s,.;()&]/);
  }
  return saved;
}

function companyName(company: string, after: string | undefined, cut: RegExp | null, readable: (text: string) => string): string {
  const parts = after === undefined ? [company] : company.split(after);
  const trade = parts.map((part) => part.trim()).findLast((part) => part !== '') ?? company;
  return readable(cut === null ? trade : withoutEndings(trade, cut));
}
