/** Returns true on HTTPS and on localhost [CONT-45]. */
export const mayRegister = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';

const followByDocument = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  // The router does not handle this click, so the browser loads the document.
  if (isPlain && link?.origin === location.origin && link.target === '') event.stopImmediatePropagation();
};

/**
 * Registers the service worker. When a new one takes over, a new build was deployed: the next link loads its document, so that no
 * page mixes two builds.
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !mayRegister(location)) return;
  const { serviceWorker } = navigator;
  const hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) window.addEventListener('click', followByDocument, { capture: true });
  });
  serviceWorker.register('/sw.js').catch(() => {
    // Browsers that reject the worker (private windows, full disks) work without it.
  });
}
