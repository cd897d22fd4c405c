/** The rows of a grid: the first page of the route's loader, and the pages that follow as the person scrolls. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { GridLoad, GridPage } from './grid-types.ts';

export interface GridPages<Row> {
  readonly rows: readonly Row[];
  readonly total: GridPage<Row>['total'];
  readonly hasMore: boolean;
  /** Why the next page could not be loaded. */
  readonly moreError: string | null;
  readonly loadMore: () => void;
}

const EMPTY: GridPage<never> = { rows: [], nextCursor: null, total: 0 };

/**
 * @param first the page that the route loaded; a new object starts over
 * @param loadPage loads the page after a cursor
 */
export function useGridPages<Row>(first: GridLoad<Row>, loadPage: (cursor: string) => Promise<GridLoad<Row>>): GridPages<Row> {
  const start = first.ok ? first.value : EMPTY;
  const [pages, setPages] = useState<{ readonly of: GridPage<Row>; readonly page: GridPage<Row>; readonly error: string | null }>({
    of: start,
    page: start,
    error: null,
  });
  const isLoading = useRef<string | null>(null);
  const current = pages.of === start ? pages : { of: start, page: start, error: null };

  useEffect(() => {
    isLoading.current = null;
    setPages({ of: start, page: start, error: null });
  }, [start]);

  const { nextCursor } = current.page;
  const loadMore = useCallback(() => {
    if (nextCursor === null || isLoading.current === nextCursor) return;
    isLoading.current = nextCursor;
    void loadPage(nextCursor).then((loaded) => {
      isLoading.current = null;
      setPages((before) => {
        if (before.of !== start || before.page.nextCursor !== nextCursor) return before;
        if (!loaded.ok) return { ...before, error: loaded.title };
        return { of: start, error: null, page: { ...loaded.value, total: start.total, rows: [...before.page.rows, ...loaded.value.rows] } };
      });
    });
  }, [nextCursor, loadPage, start]);

  return { rows: current.page.rows, total: start.total, hasMore: nextCursor !== null, moreError: current.error, loadMore };
}
