import { type ComponentType, lazy } from 'react';

/** Wait until something may have changed about the connection. */
const untilOnline = (): Promise<void> =>
  new Promise((done) => {
    addEventListener('online', () => done(), { once: true });
  });

/** Load until it works: a fetch that fails is tried again once the browser is back online. */
export async function patiently<Loaded>(load: () => Promise<Loaded>, wait: () => Promise<void> = untilOnline): Promise<Loaded> {
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
export const lazyPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) => lazy(() => patiently(load));

/** The same, but fetched as soon as the page's own script runs: for a part that is in the served page. */
export function earlyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let first: Promise<{ default: ComponentType<Props> }> | null = load();
  first.catch(() => undefined);
  return lazyPart(() => {
    const begun = first ?? load();
    first = null;
    return begun;
  });
}
