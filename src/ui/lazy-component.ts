import { type ComponentType, createElement, lazy, memo, type ReactNode, Suspense } from 'react';

/** Wait until something may have changed about the connection. */
const untilOnline = (): Promise<void> =>
  new Promise((done) => {
    addEventListener('online', () => done(), { once: true });
  });

/** Load until it works: a fetch that fails is tried again once the browser is back online. */
export async function retryWhenOnline<Loaded>(load: () => Promise<Loaded>, wait: () => Promise<void> = untilOnline): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch {
      await wait();
    }
  }
}

/**
 * A part of a page that is fetched when it is first shown. One that cannot be fetched stays out until the connection is
 * back; it never takes the page down with it.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => retryWhenOnline(load));

/** The same, but fetched as soon as the page's own script runs: for a part that is in the served page. */
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
 * A lazy part that stands in the served page. It stays there until its script has come: a render of what is around it, while it is
 * not hydrated yet, would have React throw its HTML away and show `wait`. Its props must stay the same from render to render.
 */
export const deferHydration = <Props extends object>(Part: ComponentType<Props>, wait: ReactNode = null) =>
  memo((props: Props) => createElement(Suspense, { fallback: wait }, createElement(Part, props)));
