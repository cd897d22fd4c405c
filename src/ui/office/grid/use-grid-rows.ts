/** Keyboard and selection of a grid: arrows move, Enter opens, Space selects, Shift extends, Ctrl or Command with A selects all shown. */
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type GridSelection, isSelected, NOTHING_SELECTED, setRows, toggleRow } from './selection.ts';

export interface GridRowsOptions {
  readonly keys: readonly string[];
  readonly pageSize: number;
  readonly open: (index: number) => void;
  /** Brings a row into view, so that it can have the focus. */
  readonly scrollTo: (index: number) => void;
  readonly rowId: (index: number) => string;
  /** Changes when the rows are other ones: the selection ends. */
  readonly resetKey: string;
  /** The row that has the focus first. */
  readonly firstActive: number;
}

export interface GridRows {
  readonly active: number;
  readonly selection: GridSelection;
  readonly setSelection: (selection: GridSelection) => void;
  /** Selects a row; with `isRange` all from the last selected one. */
  readonly select: (index: number, isRange: boolean) => void;
  readonly setActive: (index: number) => void;
  readonly handleKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const MOVES: Readonly<Record<string, (index: number, last: number, page: number) => number>> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  PageDown: (index, last, page) => Math.min(last, index + page),
  PageUp: (index, _last, page) => Math.max(0, index - page),
  Home: () => 0,
  End: (_index, last) => last,
};

export function useGridRows({ keys, pageSize, open, scrollTo, rowId, resetKey, firstActive }: GridRowsOptions): GridRows {
  const [active, setActive] = useState(firstActive);
  const lastReset = useRef(resetKey);
  const [anchor, setAnchor] = useState(0);
  const [selection, setSelection] = useState<GridSelection>(NOTHING_SELECTED);

  useEffect(() => {
    if (lastReset.current === resetKey) return;
    lastReset.current = resetKey;
    setActive(0);
    setAnchor(0);
    setSelection(NOTHING_SELECTED);
  }, [resetKey]);

  const range = useCallback((from: number, to: number): string[] => keys.slice(Math.min(from, to), Math.max(from, to) + 1), [keys]);

  const select = (index: number, isRange: boolean): void => {
    const key = keys[index];
    if (key === undefined) return;
    setSelection((before) => (isRange ? setRows(before, range(anchor, index), true) : toggleRow(before, key)));
    if (!isRange) setAnchor(index);
    setActive(index);
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isOnRow = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'row';
    if (!isOnRow) return;
    const move = MOVES[event.key];
    if (move && keys.length > 0) {
      event.preventDefault();
      const next = move(active, keys.length - 1, pageSize);
      if (event.shiftKey) setSelection((before) => setRows(before, range(anchor, next), true));
      else setAnchor(next);
      setActive(next);
      scrollTo(next);
      // The row may be drawn only after the scroll.
      requestAnimationFrame(() => document.getElementById(rowId(next))?.focus({ preventScroll: true }));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(active);
    } else if (event.key === 'F2') {
      // A list that can be edited has its fields as buttons with this attribute.
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-index="${active}"] [data-edit]`)?.click();
    } else if (event.key === ' ') {
      event.preventDefault();
      select(active, event.shiftKey);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setSelection(keys.every((key) => isSelected(selection, key)) ? NOTHING_SELECTED : setRows(selection, keys, true));
    } else if (event.key === 'Escape' && selection !== NOTHING_SELECTED) {
      event.preventDefault();
      setSelection(NOTHING_SELECTED);
    }
  };

  return { active: Math.min(active, Math.max(0, keys.length - 1)), selection, setSelection, select, setActive, handleKeyDown };
}
