/** How the router of the office loads its screens. */
import type { DataStrategyFunction } from 'react-router';
import { isLiveReload, reportFailedReload } from '#ui/office/use-live-reload.ts';

interface ShownScreen {
  readonly location: { readonly pathname: string; readonly search: string };
  readonly loaderData: Readonly<Record<string, unknown>>;
}

const statusOf = (error: unknown): unknown =>
  error instanceof Object && 'init' in error && error.init instanceof Object && 'status' in error.init ? error.init.status : undefined;

/**
 * Returns the data strategy of the router. A screen that is read again by itself, and cannot be read because the connection or the
 * permission is gone, stays with what somebody types: not if it leads elsewhere or the record no longer exists. Unless the permission is
 * gone, it is read again after a pause.
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
      const status = statusOf(loaded.result);
      const isKept = loaded.type === 'error' && id in kept && !(loaded.result instanceof Response) && status !== 404;
      if (isKept && status !== 403) reportFailedReload();
      return [id, isKept ? { type: 'data' as const, result: kept[id] } : loaded] as const;
    };
    return Object.fromEntries(await Promise.all(matches.filter((match) => match.shouldCallHandler()).map(load)));
  };
}
