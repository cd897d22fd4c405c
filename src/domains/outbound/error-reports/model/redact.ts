/** Redacts secrets and personal data in reports, before sending and before storing. */
import { LIMITS } from './limits.ts';

const MAX_CHARACTERS = 2_000;
const MAX_ENTRIES = 100;

/** Replaces JSON web tokens, `eyJ….….…`, in a run of letters, digits, dots and hyphens. */
function withoutTokens(run: string): string {
  const parts = run.split('.');
  const remaining: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    const start = part.search(/\beyJ[\w-]/);
    const isToken = start >= 0 && Boolean(parts[index + 1]) && index + 2 < parts.length;
    remaining.push(isToken ? `${part.slice(0, start)}[token]` : part);
    if (isToken) index += 2;
  }
  return remaining.join('.');
}

/** Replacements in order. Each pattern starts where a run starts, which keeps the work linear. */
const PERSONAL: readonly (readonly [pattern: RegExp, replacement: string | ((run: string) => string)])[] = [
  // Removes parameters of URLs, which may contain tokens and emails.
  [/(?<![^\s?#"'()])([^\s?#"'()/]*\/[^\s?#"'()]*)[?#][^\s"'()]*/g, '$1'],
  [/(?<![^\s@"'<>(),;:/])[^\s@"'<>(),;:/]+@[^\s@"'<>(),;:/]+\.[^\s@"'<>(),;:/]+/g, '[e-mail]'],
  [/(?<![\w.-])[\w.-]+/g, withoutTokens],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}(?![\w-])/g, '[token]'],
  // Phone, card and order numbers.
  [/(?<![\w.])\+?\d(?:[ -]?\d){7,}(?!\w)/g, '[number]'],
];

/** Returns a text without URL parameters, emails, tokens, ids and long numbers, truncated to 2,000 characters. */
export const cleanText = (text: string): string =>
  PERSONAL.reduce(
    (cleaned, [pattern, replacement]) =>
      typeof replacement === 'string' ? cleaned.replace(pattern, replacement) : cleaned.replace(pattern, replacement),
    text.slice(0, MAX_CHARACTERS * 2),
  ).slice(0, MAX_CHARACTERS);

const isFiltered = (key: string): boolean => LIMITS.filters.some((word) => key.toLowerCase().includes(word));

/** Returns a JSON-compatible copy: filtered fields, at most eight levels, no cycles, redacted texts [ERR-3, ERR-4]. */
export function clean(value: unknown, depth: number = LIMITS.depth, above: readonly object[] = []): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return value === undefined ? undefined : `[${typeof value}]`;
  if (above.includes(value)) return '[RECURSION]';
  if (depth <= 0) return '[DEPTH]';
  const within = [...above, value];
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((each) => clean(each, depth - 1, within));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ENTRIES)
      .map(([key, each]) => [key, isFiltered(key) ? '[FILTERED]' : clean(each, depth - 1, within)]),
  );
}
