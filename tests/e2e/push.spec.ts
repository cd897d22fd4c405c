import type { Page } from '@playwright/test';
import { planCartReminders, planPriceDrops } from '#domains/outbound/push/server/plan-messages.ts';
import { sendPush } from '#domains/outbound/push/server/send-messages.ts';
import { type FakePushService, startPushService } from '#tests/fixtures/fake-push-service.ts';
import { addToCart, findWine } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, type OpenVisit, test, type Visit } from './support/test.ts';

let shop: ServedShop;
let service: FakePushService;

test.beforeAll(async () => {
  service = await startPushService();
  shop = await serveSampleShop({ PUSH_EXTRA_ORIGINS: service.origin, PUSH_QUIET_HOURS: 'AU=0-24, SG=0-24' });
});
test.afterAll(async () => {
  await shop?.stop();
  await service?.stop();
});

/** Simulates a phone that permits notifications, with a local push service. */
async function phone(visit: OpenVisit, name: string): Promise<Visit> {
  const visiting = await visit(shop.urlOf('localhost'), { serviceWorkers: 'allow' });
  await visiting.context.grantPermissions(['notifications'], { origin: shop.urlOf('localhost') });
  await visiting.context.addInitScript(({ endpoint, p256dh, auth }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer;
    const subscriptionOf = (applicationServerKey: string) => ({
      endpoint,
      options: { applicationServerKey: bytes(applicationServerKey) },
      getKey: (which: string) => bytes(which === 'auth' ? auth : p256dh),
      unsubscribe: async () => {
        localStorage.removeItem('subscribed with');
        return true;
      },
    });
    const { prototype } = PushManager as unknown as { prototype: Record<string, unknown> };
    prototype.getSubscription = async () => {
      const key = localStorage.getItem('subscribed with');
      return key === null ? null : subscriptionOf(key);
    };
    prototype.subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem('subscribed with', applicationServerKey);
      return subscriptionOf(applicationServerKey);
    };
  }, service.browser(name));
  return visiting;
}

type DeliverMessages = () => Promise<void>;

/**
 * Opens a session that follows service worker registrations and returns the function that hands the messages of the push service to the
 * browser and waits until it has displayed them. The session is opened before the worker is registered and stays open: it sees the
 * registration however late it comes. Nothing may call `getNotifications` before that: Chromium deletes a notification from its list that
 * it has stored but does not display yet.
 */
async function openPushChannel(page: Page): Promise<DeliverMessages> {
  const origin = shop.urlOf('localhost');
  const session = await page.context().newCDPSession(page);
  const activated = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const worker = versions.find(({ scriptURL, status }) => scriptURL.startsWith(`${origin}/`) && status === 'activated');
      if (worker) resolve(worker.registrationId);
    });
  });
  let displayed = 0;
  session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    if (backgroundServiceEvent.eventName === 'Notification displayed') displayed += 1;
  });
  await session.send('ServiceWorker.enable');
  await session.send('BackgroundService.startObserving', { service: 'notifications' });
  await session.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true });
  return async () => {
    const registrationId = await activated;
    const messages = service.delivered.splice(0);
    const expected = displayed + messages.length;
    for (const { message } of messages)
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
    await expect.poll(() => displayed).toBe(expected);
  };
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, url: data.url }));
  });
interface DisplayedNotification {
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}
/** The globals of a service worker that these types lack. */
interface WorkerScope {
  readonly registration: { readonly pushManager: object; getNotifications(): Promise<readonly DisplayedNotification[]> };
  readonly NotificationEvent: new (
    type: string,
    init: { readonly notification: DisplayedNotification | undefined; readonly action: string },
  ) => Event;
}

/** Presses a button of a notification: dispatches the event that the browser sends to the worker. */
async function pressOnNotification(page: Page, title: string): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  const subscribed = await shop.database.queryOne<{ endpoint: string }>({ text: 'select endpoint from push_subscriptions' });
  await worker?.evaluate(
    async ({ endpoint, button }) => {
      const { registration, NotificationEvent: Pressed } = self as unknown as WorkerScope;
      // Replaces the worker's subscription by the one that the page made with the local push service.
      const subscription = { endpoint, unsubscribe: async () => true };
      Object.defineProperty(registration.pushManager, 'getSubscription', { value: async () => subscription });
      const [notification] = await registration.getNotifications();
      const action = notification?.actions.find((each) => each.title === button)?.action ?? '';
      self.dispatchEvent(new Pressed('notificationclick', { notification, action }));
    },
    { endpoint: subscribed?.endpoint ?? '', button: title },
  );
}
/** Counts the messages that wait to be sent. Jobs of the shop plan messages as well, but send none, because it is always quiet. */
const countPlanned = async (): Promise<number> =>
  (await shop.database.queryMany({ text: 'select id from push_messages where sent_at is null' })).length;
const send = () => sendPush(shop.database, { quiet: {}, hoursBetween: 0, contact: 'mailto:shop@example.com', now: new Date() });
const enable = (page: Page) => page.getByRole('button', { name: 'Turn notifications on' });
const disable = (page: Page) => page.getByRole('button', { name: 'Turn notifications off' });

test('subscribes on a press, notifies of an abandoned cart and a cheaper favourite, and unsubscribes on a press [PUSH-4]', {
  tag: '@phone',
}, async ({ visit }) => {
  const { page, audit } = await phone(visit, 'grace');
  const deliver = await openPushChannel(page);
  const wine = await findWine(page, '/wines?category=Red');
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready.then(() => null)));
  // The permission is already granted, so the browser is subscribed. The shopper unsubscribes and subscribes again.
  await disable(page).click();
  await enable(page).click();
  await disable(page).waitFor();
  // The limits are shown next to the button that turns notifications off.
  await page.getByText('At most one a day').waitFor();
  await audit();
  await addToCart(page);
  await expect
    .poll(() => shop.database.queryOne({ text: "select cart_item from push_subscriptions where cart_item <> ''" }), { timeout: 10_000 })
    .toEqual({ cart_item: expect.stringContaining(wine.replace(/ (?:19|20)\d\d$/, '').slice(0, 10)) });

  await shop.database.execute({ text: "update carts set updated_at = now() - interval '3 hours'" });
  await planCartReminders(shop.database, 120);
  expect(await countPlanned()).toBe(1);
  expect(await send()).toBe(1);
  await deliver();
  expect(await notifications(page)).toEqual([
    { title: 'Your cart is where you left it', body: expect.stringContaining('is still in it'), url: '/cart' },
  ]);

  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Save to favourites' }).first().click();
  await expect
    .poll(() => shop.database.queryOne({ text: 'select count(*) from favourites where guest_id is not null' }))
    .toEqual({ count: 1 });
  // The id of the guest's list is new, so the next page sends it.
  await page.reload();
  await disable(page).waitFor();
  await expect
    .poll(() => shop.database.queryOne({ text: 'select guest_id is not null as known from push_subscriptions' }))
    .toEqual({ known: true });
  await planPriceDrops(shop.database);
  await shop.database.execute({
    text: "update offer_prices set pack_price = pack_price - 500 where market = 'AU' and offer_id = (select offer_id from favourites where guest_id is not null)",
  });
  await planPriceDrops(shop.database);
  expect(await countPlanned()).toBe(1);
  expect(await send()).toBe(1);
  await deliver();
  expect(await notifications(page)).toContainEqual({
    title: 'Price drop on a favourite',
    body: expect.stringMatching(/is \$[\d.]+ a case now, down from \$/),
    url: expect.stringMatching(/^\/wines\//),
  });

  await disable(page).click();
  await enable(page).waitFor();
  expect(await shop.database.queryMany({ text: 'select endpoint from push_subscriptions' })).toEqual([]);

  // Turns notifications off permanently from the notification itself.
  await enable(page).click();
  await disable(page).waitFor();
  await pressOnNotification(page, 'Turn off notifications');
  await enable(page).waitFor();
  expect(await shop.database.queryMany({ text: 'select endpoint from push_subscriptions' })).toEqual([]);
  await page.reload();
  await enable(page).waitFor();
});
