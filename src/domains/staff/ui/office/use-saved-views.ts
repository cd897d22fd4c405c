/** The saved views of a list, and what saves, changes and deletes them. */
import { useEffect, useMemo, useState } from 'react';
import { savedViewMessages } from '#domains/staff/messages/office.ts';
import { type SavedView, viewsContract } from '#domains/staff/views-contract.ts';
import { formatGridState, type GridLimits, type GridState, parseGridState } from '#ui/office/grid/grid-state.ts';
import type { GridView } from '#ui/office/grid/grid-types.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { officeClient } from './office-client.ts';

const calls = officeClient(viewsContract);

const toView = ({ id, name, query, isOwn }: SavedView, limits: GridLimits): GridView => ({
  id: String(id),
  name,
  state: { ...parseGridState(new URLSearchParams(query), limits), view: null },
  isBuiltIn: false,
  isOwn,
});

const queryOf = (state: GridState, limits: GridLimits): string => formatGridState({ ...state, view: null }, limits).toString();

/** @param state what the list shows: a new view saves it */
export function useSavedViews(list: string, limits: GridLimits, state: GridState) {
  const [saved, setSaved] = useState<readonly SavedView[]>([]);
  useEffect(() => {
    void calls.savedViews({ list }).then((loaded) => loaded.ok && setSaved(loaded.value.rows));
  }, [list]);
  const replace = (view: SavedView): void => setSaved((before) => before.map((one) => (one.id === view.id ? view : one)));

  const save = async (name: string, isShared: boolean): Promise<string | null> => {
    const result = await calls.saveView({ list, name, isShared, query: queryOf(state, limits) });
    if (!result.ok) return result.title;
    setSaved((before) => [...before, result.value]);
    toastDone(savedViewMessages.saved(name));
    return null;
  };
  const update = async (view: GridView): Promise<void> => {
    const result = await calls.changeView({ id: Number(view.id), query: queryOf(state, limits) });
    if (!result.ok) return toastFailed(result.title);
    const before = queryOf(view.state, limits);
    replace(result.value);
    toastDone(savedViewMessages.updated(view.name), () => {
      void calls.changeView({ id: Number(view.id), query: before }).then((undone) => undone.ok && replace(undone.value));
    });
  };
  const remove = async (view: GridView): Promise<void> => {
    const result = await calls.deleteView({ id: Number(view.id) });
    if (!result.ok) return toastFailed(result.title);
    setSaved((before) => before.filter(({ id }) => String(id) !== view.id));
    toastDone(savedViewMessages.deleted(view.name));
  };
  return {
    views: useMemo(() => saved.map((view) => toView(view, limits)), [saved, limits]),
    save,
    update: (view: GridView) => void update(view),
    remove: (view: GridView) => void remove(view),
  };
}
