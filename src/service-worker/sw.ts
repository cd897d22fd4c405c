/**
 * Service worker [CONT-45]: recently visited pages and the cart are readable offline, files of the build are cached for ever.
 * Built as one file by scripts/vite/build-worker.ts.
 */
import { CART_CACHE } from '#domains/selling/cart/ui/cached-carts.ts';
import { hasTexts } from '#lib/json.ts';

declare const self: ServiceWorkerGlobalScope;
/** Id of the build. The build inserts it, so that a new build is a new worker. */
declare const BUILD: string;

const CACHES = { files: `files-${BUILD}`, pages: `pages-${BUILD}`, pictures: 'pictures', cart: CART_CACHE, push: 'push' } as const;
const OFFLINE = '/offline';
const LONGEST = { pages: 40, pictures: 200, cart: 1 } as const;
/** Timeout in ms after which a cached page is shown, if there is one. */
const REQUEST_TIMEOUT_MS = 6_000;
/** Timeout in ms of the requests that install the worker. */
const INSTALL_TIMEOUT_MS = 30_000;
const CART_CALL = '/api/initialize-cart';

/** Caches a response and evicts the oldest ones. */
async function save(name: keyof typeof LONGEST, request: Request, response: Response): Promise<void> {
  const cache = await caches.open(CACHES[name]);
  if (name === 'cart') for (const old of await cache.keys()) await cache.delete(old);
  await cache.delete(request);
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - LONGEST[name]))) await cache.delete(old);
}

/** Returns true if a shared cache may store the response. No other page is cached. */
const isShared = (response: Response): boolean =>
  response.status === 200 && (response.headers.get('cache-control') ?? '').includes('s-maxage') && !response.redirected;

const after = (milliseconds: number): Promise<null> => new Promise((done) => setTimeout(done, milliseconds, null));

async function respondToPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const pending = fetch(request).then((response) => {
    if (isShared(response)) event.waitUntil(save('pages', request, response.clone()));
    return response;
  });
  const seen = await caches.match(request, { cacheName: CACHES.pages });
  try {
    if (!seen) return await pending;
    pending.catch(() => {});
    return (await Promise.race([pending, after(REQUEST_TIMEOUT_MS)])) ?? seen;
  } catch {
    return seen ?? (await caches.match(OFFLINE, { cacheName: CACHES.files })) ?? Response.error();
  }
}

async function respondToFile(event: FetchEvent, name: 'files' | 'pictures'): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request, { cacheName: CACHES[name] });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic') {
    const copy = response.clone();
    event.waitUntil(name === 'pictures' ? save(name, request, copy) : caches.open(CACHES.files).then((cache) => cache.put(request, copy)));
  }
  return response;
}

/** Serves the last cart if it cannot be loaded. Never caches carts of different owners together. */
async function respondToCart(event: FetchEvent): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(save('cart', event.request, response.clone()));
    return response;
  } catch (error) {
    const cached = await caches.match(event.request, { cacheName: CACHES.cart });
    if (cached) return cached;
    throw error;
  }
}

/**
 * Caches the offline page with its assets. A file without a response in time is cached when a page needs it: until the installation ends,
 * the worker of the last build stays.
 * @throws if the offline page cannot be loaded. The next page then installs the worker
 */
async function install(): Promise<void> {
  const signal = AbortSignal.timeout(INSTALL_TIMEOUT_MS);
  const page = await fetch(OFFLINE, { cache: 'reload', signal });
  if (!page.ok) throw new Error(`The offline page responded with ${page.status}.`);
  const files = new Set([...(await page.clone().text()).matchAll(/"(\/assets\/[^"\\]+)"/g)].map(([, path = '']) => path));
  const cache = await caches.open(CACHES.files);
  await cache.put(OFFLINE, page);
  await Promise.all([...files].map((path) => cache.add(new Request(path, { signal })).catch(() => {})));
  await self.skipWaiting();
}

async function claimClients(): Promise<void> {
  const current: readonly string[] = Object.values(CACHES);
  for (const name of await caches.keys()) if (!current.includes(name)) await caches.delete(name);
  await self.clients.claim();
}

/** Written by push/message.ts. */
type PushMessage = Readonly<Record<'title' | 'body' | 'url' | 'image' | 'tag', string>>;

const isPushMessage = (value: unknown): value is PushMessage => hasTexts(value, ['title', 'body', 'url', 'image', 'tag']);

/**
 * Action that turns notifications off. A worker cannot write local storage, so it leaves a record for the next page, read by
 * push/web/turned-off.ts.
 */
const TURN_OFF = 'turn-off';
const TURNED_OFF = '/push-turned-off';

async function disable(): Promise<void> {
  await (await caches.open(CACHES.push)).put(TURNED_OFF, new Response());
  const subscription = await self.registration.pushManager.getSubscription();
  if (subscription) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    const body = JSON.stringify({ endpoint: subscription.endpoint });
    // If the shop is unreachable, the push service reports it at the next notification.
    await fetch('/api/remove-push-subscription', { method: 'POST', headers, body }).catch(() => {});
    await subscription.unsubscribe();
  }
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(TURNED_OFF);
}

async function showMessage({ title, body, url, image, tag }: PushMessage): Promise<void> {
  const actions = [{ action: TURN_OFF, title: 'Turn off notifications' }];
  const options = { body, tag, icon: '/icon-180.png', data: { url }, actions, ...(image ? { image } : {}) };
  await self.registration.showNotification(title, options);
}

/** Opens the page of a notification, in an open window if there is one. Never on another site. */
async function openPage(path: unknown): Promise<void> {
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin);
  const { href } = url.origin === self.location.origin ? url : new URL('/', self.location.origin);
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) {
    await self.clients.openWindow(href);
    return;
  }
  await open.focus();
  await open.navigate(href);
}

self.addEventListener('push', (event) => {
  const message: unknown = event.data?.json();
  if (isPushMessage(message)) event.waitUntil(showMessage(message));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(event.action === TURN_OFF ? disable() : openPage((event.notification.data as { url?: unknown } | null)?.url));
});

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(claimClients()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') return event.respondWith(respondToPage(event));
  if (pathname.startsWith('/assets/')) return event.respondWith(respondToFile(event, 'files'));
  if (pathname.startsWith('/pictures/')) return event.respondWith(respondToFile(event, 'pictures'));
  if (pathname === CART_CALL) return event.respondWith(respondToCart(event));
});
