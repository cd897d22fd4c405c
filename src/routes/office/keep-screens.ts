/** Keeps a screen that is read again by itself when it cannot be read. */
import type { LoaderFunction, RouteObject } from 'react-router';
import { isLiveReload, reportFailedReload } from '#ui/office/use-live-reload.ts';

const statusOf = (error: unknown): unknown =>
  error instanceof Object && 'init' in error && error.init instanceof Object && 'status' in error.init ? error.init.status : undefined;

/** Returns a loader that repeats its last value if the same screen is read again by itself and that fails. */
function keepLast(load: LoaderFunction): LoaderFunction {
  let last: { readonly url: string; readonly value: unknown } | null = null;
  return async (args, context) => {
    const { url } = args.request;
    try {
      const value: unknown = await load(args, context);
      last = { url, value };
      return value;
    } catch (error) {
      const status = statusOf(error);
      if (last?.url !== url || !isLiveReload() || error instanceof Response || status === 404) throw error;
      if (status !== 403) reportFailedReload();
      return last.value;
    }
  };
}

const withKeptLoader = <Screen extends { readonly loader?: RouteObject['loader'] }>(screen: Screen): Screen =>
  typeof screen.loader === 'function' ? { ...screen, loader: keepLast(screen.loader) } : screen;

/**
 * Returns routes whose screens stay as they are, with what somebody types, when they are read again by themselves and the connection or the
 * permission is gone: not if the screen leads elsewhere or the record no longer exists. Unless the permission is gone, they are read again
 * after a pause.
 */
export const keepScreens = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { lazy } = route;
    const kept = typeof lazy === 'function' ? { lazy: async () => withKeptLoader(await lazy()) } : {};
    return route.index
      ? { ...route, ...kept }
      : { ...route, ...kept, ...(route.children ? { children: keepScreens(route.children) } : {}) };
  });
