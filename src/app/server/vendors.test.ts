/**
 * The adapters against the real services, where the environment has keys for them; without keys each says so and is skipped. Nothing is
 * left behind there but what a name says is of a test. `docs/adapters.md` says how each was tried.
 */
import { describe, expect, test } from 'vitest';
import { contactReader, upsertContacts } from '../../crm/server/hubspot.ts';
import { noticeOf } from '../../error-reports/notice.ts';
import { noticeSchema } from '../../error-reports/notice-schema.ts';
import { forwardNotice } from '../../error-reports/server/error-desk.ts';
import { readConfig } from '../../platform/server/config.ts';
import { smtpMailer } from '../../platform/server/mail/mailer.ts';
import { oneSignal } from '../../push/server/onesignal.ts';

/** Variables of the shop's own, under a name that no shop has by accident. */
const given = (name: string): string | undefined => process.env[`VENDOR_TEST_${name}`]?.trim() || undefined;

/** Runs where all of these are there, else is skipped with the names of those that are missing. */
function withKeys(service: string, names: readonly string[], work: (keys: (name: string) => string) => Promise<void>): void {
  const missing = names.filter((name) => given(name) === undefined).map((name) => `VENDOR_TEST_${name}`);
  const keyOf = (name: string): string => given(name) ?? '';
  if (missing.length > 0) test.skip(`${service}: not tried, there is no ${missing.join(', ')}`, () => {});
  else test(`${service} takes what the shop sends`, () => work(keyOf), 60_000);
}

describe('against the services themselves', () => {
  withKeys('customer data', ['SEGMENT_WRITE_KEY'], async (key) => {
    const event = {
      type: 'track',
      event: 'Search',
      anonymousId: 'contract test',
      messageId: `test-${Date.now()}`,
      properties: { query: 'x' },
    };
    const answer = await fetch(`${given('SEGMENT_URL') ?? 'https://api.segment.io'}/v1/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${key('SEGMENT_WRITE_KEY')}:`)}` },
      body: JSON.stringify({ batch: [event], sentAt: new Date().toISOString() }),
    });
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
  });

  withKeys('push', ['ONESIGNAL_APP_ID', 'ONESIGNAL_API_KEY'], async (key) => {
    const vendor = oneSignal({
      url: given('ONESIGNAL_API_URL') ?? 'https://api.onesignal.com',
      appId: key('ONESIGNAL_APP_ID'),
      key: key('ONESIGNAL_API_KEY'),
    });
    await vendor.blankTags('contract-test');
  });

  withKeys('error reporting', ['ERROR_REPORTS_URL', 'ERROR_REPORTS_KEY'], async (key) => {
    const notice = noticeOf(new Error('a contract test'), {
      component: 'test',
      action: '',
      environment: 'test',
      time: new Date().toISOString(),
    });
    await forwardNotice({ url: key('ERROR_REPORTS_URL'), key: key('ERROR_REPORTS_KEY') }, noticeSchema.parse(notice));
  });

  withKeys('CRM', ['HUBSPOT_TOKEN_AU'], async (key) => {
    const config = readConfig({ HUBSPOT_TOKEN_AU: key('HUBSPOT_TOKEN_AU') });
    expect(await upsertContacts(config, 'AU', [{ email: 'contract-test@example.com', firstname: 'Contract', lastname: 'Test' }])).toBe(
      true,
    );
    expect(await contactReader(config)('AU', '0')).toBeNull();
  });

  withKeys('hosted search', ['HOSTED_SEARCH_APP_ID', 'HOSTED_SEARCH_PARENT_KEY'], async (key) => {
    const host = given('HOSTED_SEARCH_URL') ?? `https://${key('HOSTED_SEARCH_APP_ID')}-dsn.algolia.net`;
    const query = new URLSearchParams({
      'x-algolia-application-id': key('HOSTED_SEARCH_APP_ID'),
      'x-algolia-api-key': key('HOSTED_SEARCH_PARENT_KEY'),
    });
    const requests = [{ indexName: 'au_storefront_site_offers', query: '', hitsPerPage: 1, clickAnalytics: true }];
    const answer = await fetch(`${host}/1/indexes/*/queries?${query}`, { method: 'POST', body: JSON.stringify({ requests }) });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { results: [{ hits: expect.any(Array), queryID: expect.any(String) }] },
    ]);
  });

  withKeys('mail', ['SMTP_URL', 'MAIL_TO'], async (key) => {
    const mailer = smtpMailer(key('SMTP_URL'), given('MAIL_FROM') ?? key('MAIL_TO'));
    await mailer.send({ to: key('MAIL_TO'), subject: 'A contract test', html: '<p>It arrived.</p>', text: 'It arrived.' });
  });
});
