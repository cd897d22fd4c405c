/** Chooses which columns a grid shows where there is no room for all, so that it does not scroll sideways. */
import type { GridColumn } from './grid-types.ts';

/** The px that a track takes at least: `minmax(120px, 1fr)` → 120. */
export const minWidthOf = (track: string): number => Number.parseInt(track.replace('minmax(', ''), 10);

/** Columns of lesser rank are left out first. What phones show matters most, their third line least of it. */
const rankOf = <Row>({ rank, phone }: GridColumn<Row>): number => rank ?? (phone === undefined ? 3 : phone.startsWith('3') ? 2 : 1);

/** What a track that grows needs so that little of its content is cut off, as a multiple of its minimum width. */
const COMFORT = 1.4;
const comfortableWidthOf = (track: string): number => minWidthOf(track) * (track.startsWith('minmax(') ? COMFORT : 1);

const sumOf = <Row>(columns: readonly GridColumn<Row>[], widthOf: (track: string) => number): number =>
  columns.reduce((sum, { width }) => sum + widthOf(width), 0);

/** Returns the columns without those that are empty in every row, unless all have room to spare. */
export function withoutEmptyColumns<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  width: number,
): readonly GridColumn<Row>[] {
  if (rows.length === 0 || sumOf(columns, comfortableWidthOf) <= width) return columns;
  return columns.filter(({ isKey, hasContent }) => isKey || hasContent === undefined || rows.some(hasContent));
}

/**
 * Returns the columns that fit into a width. Among equals the last is left out first. The key column always stays.
 * @param width room for columns in px
 */
export function fitColumns<Row>(columns: readonly GridColumn<Row>[], width: number): readonly GridColumn<Row>[] {
  const leaving = columns
    .filter(({ isKey }) => !isKey)
    .toReversed()
    .toSorted((a, b) => rankOf(b) - rankOf(a));
  const left = new Set<GridColumn<Row>>();
  let needed = sumOf(columns, minWidthOf);
  for (const column of leaving) {
    if (needed <= width) break;
    left.add(column);
    needed -= minWidthOf(column.width);
  }
  return columns.filter((column) => !left.has(column));
}
