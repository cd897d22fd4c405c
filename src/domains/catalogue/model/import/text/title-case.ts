/** Converts names in capitals: `ABSOLUT W/FEVER TREE GINGER BEER` → `Absolut with Fever Tree Ginger Beer`. */
import { trimOf } from '#lib/trim.ts';
import { fold } from './normalize-text.ts';

export interface CapitalsRules {
  /** Words or phrases without meaning for a shopper: `DISCO`, `PET`. */
  readonly drop: readonly string[];
  /** Words with a special spelling: `KSBW` → `Kentucky Straight Bourbon Whiskey`. */
  readonly words: Readonly<Record<string, string>>;
}

const SMALL = new Set('a an and at by de del des di du el en et for from in la las le los of on or the to van von with y'.split(' '));
const ROMAN = /^(?:I{2,3}|IV|V|VI{1,3}|IX|XI{0,3}|XIV|XVI{0,3}|XX[IV]{0,3})$/;
const UPPERCASE = /^(?:V\.?S\.?O\.?P\.?|V\.?S\.?|X\.?O\.?|V\.?O\.?|USA|UK|NFL|NBA|RTD|IPA|PX|UV|BBQ|NYC|DJ|RX|XXI|XXX?)$/;

/** Abbreviations of the trade, tried in order on each word. */
const ABBREVIATIONS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^W\/(.*)$/, (_, rest = '') => `with ${rest}`],
  [/^(\d+)(?:YRS?|YO)$/, (_, years = '') => `${years} Year Old`],
  [/^(\d+)(?:PRF|PF)$/, (_, proof = '') => `${proof} Proof`],
  [/^(\d+(?:\.\d+)?)ML(S?)$/, (_, amount = '') => `${amount} ml`],
  [/^(\d+(?:\.\d+)?)L$/, (_, amount = '') => `${amount} L`],
  [/^(\d+)PK$/, (_, count = '') => `${count}-Pack`],
];

/**
 * Returns a function that converts capitals by these rules. Text with a lower-case letter is already readable; only the dropped
 * phrases are removed.
 */
export function readableCapitals(rules: CapitalsRules): (text: string) => string {
  const raw = new Map(Object.entries(rules.words).map(([word, as]) => [fold(word), as]));
  const dropped = phrasePattern(rules.drop);
  return (text) => {
    const spaced = (dropped === null ? text : text.replace(dropped, ' ')).replace(/\(\s*\)/g, ' ').replace(/\s+/g, ' ');
    const saved = trimOf(spaced, /[\s,;:-]/);
    if (/\p{Ll}/u.test(saved)) return saved;
    const words = saved.split(' ').flatMap((word) => spellOut(word).split(' '));
    const readable = words.filter((word) => word !== '').map((word, index) => readableWord(word, index === 0, raw));
    return readable.join(' ');
  };
}

/** Returns a pattern for any of the phrases as whole words, longest first. @returns null for no phrases */
export function phrasePattern(phrases: readonly string[]): RegExp | null {
  if (phrases.length === 0) return null;
  const sorted = [...phrases].sort((a, b) => b.length - a.length).map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sorted.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function spellOut(word: string): string {
  for (const [pattern, write] of ABBREVIATIONS) {
    const parts = pattern.exec(word);
    // The part after `W/` can be abbreviated too: `W/50ML`.
    if (parts !== null) return word.startsWith('W/') ? write(...parts.slice(0, 1), spellOut(parts[1] ?? '')) : write(...parts);
  }
  return word;
}

function readableWord(word: string, isFirst: boolean, raw: ReadonlyMap<string, string>): string {
  const cached = raw.get(fold(word));
  if (cached !== undefined) return cached;
  if (/\p{Ll}/u.test(word) && word !== 'with') return word;
  const lower = word.toLowerCase();
  if (!isFirst && SMALL.has(lower)) return lower;
  if (UPPERCASE.test(word) || ROMAN.test(word) || /^[("“]?(?:\p{L}\.){2,}/u.test(word)) return word;
  return lower
    .replace(/^mc(?=\p{L}{3})/u, 'mc\u200b')
    .split('\u200b')
    .map(capitalWords)
    .join('')
    .replace(/^with$/i, isFirst ? 'With' : 'with');
}

/**
 * Capitalises each part of hyphenated or slashed words and the letter after `O'`, `D'` and `L'`. A possessive stays in lower
 * case.
 */
const capitalWords = (text: string) =>
  text
    .replace(/(^|[-/("“&+*])(\p{Ll})/gu, (_, before: string, char: string) => before + char.toUpperCase())
    .replace(/(?<![\p{L}\p{N}])(\p{L}['’])(\p{Ll})(?=\p{L})/gu, (_, before: string, char: string) => before + char.toUpperCase());
