/** Searches, filters and sorts the rows of a list that is loaded as a whole, because it never has more than some dozens. */
import { csvValue } from '#lib/csv-value.ts';
import type { GridState } from './grid-state.ts';

type Value = string | number;

/** How the rows of a list are searched, filtered, sorted and exported. */
export interface LocalRules<Row> {
  /** Texts that the search looks through. */
  readonly texts: (row: Row) => readonly string[];
  /** Whether a row matches a value of each filter. */
  readonly filters: Readonly<Record<string, (row: Row, value: string) => boolean>>;
  /** What rows are sorted by. A key that is not here keeps the order in which they were loaded. */
  readonly sorts: Readonly<Record<string, (row: Row) => Value>>;
  readonly csv: readonly { readonly label: string; readonly value: (row: Row) => Value }[];
}

const collator = new Intl.Collator('en-AU', { numeric: true, sensitivity: 'base' });

const compare = (a: Value, b: Value): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

/** Returns the rows that match a state of the grid, in its order. Every word of the search is in one of the texts. */
export function selectRows<Row>(rows: readonly Row[], { q, filters, sort }: GridState, rules: LocalRules<Row>): readonly Row[] {
  const words = q.toLocaleLowerCase('en-AU').split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const text = rules.texts(row).join('\n').toLocaleLowerCase('en-AU');
    return (
      words.every((word) => text.includes(word)) &&
      Object.entries(filters).every(([key, value]) => rules.filters[key]?.(row, value) ?? true)
    );
  });
  const keyOf = rules.sorts[sort.key];
  if (keyOf === undefined) return found;
  return found.toSorted((a, b) => compare(keyOf(a), keyOf(b)) * (sort.isDescending ? -1 : 1));
}

/** Writes rows as CSV with a line of headings. */
export const rowsToCsv = <Row>(rows: readonly Row[], { csv }: Pick<LocalRules<Row>, 'csv'>): string =>
  [csv.map(({ label }) => csvValue(label)), ...rows.map((row) => csv.map(({ value }) => csvValue(value(row))))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
