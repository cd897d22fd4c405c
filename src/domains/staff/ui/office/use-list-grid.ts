/** What the grid of a list takes from the URL and from the saved views. */
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatGridState, type GridLimits, type GridState, parseGridState } from '#ui/office/grid/grid-state.ts';
import type { GridView } from '#ui/office/grid/grid-types.ts';
import { useSavedViews } from './use-saved-views.ts';

const NO_VIEWS: readonly GridView[] = [];

/**
 * @param list name of the list in saved views
 * @param builtInViews views that every shop has
 * @returns props of `DataGrid`
 */
export function useListGrid(list: string, limits: GridLimits, builtInViews: readonly GridView[] = NO_VIEWS) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const state = useMemo(() => parseGridState(params, limits), [params, limits]);
  const saved = useSavedViews(list, limits, state);
  return {
    limits,
    state,
    // Each letter of a search would be a page to go back to.
    onStateChange: (next: GridState): void =>
      void navigate({ search: formatGridState(next, limits).toString() }, { replace: next.q !== state.q }),
    views: useMemo(() => [...builtInViews, ...saved.views], [builtInViews, saved.views]),
    onSaveView: saved.save,
    onUpdateView: saved.update,
    onDeleteView: saved.remove,
  };
}
