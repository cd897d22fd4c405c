/** Reads and writes contacts by HubSpot's REST API, with one private-app token per market. */
import { z } from 'zod';
import { isPage } from '#lib/http/external-response.ts';
import type { Config } from '#lib/server/config.ts';
import { MARKETS, type Market, perMarket } from '#markets/market.ts';
import { CONTACT_PROPERTIES, type Contact, type ContactKey, type ReadContact } from '../model/contact.ts';
import { circuitBreaker } from './circuit-breaker.ts';

const READ_LIMITS = { timeLimit: 1_500, failures: 3, rest: 30_000 } as const;
const WRITE_MS = 10_000;

type CrmConfig = Pick<Config, `HUBSPOT_TOKEN_${Market}` | 'HUBSPOT_URL'>;

const answered = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.string().nullable()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const tokenOf = (config: CrmConfig, market: Market): string | undefined => config[`HUBSPOT_TOKEN_${market}`];

/** The markets that have a CRM. */
export const crmMarkets = (config: CrmConfig): Market[] => MARKETS.filter((market) => tokenOf(config, market) !== undefined);

async function send(url: string, token: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } });
  if (response.status === 429 || response.status >= 500) throw new Error(`the CRM answered ${response.status}`);
  return response;
}

/** Creates the reader of contacts. After three failures or timeouts in a row, the CRM is not called for half a minute. */
export function contactReader(config: CrmConfig): ReadContact {
  const breakers = perMarket(() => circuitBreaker(READ_LIMITS));
  const read = async (market: Market, { contactId, email }: ContactKey): Promise<Contact | null> => {
    const token = tokenOf(config, market);
    if (!token) return null;
    const query = `properties=${CONTACT_PROPERTIES.join(',')}${contactId === null ? '&idProperty=email' : ''}`;
    const address = `${config.HUBSPOT_URL}/crm/v3/objects/contacts/${encodeURIComponent(contactId ?? email)}?${query}`;
    return breakers[market].ask(async (signal): Promise<Contact | null> => {
      const response = await send(address, token, { signal });
      return response.ok ? answered.parse(await response.json()) : null;
    });
  };
  return Object.assign(read, { has: (market: Market) => tokenOf(config, market) !== undefined });
}

/** Reads one contact with a token. @throws if the CRM does not accept it */
export async function testToken({ HUBSPOT_URL: url }: Pick<Config, 'HUBSPOT_URL'>, token: string): Promise<void> {
  const response = await send(`${url}/crm/v3/objects/contacts?limit=1`, token, { signal: AbortSignal.timeout(WRITE_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the CRM answered ${response.status}`);
}

/** The CRM rejected a batch because of its content, so a retry does not help. */
export class CrmError extends Error {
  override name = 'CrmError';
}

const batch = z.object({ results: z.array(answered.pick({ id: true, properties: true })) });
export type BatchContact = z.output<typeof batch>['results'][number];

/** Posts a batch. Returns null if the CRM is down or returns something unexpected. @throws CrmError */
async function postBatch(config: CrmConfig, market: Market, name: 'read' | 'upsert', body: unknown): Promise<BatchContact[] | null> {
  const token = tokenOf(config, market);
  if (!token) return null;
  const init = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(WRITE_MS) };
  const response = await send(`${config.HUBSPOT_URL}/crm/v3/objects/contacts/batch/${name}`, token, init).catch(() => null);
  if (response?.status === 400)
    throw new CrmError(
      `The CRM of ${market} refused contacts. Check that it has every property that docs/guides/connect-services.md names.`,
    );
  if (!response?.ok || isPage(response)) return null;
  const read = batch.safeParse(await response.json().catch(() => null));
  return read.success ? read.data.results : null;
}

/** Returns the contacts with these email addresses, or null if the CRM is down. @throws CrmError */
export const readContacts = (config: CrmConfig, market: Market, emails: readonly string[]): Promise<BatchContact[] | null> =>
  postBatch(config, market, 'read', {
    idProperty: 'email',
    properties: ['email', 'loyalty_eligible_for_loyalty'],
    inputs: emails.map((id) => ({ id })),
  });

/** Creates or updates contacts by email. Returns null if the CRM is down. @throws CrmError */
export const upsertContacts = (
  config: CrmConfig,
  market: Market,
  contacts: readonly Readonly<Record<string, string>>[],
): Promise<BatchContact[] | null> =>
  postBatch(config, market, 'upsert', {
    inputs: contacts.map(({ email, ...properties }) => ({ idProperty: 'email', id: email, properties })),
  });
