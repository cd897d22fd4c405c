/** Tests of connections that the settings have, with the adapters that the shop uses. */
import { testHostedSearch } from '#domains/discovery/search/server/hosted-search-config.ts';
import { testToken } from '#domains/outbound/crm/server/hubspot.ts';
import { testOneSignal } from '#domains/outbound/push/server/onesignal.ts';
import { testGateway } from '#domains/selling/payments/server/gateways.ts';
import { settingTestMessages } from '#domains/settings/messages/office.ts';
import { HOSTED_SEARCH, PAYMENTS, PUSH } from '#domains/settings/model/groups/integrations.ts';
import { SITES } from '#domains/settings/model/groups/sites.ts';
import { paymentVariables } from '#domains/settings/server/effective-config.ts';
import type { ConnectionTest } from '#domains/settings/server/office-setting-handlers.ts';
import { smtpMailer } from '#lib/mail/mailer.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { AppServices } from '#server/create-services.ts';
import { testHosts } from './test-hosts.ts';

/** Returns the sentence of an error, without line breaks. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200);

/** Runs an attempt. @returns null if it succeeded, else why not */
async function attempt(run: () => Promise<unknown>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return settingTestMessages.failed(reasonOf(error));
  }
}

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
    if (gateway === 'none') return Promise.resolve(settingTestMessages.noGateway);
    return attempt(() => testGateway({ ...config, ...paymentVariables(values) }, gateway));
  },
  push: async (value) => {
    const { appId, apiKey } = PUSH.schema.parse(value);
    if (appId === null || apiKey === null) return settingTestMessages.noKey;
    return attempt(() => testOneSignal({ url: config.ONESIGNAL_API_URL, appId, key: apiKey }));
  },
  'hosted-search': async (value) => {
    const { appId, searchKey, adminKey } = HOSTED_SEARCH.schema.parse(value);
    if (appId === null || (searchKey === null && adminKey === null)) return settingTestMessages.noKey;
    return attempt(() => testHostedSearch(config, { appId, searchKey, adminKey }));
  },
  sites: async (value, _staff, officeOrigin) => {
    const hosts = SITES.schema.parse(value).sites.flatMap(({ host, formerHosts }) => [host, ...formerHosts]);
    return testHosts(database, hosts, (host) => siteOrigin(host, config.PUBLIC_URL, officeOrigin));
  },
  crm: async ({ token }) => (typeof token === 'string' ? attempt(() => testToken(config, token)) : settingTestMessages.noKey),
});
