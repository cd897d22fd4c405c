/** Chooses which columns a grid shows where there is no room for all, so that it does not scroll sideways. */
import type { GridColumn } from './grid-types.ts';

/** The px that a track takes at least: `minmax(120px, 1fr)` → 120. */
export const minWidthOf = (track: string): number => Number.parseInt(track.replace('minmax(', ''), 10);

/** Columns of lesser rank are left out first. What phones show matters most, their third line least of it. */
const rankOf = <Row>({ rank, phone }: GridColumn<Row>): number => rank ?? (phone === undefined ? 3 : phone.startsWith('3') ? 2 : 1);

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
  let needed = columns.reduce((sum, column) => sum + minWidthOf(column.width), 0);
  for (const column of leaving) {
    if (needed <= width) break;
    left.add(column);
    needed -= minWidthOf(column.width);
  }
  return columns.filter((column) => !left.has(column));
}
