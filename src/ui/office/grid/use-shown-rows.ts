/** Remembers what a list showed of its rows, so that an action on several can leave alone those that changed since. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { GridLoad } from './grid-types.ts';

export interface ShownRows<Row, Version> {
  /** Loads a page of the list and remembers its rows. */
  readonly loadPage: (cursor: string) => Promise<GridLoad<Row>>;
  /** Returns the version of a row as the person saw it; undefined for a row that was never loaded. */
  readonly versionOf: (key: string) => Version | undefined;
  /** Remembers rows that the list has not loaded: those of a selection of all that match. */
  readonly addUnseen: (rows: readonly Row[]) => void;
}

/**
 * @param first the first page; a new object is what the person sees from then on
 * @param versionOfRow what must still be so when the row is changed
 */
export function useShownRows<Row, Version>(
  first: GridLoad<Row>,
  loadPage: (cursor: string) => Promise<GridLoad<Row>>,
  keyOfRow: (row: Row) => string,
  versionOfRow: (row: Row) => Version,
): ShownRows<Row, Version> {
  const shown = useRef(new Map<string, Version>());
  const read = useRef({ keyOfRow, versionOfRow });
  read.current = { keyOfRow, versionOfRow };
  useEffect(() => {
    if (first.ok) for (const row of first.value.rows) shown.current.set(read.current.keyOfRow(row), read.current.versionOfRow(row));
  }, [first]);
  const load = useCallback(
    async (cursor: string): Promise<GridLoad<Row>> => {
      const page = await loadPage(cursor);
      if (page.ok) for (const row of page.value.rows) shown.current.set(read.current.keyOfRow(row), read.current.versionOfRow(row));
      return page;
    },
    [loadPage],
  );
  return useMemo(
    () => ({
      loadPage: load,
      versionOf: (key: string) => shown.current.get(key),
      addUnseen: (rows: readonly Row[]) => {
        for (const row of rows) {
          const key = read.current.keyOfRow(row);
          if (!shown.current.has(key)) shown.current.set(key, read.current.versionOfRow(row));
        }
      },
    }),
    [load],
  );
}
