/** Tests of connections that the settings have, with the adapters that the shop uses. */
import { randomUUID } from 'node:crypto';
import { testHostedSearch } from '#domains/discovery/search/server/hosted-search-config.ts';
import { batchRequest } from '#domains/outbound/analytics/server/forward-events.ts';
import { testToken } from '#domains/outbound/crm/server/hubspot.ts';
import { noticeOf } from '#domains/outbound/error-reports/model/notice.ts';
import { noticeRequest } from '#domains/outbound/error-reports/server/error-report-service.ts';
import { testOneSignal } from '#domains/outbound/push/server/onesignal.ts';
import { testCarrier } from '#domains/selling/orders/server/carriers/carriers.ts';
import { testWebhook } from '#domains/selling/orders/server/webhooks.ts';
import { testGateway } from '#domains/selling/payments/server/gateways.ts';
import { settingTestMessages } from '#domains/settings/messages/connection-tests.ts';
import { settingMessages } from '#domains/settings/messages.ts';
import { CARRIERS } from '#domains/settings/model/groups/carriers.ts';
import { ANALYTICS, ERROR_REPORTS, HOSTED_SEARCH, ORDER_WEBHOOKS, PAYMENTS, PUSH } from '#domains/settings/model/groups/integrations.ts';
import { SITES } from '#domains/settings/model/groups/sites.ts';
import { paymentVariables } from '#domains/settings/server/effective-config.ts';
import type { ConnectionOutcome, ConnectionTest } from '#domains/settings/server/office-setting-handlers.ts';
import { smtpMailer } from '#lib/mail/mailer.ts';
import { isLoopbackHost, siteOrigin } from '#markets/origins.ts';
import type { AppServices } from '#server/create-services.ts';
import { testHosts } from './test-hosts.ts';
import { allOf, type TestChecks, testTarget } from './test-target.ts';

const CARRIER_TIMEOUT_MS = 10_000;

/** Returns the sentence of an error, without line breaks. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200);

const works: ConnectionOutcome = { isConnected: true, message: settingMessages.connected };
const failed = (message: string): ConnectionOutcome => ({ isConnected: false, message });

/** Runs an attempt. */
async function attempt(run: () => Promise<unknown>): Promise<ConnectionOutcome> {
  try {
    await run();
    return works;
  } catch (error) {
    return failed(settingTestMessages.failed(reasonOf(error)));
  }
}

const { checks } = settingTestMessages;
const WEBHOOK_CHECKS: TestChecks = { refused: checks.webhookSecret, notTaken: checks.webhookType, answersData: false };
const REPORT_CHECKS: TestChecks = { refused: checks.reportKey, notTaken: checks.reportUrl, answersData: true };
const SEGMENT_CHECKS: TestChecks = { refused: checks.segmentKey, notTaken: checks.segmentKey, answersData: true };
const PORTAL_CHECKS: TestChecks = { refused: checks.portal, notTaken: checks.portal, answersData: true };

/** Returns an event that is about no shopper. */
const testEvent = () => ({
  type: 'track',
  event: 'Connection tested',
  anonymousId: 'office-connection-test',
  messageId: randomUUID(),
  timestamp: new Date().toISOString(),
});

/** A shop on this machine may test services on this machine. */
const targetOptions = ({ PUBLIC_URL }: Pick<AppServices['config'], 'PUBLIC_URL'>) => ({
  allowsLoopback: isLoopbackHost(new URL(PUBLIC_URL).host),
});

const withSegmentHint = (outcome: ConnectionOutcome): ConnectionOutcome =>
  outcome.isConnected ? { ...outcome, message: `${outcome.message} ${settingTestMessages.segmentHint}` } : outcome;

/** Returns the tests by id of a group. */
export const connectionTests = ({
  mailer,
  config,
  database,
}: Pick<AppServices, 'mailer' | 'config' | 'database'>): Readonly<Record<string, ConnectionTest>> => ({
  /** Sends a mail to whoever runs the test. Without a mail server it is in the development mailbox. */
  mail: ({ smtpUrl, from }, { email }) => {
    const mail = { kind: 'security', to: email, ...settingTestMessages.mail } as const;
    return attempt(() => (typeof smtpUrl === 'string' ? smtpMailer(smtpUrl, String(from)) : mailer).send(mail));
  },
  payments: (value) => {
    const values = PAYMENTS.schema.parse(value);
    const { gateway } = values;
    if (gateway === 'none') return Promise.resolve(failed(settingTestMessages.noGateway));
    return attempt(() => testGateway({ ...config, ...paymentVariables(values) }, gateway));
  },
  push: async (value) => {
    const { appId, apiKey } = PUSH.schema.parse(value);
    if (appId === null || apiKey === null) return failed(settingTestMessages.noKey);
    return attempt(() => testOneSignal({ url: config.ONESIGNAL_API_URL, appId, key: apiKey }));
  },
  'hosted-search': async (value) => {
    const { appId, searchKey, adminKey } = HOSTED_SEARCH.schema.parse(value);
    if (appId === null || (searchKey === null && adminKey === null)) return failed(settingTestMessages.noKey);
    return attempt(() => testHostedSearch(config, { appId, searchKey, adminKey }));
  },
  sites: async (value, _staff, officeOrigin) => {
    const hosts = SITES.schema.parse(value).sites.flatMap(({ host, formerHosts }) => [host, ...formerHosts]);
    const problems = await testHosts(database, hosts, (host) => siteOrigin(host, config.PUBLIC_URL, officeOrigin));
    return problems === null ? works : failed(problems);
  },
  carriers: async (value) => {
    const settings = CARRIERS.schema.parse(value);
    const { carrier } = settings;
    if (carrier === 'none') return failed(settingTestMessages.noCarrier);
    return attempt(() => testCarrier(carrier, settings, config, AbortSignal.timeout(CARRIER_TIMEOUT_MS)));
  },
  crm: async ({ token }) => (typeof token === 'string' ? attempt(() => testToken(config, token)) : failed(settingTestMessages.noKey)),
  /** Sends a signed message to every address. */
  'order-webhooks': async (value) => {
    const { urls, secret } = ORDER_WEBHOOKS.schema.parse(value);
    if (urls.length === 0) return failed(settingTestMessages.noAddress);
    if (secret === null) return failed(settingTestMessages.noSecret);
    return allOf(await Promise.all(urls.map((url) => testTarget({ url, ...testWebhook(secret) }, WEBHOOK_CHECKS, targetOptions(config)))));
  },
  /** Sends a report that says that it is a test. */
  'error-reports': async (value) => {
    const { url, key } = ERROR_REPORTS.schema.parse(value);
    if (url === null) return failed(settingTestMessages.noAddress);
    if (key === null) return failed(settingTestMessages.noKey);
    const where = { component: 'office', action: 'connection test', environment: 'server', time: new Date().toISOString() };
    const request = noticeRequest({ url, key }, noticeOf(new Error(settingTestMessages.reportTitle), where));
    return testTarget(request, REPORT_CHECKS, targetOptions(config));
  },
  /** Sends an event to Segment, and reads the script of the HubSpot portal. Their addresses are the operator's. */
  analytics: async (value) => {
    const { segmentWriteKey: writeKey, hubspotPortalId: portal } = ANALYTICS.schema.parse(value);
    const options = targetOptions(config);
    const outcomes = await Promise.all([
      ...(writeKey === null
        ? []
        : [testTarget(batchRequest({ host: config.SEGMENT_URL, writeKey }, [testEvent()]), SEGMENT_CHECKS, options).then(withSegmentHint)]),
      ...(portal === null ? [] : [testTarget({ url: `${config.HUBSPOT_TRACKER_URL}/${portal}.js`, headers: {} }, PORTAL_CHECKS, options)]),
    ]);
    return outcomes.length === 0 ? failed(settingTestMessages.noService) : allOf(outcomes);
  },
});
