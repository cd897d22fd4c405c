/**
 * What the adapters rely on, held against an endpoint of our own always and against the real service where the environment has keys for
 * it; without keys each says so and is skipped. Nothing is left behind there but what a name says is of a test. Payments have theirs beside
 * the adapter (src/domains/selling/payments/stripe/server/stripe-contract.integration.test.ts); `docs/guides/connect-services.md` has the table.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEvent } from '#domains/outbound/analytics/model/collected-event.ts';
import { eventStore } from '#domains/outbound/analytics/server/event.repository.ts';
import { forwardEvents } from '#domains/outbound/analytics/server/forward-events.ts';
import { contactReader, readContacts, upsertContacts } from '#domains/outbound/crm/server/hubspot.ts';
import { NOTICES_PATH, OWN_KEY } from '#domains/outbound/error-reports/model/limits.ts';
import { noticeOf } from '#domains/outbound/error-reports/model/notice.ts';
import { noticeSchema } from '#domains/outbound/error-reports/model/notice-schema.ts';
import { forwardNotice } from '#domains/outbound/error-reports/server/error-report-service.ts';
import { oneSignal } from '#domains/outbound/push/server/onesignal.ts';
import { openSubdivisions } from '#domains/selling/shipping/server/subdivisions.ts';
import { smtpMailer } from '#lib/mail/mailer.ts';
import { readConfig } from '#lib/server/config.ts';
import { addressDatabase } from '#tests/fixtures/address-database.ts';
import { type MailServer, startMailServer } from '#tests/fixtures/fake-smtp-server.ts';
import { FAKE_VENDOR_CONFIG, type StandIns, startFakeVendors } from '#tests/fixtures/fake-vendors.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let standIns: StandIns;
let mail: MailServer;
const folder = mkdtempSync(join(tmpdir(), 'cellardoor-vendors-'));

beforeAll(async () => {
  [shop, standIns, mail] = await Promise.all([createTestShop(), startFakeVendors(), startMailServer()]);
  await shop.stock({ offerId: 'shiraz', productId: 1 });
  writeFileSync(join(folder, 'city.mmdb'), addressDatabase('TAS'));
});
afterAll(async () => {
  await Promise.all([shop?.stop(), standIns?.stop(), mail?.stop()]);
  rmSync(folder, { recursive: true });
});
const origin = (): string => `http://localhost:${shop.running.port}`;

/** Settings by the shop's own names. */
type Settings = Readonly<Record<string, string>>;

interface Contract {
  readonly service: string;
  /** What must be known of the real one; others have the default that stands in `settings`. */
  readonly needs: readonly string[];
  readonly settings?: Settings;
  /** The same of the endpoint of our own. */
  readonly ours: () => Settings;
  readonly holds: (setting: (name: string) => string) => Promise<void>;
}

const NOTICE = () =>
  noticeSchema.parse(
    noticeOf(new Error('a contract test'), { component: 'test', action: '', environment: 'test', time: new Date().toISOString() }),
  );

const CONTRACTS: readonly Contract[] = [
  {
    service: 'identity',
    needs: ['IDENTITY_URL', 'IDENTITY_CLIENT_ID', 'IDENTITY_CALLBACK'],
    ours: () => ({ IDENTITY_URL: origin(), IDENTITY_CLIENT_ID: 'cellardoor-web', IDENTITY_CALLBACK: `${origin()}/auth-callback` }),
    async holds(setting) {
      const at = (path: string, query: Settings = {}) => `${setting('IDENTITY_URL')}${path}?${new URLSearchParams(query)}`;
      const client_id = setting('IDENTITY_CLIENT_ID');
      const redirect_uri = setting('IDENTITY_CALLBACK');
      const { keys } = (await (await fetch(at('/.well-known/jwks.json'))).json()) as { keys: unknown[] };
      expect(keys).toContainEqual(expect.objectContaining({ kty: 'RSA', kid: expect.any(String) }));
      const dead = await fetch(at('/oauth/token'), {
        method: 'POST',
        body: new URLSearchParams({ client_id, redirect_uri, grant_type: 'refresh_token', refresh_token: 'contract-test' }),
      });
      expect([dead.status, await dead.json()]).toEqual([
        403,
        { error: 'invalid_grant', error_description: expect.stringMatching(/invalid refresh token/i) },
      ]);
      const params = { client_id, redirect_uri, response_type: 'code', scope: 'openid', code_challenge_method: 'S256' };
      const silent = { prompt: 'none', response_mode: 'web_message', state: 's', nonce: 'n', code_challenge: 'x'.repeat(43) };
      const framed = await fetch(at('/authorize', { ...params, ...silent }));
      // A page for a frame, whatever its status: what it posts is what counts.
      expect(framed.headers.get('x-frame-options')).toBeNull();
      expect(await framed.text()).toMatch(/authorization_response[\s\S]*login_required|login_required[\s\S]*authorization_response/);
      const response = await fetch(at('/v2/logout', { client_id, returnTo: new URL(redirect_uri).origin }), { redirect: 'manual' });
      expect([302, 303]).toContain(response.status);
    },
  },
  {
    service: 'hosted search',
    needs: ['HOSTED_SEARCH_APP_ID', 'HOSTED_SEARCH_PARENT_KEY'],
    ours: () => ({ HOSTED_SEARCH_URL: origin(), HOSTED_SEARCH_APP_ID: 'shop', HOSTED_SEARCH_PARENT_KEY: 'guest' }),
    async holds(setting) {
      const id = setting('HOSTED_SEARCH_APP_ID');
      const url = setting('HOSTED_SEARCH_URL');
      const query = new URLSearchParams({ 'x-algolia-application-id': id, 'x-algolia-api-key': setting('HOSTED_SEARCH_PARENT_KEY') });
      const post = (host: string, path: string, body: object) =>
        fetch(`${host}/1/${path}?${query}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: JSON.stringify(body) });
      const index = 'au_storefront_site_offers_price_asc';
      const requests = [{ indexName: index, query: '', hitsPerPage: 1, facets: ['categories'], clickAnalytics: true }];
      const response = await post(url || `https://${id}-dsn.algolia.net`, 'indexes/*/queries', { requests });
      const { results } = (await response.json()) as { results: readonly { queryID: string; hits: readonly { objectID: string }[] }[] };
      const [found] = results;
      expect([response.status, found]).toMatchObject([
        200,
        { index, hits: expect.any(Array), queryID: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ]);
      const event = {
        eventType: 'click',
        eventName: 'A contract test',
        index,
        userToken: 'contract-test',
        queryID: found?.queryID,
        objectIDs: [found?.hits[0]?.objectID ?? 'none'],
        positions: [1],
      };
      expect((await post(url || 'https://insights.algolia.io', 'events', { events: [event] })).status).toBe(200);
    },
  },
  {
    service: 'customer data',
    needs: ['SEGMENT_WRITE_KEY'],
    settings: { SEGMENT_URL: 'https://api.segment.io' },
    ours: () => ({ SEGMENT_WRITE_KEY: 'cellardoor', SEGMENT_URL: origin() }),
    async holds(setting) {
      const event = { event: 'Search', anonymousId: 'contract test', properties: { query: 'x' } };
      const read = readEvent(event, 'track', Date.now(), randomUUID);
      await eventStore(shop.database, { isForwarded: () => true, dailyBytes: 1_000_000 }).save(
        'AU',
        typeof read === 'string' ? [] : [read],
        { client: '127.0.0.1', bytes: 100 },
      );
      expect(await forwardEvents(shop.database, { writeKey: setting('SEGMENT_WRITE_KEY'), host: setting('SEGMENT_URL') })).toBe(1);
    },
  },
  {
    service: 'push',
    needs: ['ONESIGNAL_APP_ID', 'ONESIGNAL_API_KEY'],
    settings: { ONESIGNAL_API_URL: 'https://api.onesignal.com' },
    ours: () => ({
      ONESIGNAL_APP_ID: FAKE_VENDOR_CONFIG.appId,
      ONESIGNAL_API_KEY: FAKE_VENDOR_CONFIG.pushKey,
      ONESIGNAL_API_URL: standIns.url,
    }),
    async holds(setting) {
      const account = { url: setting('ONESIGNAL_API_URL'), appId: setting('ONESIGNAL_APP_ID') };
      await oneSignal({ ...account, key: setting('ONESIGNAL_API_KEY') }).blankTags('contract-test');
      await expect(oneSignal({ ...account, key: 'no key' }).blankTags('contract-test')).rejects.toThrow(/OneSignal answered 4/);
    },
  },
  {
    service: 'error reporting',
    needs: ['ERROR_REPORTS_URL', 'ERROR_REPORTS_KEY'],
    ours: () => ({ ERROR_REPORTS_URL: origin(), ERROR_REPORTS_KEY: OWN_KEY }),
    async holds(setting) {
      const [url, key] = [setting('ERROR_REPORTS_URL'), setting('ERROR_REPORTS_KEY')];
      await forwardNotice({ url, key }, NOTICE());
      const response = await fetch(`${url}${NOTICES_PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(NOTICE()),
      });
      expect([response.status, await response.json()]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    },
  },
  {
    service: 'CRM',
    needs: ['HUBSPOT_TOKEN_AU'],
    settings: { HUBSPOT_URL: 'https://api.hubapi.com' },
    ours: () => ({ HUBSPOT_TOKEN_AU: FAKE_VENDOR_CONFIG.crmToken, HUBSPOT_URL: standIns.url }),
    async holds(setting) {
      const HUBSPOT_URL = setting('HUBSPOT_URL');
      const config = readConfig({ HUBSPOT_TOKEN_AU: setting('HUBSPOT_TOKEN_AU'), HUBSPOT_URL });
      const contact = { email: 'contract-test@example.com', firstname: 'Contract', lastname: 'Test' };
      expect(await upsertContacts(config, 'AU', [contact])).toHaveLength(1);
      expect(await readContacts(config, 'AU', [contact.email, 'nobody-of-this-name@example.com'])).toHaveLength(1);
      expect(await contactReader(config)('AU', { contactId: '0', email: 'nobody-of-this-name@example.com' })).toBeNull();
      expect(await upsertContacts(readConfig({ HUBSPOT_TOKEN_AU: 'no-token', HUBSPOT_URL }), 'AU', [contact])).toBeNull();
    },
  },
  {
    service: 'mail',
    needs: ['SMTP_URL', 'MAIL_TO'],
    ours: () => ({ SMTP_URL: mail.url, MAIL_TO: 'grace@example.com' }),
    async holds(setting) {
      const to = setting('MAIL_TO');
      const mailer = smtpMailer(setting('SMTP_URL'), setting('EMAIL_FROM') || to);
      await mailer.send({ kind: 'transactional', to, subject: 'A contract test', html: '<p>It arrived.</p>', text: 'It arrived.' });
      if (setting('SMTP_URL') === mail.url) expect(mail.taken).toEqual([expect.stringMatching(/^Subject: A contract test\r$/m)]);
    },
  },
  {
    service: 'geolocation',
    needs: ['GEOIP_DATABASE_PATH', 'GEO_ADDRESS', 'GEO_SUBDIVISION'],
    ours: () => ({ GEOIP_DATABASE_PATH: join(folder, 'city.mmdb'), GEO_ADDRESS: '1.2.3.4', GEO_SUBDIVISION: 'TAS' }),
    async holds(setting) {
      const subdivisionOf = openSubdivisions(setting('GEOIP_DATABASE_PATH'));
      expect(subdivisionOf(setting('GEO_ADDRESS'))).toBe(setting('GEO_SUBDIVISION'));
      // An address of examples, and none at all.
      expect([subdivisionOf('203.0.113.9'), subdivisionOf('nowhere')]).toEqual([null, null]);
    },
  },
];

/** Variables of the shop's own, under a name that no shop has by accident. */
const readSetting = (name: string): string | undefined => process.env[`VENDOR_TEST_${name}`]?.trim() || undefined;

describe.each(CONTRACTS)('$service', ({ needs, settings = {}, ours, holds }) => {
  test('works with an endpoint of our own', async () => {
    const own = ours();
    await holds((name) => own[name] ?? '');
  });

  const missing = needs.filter((name) => readSetting(name) === undefined).map((name) => `VENDOR_TEST_${name}`);
  const message = missing.length === 0 ? 'the service itself holds it' : `the service itself: not tried, there is no ${missing.join(', ')}`;
  test.skipIf(missing.length > 0)(message, () => holds((name) => readSetting(name) ?? settings[name] ?? ''), 60_000);
});
