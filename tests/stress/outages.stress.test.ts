/**
 * Makes each external service slow, unavailable or faulty while a guest browses, adds to the cart and buys. The purchase succeeds, or
 * an error message names the problem. `npm run test:stress` records the results as a table.
 */
import { afterAll, expect, test } from 'vitest';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { forwardEvents } from '#domains/outbound/analytics/server/forward-events.ts';
import { sendContacts } from '#domains/outbound/crm/server/send-contacts.ts';
import { noticeOf } from '#domains/outbound/error-reports/model/notice.ts';
import { noticeSchema } from '#domains/outbound/error-reports/model/notice-schema.ts';
import { forwardNotice } from '#domains/outbound/error-reports/server/error-report-service.ts';
import { pushContract } from '#domains/outbound/push/contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { shippingContract } from '#domains/selling/shipping/contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { FAILURES, type Failure, startFailingService } from '#tests/fixtures/failing-service.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';

type Env = Readonly<Record<string, string>>;

interface Outside {
  readonly service: string;
  readonly env: (port: number) => Env;
  /** Error message that the shopper reads. The order succeeds if it is missing. */
  readonly refusal?: string;
  /** Calls the service outside of a purchase, as the shop does. @returns a description of the result */
  readonly exercise: (shop: TestShop, service: string) => Promise<string>;
  readonly becomes: string;
  /** True if the shop's server does not call the service: only browsers do, or it is a header. */
  readonly isNeverCalled?: true;
}

const at = (port: number): string => `http://127.0.0.1:${port}`;
const THIRD_PARTY = 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsifQ.e30.c2ln';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const NOTICE = noticeSchema.parse(
  noticeOf(new Error('it broke'), { component: 'page', action: '', environment: 'browser', time: '2026-11-21T00:00:00Z' }),
);
const expectSaved = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken, it says',
    () => 'kept, and sent again',
  );

const OUTSIDE: readonly Outside[] = [
  {
    service: 'identity elsewhere',
    env: (port) => ({ IDENTITY_URL: at(port) }),
    async exercise(shop) {
      const { redirectUrl } = shop.call(checkoutContract, 'localhost', { authorization: `Bearer ${THIRD_PARTY}` });
      const answered = await redirectUrl({ cartId: '00000000-0000-4000-8000-000000000000' });
      return answered.ok ? 'signed in' : `${answered.status} ${answered.title}`;
    },
    becomes: '503 Signing in is not available just now. Please try again in a moment.',
  },
  {
    service: 'hosted search',
    env: (port) => ({ HOSTED_SEARCH_URL: at(port), HOSTED_SEARCH_APP_ID: 'shop', HOSTED_SEARCH_PARENT_KEY: 'parent' }),
    async exercise(shop) {
      const { count } = yes(await shop.call(searchContract).preSearch({ index: 'au_storefront_site_offers', keyword: 'story' }));
      return `lists come with their pages, ${count} found`;
    },
    becomes: 'lists come with their pages, 1 found',
    isNeverCalled: true,
  },
  {
    service: 'payment gateway',
    env: (port) => ({
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_API_URL: at(port),
    }),
    refusal: "We can't reach the payment page. You haven't been charged. Please try again in a moment.",
    async exercise({ database }) {
      const row = await database.queryOne<{ orders: number; held: number }>({
        text: 'select (select count(*) from orders where number is not null)::int as orders, (select sum(reserved) from stock_levels)::int as held',
      });
      return `${row?.orders} orders`;
    },
    becomes: '0 orders',
  },
  {
    service: 'customer data',
    env: (port) => ({ SEGMENT_WRITE_KEY: 'key', SEGMENT_URL: at(port) }),
    async exercise({ running, database }, host) {
      const response = await fetch(`${at(running.port)}/v1/t`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', 'user-agent': BROWSER },
        body: JSON.stringify({ event: 'Search', anonymousId: 'somebody', writeKey: 'cellardoor' }),
      });
      await forwardEvents(database, { writeKey: 'key', host });
      const row = await database.queryOne<{ waiting: number }>({
        text: 'select count(*)::int as waiting from analytics_events where forward_at is not null',
      });
      return `${response.status}, ${row?.waiting === 0 ? 'lost' : 'kept, and sent again'}`;
    },
    becomes: '200, kept, and sent again',
  },
  {
    service: 'error reporting',
    env: (port) => ({ ERROR_REPORTS_URL: at(port), ERROR_REPORTS_KEY: 'key' }),
    exercise: (_, url) => expectSaved(forwardNotice({ url, key: 'key' }, NOTICE)),
    becomes: 'kept, and sent again',
  },
  {
    service: 'push vendor',
    env: (port) => ({
      ONESIGNAL_APP_ID: '6f2a0f0e-0000-4000-8000-000000000001',
      ONESIGNAL_API_KEY: 'key',
      ONESIGNAL_API_URL: at(port),
    }),
    async exercise(shop) {
      const customer = await createTestCustomer(shop);
      const { removeUserTags } = shop.call(pushContract, 'localhost', { authorization: `Bearer ${customer.bearer}` });
      const answered = await removeUserTags({ externalUserId: String(customer.id) });
      return answered.ok ? 'taken, it says' : String(answered.status);
    },
    becomes: '500',
  },
  {
    service: 'CRM',
    env: (port) => ({ HUBSPOT_TOKEN_AU: 'pat-au', HUBSPOT_URL: at(port) }),
    async exercise(shop) {
      const customer = await createTestCustomer(shop, { tier: 'GOLD' });
      await shop.database.execute({ text: "update customer_markets set contact_id = '7' where customer_id = $1", values: [customer.id] });
      const calls = shop.call(identityContract, 'localhost', { authorization: `Bearer ${customer.bearer}` });
      const contact = yes(await calls.hubspotContact({}));
      await shop.database.execute({ text: 'update crm_contacts set next_attempt_at = now()' });
      const sent = await sendContacts(shop.database, shop.running.services.config);
      return `the shop's own facts: ${contact.properties.loyalty_tier}; ${sent === 0 ? 'changes wait' : 'changes taken, it says'}`;
    },
    becomes: "the shop's own facts: Gold; changes wait",
  },
  {
    service: 'mail (SMTP)',
    env: (port) => ({ SMTP_URL: `smtp://127.0.0.1:${port}` }),
    exercise: ({ running }) =>
      expectSaved(running.services.mailer.send({ kind: 'transactional', to: DETAILS.email, subject: 'Hello', html: '', text: '' })),
    becomes: 'kept, and sent again',
  },
  {
    service: 'order webhooks',
    env: (port) => ({ ORDER_WEBHOOK_URL: `${at(port)}/orders`, ORDER_WEBHOOK_SECRET: 'a secret of sixteen signs' }),
    async exercise({ database }) {
      // A webhook accepts any response with status 200. Other deliveries are retried and not marked as failed.
      const row = await database.queryOne<{ dead: number }>({
        text: "select count(*)::int as dead from webhook_deliveries where state = 'failed'",
      });
      return row?.dead === 0 ? 'kept until it is taken' : 'given up';
    },
    becomes: 'kept until it is taken',
    isNeverCalled: true,
  },
  {
    service: 'geolocation',
    env: () => ({ TRUSTED_PROXIES: '127.0.0.1', GEOIP_HEADERS: 'x-geo' }),
    async exercise(shop) {
      const message = await Promise.all(
        [{}, { 'x-geo': '' }, { 'x-geo': '<p>Under work</p>' }].map(async (headers) =>
          yes(await shop.call(shippingContract, 'localhost', headers).geolocation({})),
        ),
      );
      return `nowhere known: ${message.every(({ geo }) => geo.subdivision.code === null)}`;
    },
    becomes: 'nowhere known: true',
    isNeverCalled: true,
  },
];

const rows = new Map<string, (string | number)[]>();
const toRow = (service: string, failure: Failure): string => `${service} ${failure}`;
afterAll(() => {
  const inOrder = OUTSIDE.flatMap(({ service }) =>
    FAILURES.map((failure) => rows.get(toRow(service, failure)) ?? [service, failure, 'not tried', '']),
  );
  recordStressResult('Failing services while a guest buys', ['service', 'failure', 'order', 'also'], inOrder);
});

/** Browses and buys. @returns `as ever`, or the error message that the shopper reads */
async function mainStory(shop: TestShop): Promise<string> {
  for (const path of ['/', '/wines', '/wines/test-house/story', '/cart']) {
    const page = await shop.get(path);
    expect([path, page.status]).toEqual([path, 200]);
  }
  if (shop.running.services.gateway.name === 'sandbox') {
    const guest = await buyer(shop, [1]);
    const { nextUrl } = yes(await guest.placeOrder()).data;
    yes(await guest.pay(nextUrl));
    expect(yes(await guest.settle()).data.status).toBe('paid');
    return 'as ever';
  }
  const { data: cart } = yes(await shop.call(cartContract).create({ offer: {}, productId: 1 }));
  const checkout = shop.call(checkoutContract);
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId: cart.id, email: DETAILS.email })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  const placed = await checkout.placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: cart.cartTotal });
  return placed.ok ? 'as ever' : placed.title;
}

// Runs concurrently, because most of the time is spent waiting for services that do not respond.
test.concurrent.each(OUTSIDE)(
  'sells while $service is slow, down and wrong',
  async ({ service, env, refusal = 'as ever', exercise, becomes, isNeverCalled = false }) => {
    const failing = await startFailingService();
    const shop = await createTestShop(env(failing.port));
    try {
      await shop.stock({ offerId: 'story', productId: 1 });
      for (const failure of FAILURES) {
        failing.failure = failure;
        const ended = await mainStory(shop);
        const outcome = await exercise(shop, at(failing.port));
        rows.set(toRow(service, failure), [service, failure, ended, outcome]);
        expect([failure, ended, outcome]).toEqual([failure, refusal, becomes]);
      }
      if (!isNeverCalled) expect(failing.requestCount).toBeGreaterThan(0);
    } finally {
      await shop.stop();
      await failing.stop();
    }
  },
  240_000,
);

test('reports a missing locality file at startup', async () => {
  await expect(createTestShop({ GEOIP_DATABASE_PATH: '/nowhere/places.mmdb' })).rejects.toThrow(/places\.mmdb/);
});
