/**
 * The worker at /sw.js (SPEC.md §2: HTTPS or localhost only). When a new one takes over, the shop was renewed: the next link is
 * followed by loading its document, so that no page mixes two versions.
 */
export const mayRegister = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';

const followByDocument = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  // Kept from the router, the click does what links do.
  if (isPlain && link?.origin === location.origin && link.target === '') event.stopImmediatePropagation();
};

/** Register the worker of this site. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !mayRegister(location)) return;
  const { serviceWorker } = navigator;
  const hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) window.addEventListener('click', followByDocument, { capture: true });
  });
  serviceWorker.register('/sw.js').catch(() => {
    // A browser that refuses (private windows, full disks) shops without it.
  });
}
