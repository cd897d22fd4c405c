/**
 * What a grid shows, as it is in the URL: search, filters, sort order, columns and view. A link to a list is a link to what its sender
 * saw.
 */

export interface GridSort {
  readonly key: string;
  readonly isDescending: boolean;
}

export interface GridState {
  readonly q: string;
  /** Value by filter: `a,b` for options, `from..to` for ranges, else the text. */
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: GridSort;
  /** Keys of the visible columns in the order of the grid. Null for the default ones. */
  readonly columns: readonly string[] | null;
  /** Id of the view that the person chose, which tells what they changed since. */
  readonly view: string | null;
}

/** What a list allows. Everything else in a URL is ignored. */
export interface GridLimits {
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly defaultSort: GridSort;
  readonly columns: readonly string[];
}

const FILTER = /^filter\[([a-z_]+)\]$/;

/** `-placed` is descending. */
export const formatSort = ({ key, isDescending }: GridSort): string => (isDescending ? `-${key}` : key);

export function parseSort(text: string | null, { sorts, defaultSort }: GridLimits): GridSort {
  const isDescending = text?.startsWith('-') ?? false;
  const key = isDescending ? (text?.slice(1) ?? '') : (text ?? '');
  return sorts.includes(key) ? { key, isDescending } : defaultSort;
}

/** Reads the state of a grid from the parameters of its URL. */
export function parseGridState(params: URLSearchParams, limits: GridLimits): GridState {
  const filters = [...params].flatMap(([name, value]) => {
    const key = FILTER.exec(name)?.[1];
    return key !== undefined && value !== '' && limits.filters.includes(key) ? [[key, value] as const] : [];
  });
  const columns =
    params
      .get('columns')
      ?.split(',')
      .filter((key) => limits.columns.includes(key)) ?? null;
  return {
    q: params.get('q') ?? '',
    filters: Object.fromEntries(filters),
    sort: parseSort(params.get('sort'), limits),
    columns: columns === null || columns.length === 0 ? null : columns,
    view: params.get('view'),
  };
}

/** Writes the state of a grid to parameters. What is as by default is left out. */
export function formatGridState(state: GridState, { defaultSort }: GridLimits): URLSearchParams {
  const params = new URLSearchParams();
  if (state.q !== '') params.set('q', state.q);
  for (const [key, value] of Object.entries(state.filters)) if (value !== '') params.set(`filter[${key}]`, value);
  if (formatSort(state.sort) !== formatSort(defaultSort)) params.set('sort', formatSort(state.sort));
  if (state.columns) params.set('columns', state.columns.join(','));
  if (state.view !== null) params.set('view', state.view);
  return params;
}

/** Returns the input of a list call for a state: what the server filters and sorts by. */
export const toListInput = (state: GridState): Readonly<Record<string, string>> => ({
  ...(state.q === '' ? {} : { q: state.q }),
  ...Object.fromEntries(Object.entries(state.filters).map(([key, value]) => [`filter[${key}]`, value])),
  sort: formatSort(state.sort),
});

/** Returns a state with another filter. An empty value removes it. */
export function withFilter(state: GridState, key: string, value: string): GridState {
  const { [key]: _, ...others } = state.filters;
  return { ...state, filters: value === '' ? others : { ...others, [key]: value } };
}

const sameRecord = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
};

/** Returns true if two states show the same rows in the same columns, whatever view they came from. */
export const isSameView = (a: GridState, b: GridState): boolean =>
  a.q === b.q &&
  sameRecord(a.filters, b.filters) &&
  formatSort(a.sort) === formatSort(b.sort) &&
  (a.columns?.join() ?? '') === (b.columns?.join() ?? '');

/** Splits `from..to`. A part that is missing is an empty text. */
export function parseRange(value: string): { readonly from: string; readonly to: string } {
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : [value, value];
  return { from, to };
}

/** Joins a range. Empty if both ends are. */
export const formatRange = (from: string, to: string): string => (from === '' && to === '' ? '' : `${from}..${to}`);
