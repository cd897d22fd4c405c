/** Replaces what differs from run to run by placeholders, so that two recordings of the same behaviour are equal. */

const PATTERNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['jwt', /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g],
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['time', /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g],
  ['date', /\b20\d\d-\d\d-\d\d\b/g],
  ['token', /(?<![\w-])[\w-]{43}(?![\w-])/g],
  ['referral-code', /\bFRIEND-[A-Z0-9]{8}\b/g],
  ['milliseconds', /\b1[789]\d{11}\b/g],
  ['picture-version', /(?<=\.)[0-9a-z]{10,16}(?=\.(?:svg|png)\b)/g],
  ['query-id', /\b[0-9a-f]{32}\b/g],
];

/** Fields whose values are measured or derived from the clock. */
const VOLATILE_FIELDS = new Set([
  'processingTimeMS',
  'validUntil',
  'exp',
  'iat',
  'auth_time',
  'expires_in',
  'updated_at',
  'publicKey',
  'key',
  'submittedToDeliveredDays',
]);

export type Normalize = (value: unknown) => unknown;

/** Returns a function that numbers each distinct value of a kind by its first appearance: `<uuid-1>`, `<uuid-2>`. */
export function createNormalizer(port: number): Normalize {
  const seen = new Map<string, string>();
  const counts = new Map<string, number>();
  const placeholderFor = (kind: string, value: string): string => {
    if (kind === 'time' || kind === 'date' || kind === 'jwt' || kind === 'milliseconds') return `<${kind}>`;
    const known = seen.get(value);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const placeholder = `<${kind}-${count}>`;
    seen.set(value, placeholder);
    return placeholder;
  };
  const normalizeText = (text: string): string =>
    PATTERNS.reduce((all, [kind, pattern]) => all.replace(pattern, (value) => placeholderFor(kind, value)), text).replaceAll(
      `:${port}`,
      ':<port>',
    );
  const normalize: Normalize = (value) => {
    if (typeof value === 'string') return normalizeText(value);
    if (Array.isArray(value)) return value.map(normalize);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, inner]) => [name, VOLATILE_FIELDS.has(name) && inner !== null ? `<${name}>` : normalize(inner)]),
    );
  };
  return normalize;
}
