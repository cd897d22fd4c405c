/**
 * A view transition that a quicker second click cuts short rejects its `ready`, which the router does not listen to: a fault in
 * the browser's eyes though all is well. Listened to here, so that what is reported as a fault is one.
 */
export function listenToSkippedTransitions(page: Pick<Document, 'startViewTransition'>): void {
  if (typeof page.startViewTransition !== 'function') return;
  const start = page.startViewTransition.bind(page);
  page.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
