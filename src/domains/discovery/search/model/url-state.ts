/**
 * The search state in the query string [SRCH-15]: defaults are omitted [SRCH-16] [SRCH-17] [SRCH-18] [SRCH-20], and several values repeat
 * the key [SRCH-19]. Parsing accepts any text and ignores unknown and invalid parts.
 */

import { FILTER_ONLY_FACETS, RANGES, REFINEMENT_KEYS, SHOW_MORE_LIMIT } from './facets.ts';
import { SORTS, type Sort } from './search-attributes.ts';
import { EMPTY_SEARCH, type Range, type RefinedSearch } from './state.ts';

const MAX_TEXT_LENGTH = 512;
const LAST_PAGE = 9_999;

type Pair = readonly [key: string, value: string];

const decode = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
};

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Returns the parts of a query string with their raw text, in order. */
const rawPairs = (queryString: string): { readonly raw: string; readonly pair: Pair }[] =>
  (queryString.replace(/^\?/, '').split('#', 1)[0] ?? '')
    .split('&')
    .filter((raw) => raw !== '')
    .map((raw) => {
      const [key = '', ...rest] = raw.split('=');
      return { raw, pair: [decode(key), decode(rest.join('='))] };
    });

const writeRange = ({ low, high }: Range): string => `${low ?? ''}:${high ?? ''}`;

const RANGE = /^(\d{1,7}(?:\.\d{1,2})?)?:(\d{1,7}(?:\.\d{1,2})?)?$/;

const readRange = (text: string): Range | null => {
  const [, low, high] = RANGE.exec(text) ?? [];
  if (low === undefined && high === undefined) return null;
  return { low: low === undefined ? null : Number(low), high: high === undefined ? null : Number(high) };
};

/** Parses a sort order. Any other value selects the default order [SRCH-22]. */
const readSort = (text: string | undefined): Sort => SORTS.find((sort) => sort === text) ?? 'default';

const readPage = (text: string | undefined): number => {
  const page = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(Math.max(page, 1), LAST_PAGE);
};

/** Removes control characters, which HTML cannot contain. */
const cut = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, '')
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed();

/** Lists the pairs of a state in the order of writing. */
const pairsOf = ({ query, sortBy, page, toggle, refinementList, multiRange }: RefinedSearch): Pair[] => [
  ...(query === '' ? [] : [['query', query] as const]),
  ...(sortBy === 'default' ? [] : [['sortBy', sortBy] as const]),
  ...(page === 1 ? [] : [['page', String(page)] as const]),
  ...FILTER_ONLY_FACETS.filter(({ attribute }) => toggle.includes(attribute)).map(({ urlKey }) => [urlKey, 'true'] as const),
  ...Array.from(REFINEMENT_KEYS).flatMap(([attribute, urlKey]) =>
    (refinementList[attribute] ?? []).map((value) => [urlKey, value] as const),
  ),
  ...RANGES.flatMap(({ attribute, urlKey }) => {
    const range = multiRange[attribute];
    return range === undefined ? [] : [[urlKey, writeRange(range)] as const];
  }),
];

/** Every key of a state, in order. */
export const SEARCH_KEYS: readonly string[] = [
  'query',
  'sortBy',
  'page',
  ...FILTER_ONLY_FACETS.flatMap(({ urlKey, slug }) => (slug === undefined ? [urlKey] : [urlKey, slug])),
  ...REFINEMENT_KEYS.values(),
  ...RANGES.map(({ urlKey }) => urlKey),
];

const OWN_KEYS: ReadonlySet<string> = new Set(SEARCH_KEYS);

/** Returns the query string of a state without `?`. It is empty for the default state [SRCH-20]. */
export const serializeSearch = (state: RefinedSearch): string =>
  pairsOf(state)
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&');

/** Parses a query string, with or without `?`. */
export const parseSearch = (queryString: string): RefinedSearch => {
  const values = new Map<string, string[]>();
  for (const { pair } of rawPairs(queryString)) values.set(pair[0], [...(values.get(pair[0]) ?? []), pair[1]]);
  const first = (key: string): string | undefined => values.get(key)?.[0];
  const refinements = Array.from(REFINEMENT_KEYS, ([attribute, urlKey]) => {
    const chosen = new Set((values.get(urlKey) ?? []).map(cut).filter((value) => value !== ''));
    return [attribute, [...chosen].slice(0, SHOW_MORE_LIMIT)] as const;
  });
  const ranges = RANGES.map(({ attribute, urlKey }) => [attribute, readRange(first(urlKey) ?? '')] as const);
  return {
    ...EMPTY_SEARCH,
    query: cut(first('query') ?? ''),
    sortBy: readSort(first('sortBy')),
    page: readPage(first('page')),
    toggle: FILTER_ONLY_FACETS.filter(({ urlKey, slug = urlKey }) => first(urlKey) === 'true' || first(slug) === 'true').map(
      ({ attribute }) => attribute,
    ),
    refinementList: Object.fromEntries(refinements.filter(([, chosen]) => chosen.length > 0)),
    multiRange: Object.fromEntries(ranges.filter(([, range]) => range !== null)),
  };
};

/** Returns the query string of a URL with another state. Unknown parameters come first and are unchanged. */
export const replaceSearch = (queryString: string, state: RefinedSearch): string =>
  [
    ...rawPairs(queryString)
      .filter(({ pair }) => !OWN_KEYS.has(pair[0]))
      .map(({ raw }) => raw),
    serializeSearch(state),
  ]
    .filter((part) => part !== '')
    .join('&');
