/**
 * Service worker [CONT-45]: recently visited pages and the cart are readable offline, files of the build are cached for ever.
 * Built as one file by scripts/vite/build-worker.ts.
 */
import { hasTexts } from '#lib/json.ts';

declare const self: ServiceWorkerGlobalScope;
/** Id of the build. The build inserts it, so that a new build is a new worker. */
declare const BUILD: string;

const CACHES = { files: `files-${BUILD}`, pages: `pages-${BUILD}`, pictures: 'pictures', cart: 'cart', push: 'push' } as const;
const OFFLINE = '/offline';
const LONGEST = { pages: 40, pictures: 200, cart: 1 } as const;
/** Timeout in ms after which a cached page is shown, if there is one. */
const REQUEST_TIMEOUT_MS = 6_000;
const CART_CALL = '/api/initialize-cart';

/** Caches a response and evicts the oldest ones. */
async function keep(name: keyof typeof LONGEST, request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(CACHES[name]);
  if (name === 'cart') for (const old of await cache.keys()) await cache.delete(old);
  await cache.delete(request);
  await cache.put(request, answer);
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - LONGEST[name]))) await cache.delete(old);
}

/** Returns true if a shared cache may store the response. No other page is cached. */
const isShared = (answer: Response): boolean =>
  answer.status === 200 && (answer.headers.get('cache-control') ?? '').includes('s-maxage') && !answer.redirected;

const after = (milliseconds: number): Promise<null> => new Promise((done) => setTimeout(done, milliseconds, null));

async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const asked = fetch(request).then((answer) => {
    if (isShared(answer)) event.waitUntil(keep('pages', request, answer.clone()));
    return answer;
  });
  const seen = await caches.match(request, { cacheName: CACHES.pages });
  try {
    if (!seen) return await asked;
    asked.catch(() => {});
    return (await Promise.race([asked, after(REQUEST_TIMEOUT_MS)])) ?? seen;
  } catch {
    return seen ?? (await caches.match(OFFLINE, { cacheName: CACHES.files })) ?? Response.error();
  }
}

async function answerFile(event: FetchEvent, name: 'files' | 'pictures'): Promise<Response> {
  const { request } = event;
  const known = await caches.match(request, { cacheName: CACHES[name] });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') {
    const copy = answer.clone();
    event.waitUntil(name === 'pictures' ? keep(name, request, copy) : caches.open(CACHES.files).then((cache) => cache.put(request, copy)));
  }
  return answer;
}

/** Serves the last cart if it cannot be loaded. Never caches carts of different owners together. */
async function answerCart(event: FetchEvent): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    if (answer.status === 200) event.waitUntil(keep('cart', event.request, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.match(event.request, { cacheName: CACHES.cart });
    if (kept) return kept;
    throw error;
  }
}

/** Caches the offline page with its assets. */
async function install(): Promise<void> {
  const page = await fetch(OFFLINE, { cache: 'reload' });
  const files = new Set([...(await page.clone().text()).matchAll(/"(\/assets\/[^"\\]+)"/g)].map(([, path = '']) => path));
  const cache = await caches.open(CACHES.files);
  await cache.put(OFFLINE, page);
  await Promise.all([...files].map((path) => cache.add(path).catch(() => {})));
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
  if (request.mode === 'navigate') return event.respondWith(answerPage(event));
  if (pathname.startsWith('/assets/')) return event.respondWith(answerFile(event, 'files'));
  if (pathname.startsWith('/pictures/')) return event.respondWith(answerFile(event, 'pictures'));
  if (pathname === CART_CALL) return event.respondWith(answerCart(event));
});
