import { type ComponentType, createElement, lazy, memo, type ReactNode, Suspense } from 'react';
import { retryWhenOnline } from '#lib/browser/retry-when-online.ts';

/**
 * Component that is loaded when it is first rendered. If loading fails, it stays empty until the connection is back and never
 * breaks the page.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => retryWhenOnline(load));

/** Like `lazyComponent`, but loads as soon as the page's script runs. For components in server-rendered HTML. */
export function preloadedComponent<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let first: Promise<{ default: ComponentType<Props> }> | null = load();
  first.catch(() => undefined);
  return lazyComponent(() => {
    const started = first ?? load();
    first = null;
    return started;
  });
}

/**
 * Keeps server-rendered HTML of a lazy component until its code has loaded. Otherwise a render of its parent before hydration
 * makes React replace the HTML by `wait`. Props must be referentially stable.
 */
export const deferHydration = <Props extends object>(Part: ComponentType<Props>, wait: ReactNode = null) =>
  memo((props: Props) => createElement(Suspense, { fallback: wait }, createElement(Part, props)));
