/** The columns of a grid that are shown: the chosen ones, else those that fit. */
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fitColumns, withoutEmptyColumns } from './fit-columns.ts';
import { CHECK_WIDTH } from './GridTable.tsx';
import type { GridColumn } from './grid-types.ts';

/** Room for the scroll bar, in px. */
const SCROLL_BAR = 16;
/** Up to this width rows are cards, which have a place for every column that matters. As `--phone` in breakpoints.css. */
const PHONE = '(max-width: 768px)';

export interface FittingColumns<Row> {
  readonly screen: RefObject<HTMLDivElement | null>;
  readonly visible: readonly GridColumn<Row>[];
  /** Those that are visible unless somebody chooses others. */
  readonly defaults: readonly GridColumn<Row>[];
}

/** @param chosen keys of the columns that the person chose; null for those that fit */
export function useFittingColumns<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  chosen: readonly string[] | null,
  canSelect: boolean,
): FittingColumns<Row> {
  const screen = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = screen.current;
    if (element === null) return;
    const measure = (): void => {
      const room = element.clientWidth - SCROLL_BAR - (canSelect ? CHECK_WIDTH : 0);
      setWidth(matchMedia(PHONE).matches ? Number.POSITIVE_INFINITY : room);
    };
    // Before the first paint, so that no column appears and leaves.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [canSelect]);
  const defaults = useMemo(() => {
    const usual = columns.filter(({ isKey, isExtra }) => isKey || !isExtra);
    return fitColumns(withoutEmptyColumns(usual, rows, width), width);
  }, [columns, rows, width]);
  return { screen, defaults, visible: chosen ? columns.filter(({ key, isKey }) => isKey || chosen.includes(key)) : defaults };
}
