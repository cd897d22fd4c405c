/** The selected rows of a grid: some of them by key, or all that match the filters but some. */

export interface GridSelection {
  readonly isAllMatching: boolean;
  /** The selected keys, or those that are left out of all. */
  readonly keys: ReadonlySet<string>;
}

export const NOTHING_SELECTED: GridSelection = { isAllMatching: false, keys: new Set() };
export const ALL_MATCHING: GridSelection = { isAllMatching: true, keys: new Set() };

export const isSelected = ({ isAllMatching, keys }: GridSelection, key: string): boolean => keys.has(key) !== isAllMatching;

/** Returns how many rows are selected. @param total rows that match */
export const selectedCount = ({ isAllMatching, keys }: GridSelection, total: number): number =>
  isAllMatching ? Math.max(0, total - keys.size) : keys.size;

/** Selects a row or takes it out of the selection. */
export function toggleRow(selection: GridSelection, key: string): GridSelection {
  const keys = new Set(selection.keys);
  if (!keys.delete(key)) keys.add(key);
  return { ...selection, keys };
}

/** Selects or deselects several rows at once. */
export function setRows(selection: GridSelection, rows: readonly string[], isOn: boolean): GridSelection {
  const keys = new Set(selection.keys);
  for (const key of rows) {
    if (isOn !== selection.isAllMatching) keys.add(key);
    else keys.delete(key);
  }
  return { ...selection, keys };
}
