/** How the router of the office loads its screens. */
import type { DataStrategyFunction } from 'react-router';
import { isLiveReload } from '#ui/office/use-live-reload.ts';

interface ShownScreen {
  readonly location: { readonly pathname: string; readonly search: string };
  readonly loaderData: Readonly<Record<string, unknown>>;
}

/** Returns true for a redirect, and for the response to a record that no longer exists. */
const leavesScreen = (error: unknown): boolean =>
  error instanceof Response ||
  (error instanceof Object && 'init' in error && error.init instanceof Object && 'status' in error.init && error.init.status === 404);

/**
 * Returns the data strategy of the router. A screen that is read again by itself, and cannot be read because the connection or the
 * permission is gone, stays with what somebody types. The next change reads it again, and the next action says what is wrong.
 * @param getShown returns the screen as it is now
 */
export function loadScreens(getShown: () => ShownScreen): DataStrategyFunction {
  return async ({ matches, request }) => {
    const shown = isLiveReload() ? getShown() : null;
    const { pathname, search } = new URL(request.url);
    const kept = shown?.location.pathname === pathname && shown.location.search === search ? shown.loaderData : {};
    const load = async (match: (typeof matches)[number]) => {
      const { id } = match.route;
      const loaded = await match.resolve();
      const isKept = loaded.type === 'error' && id in kept && !leavesScreen(loaded.result);
      return [id, isKept ? { type: 'data' as const, result: kept[id] } : loaded] as const;
    };
    return Object.fromEntries(await Promise.all(matches.filter((match) => match.shouldCallHandler()).map(load)));
  };
}
