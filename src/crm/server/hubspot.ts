/** HubSpot's REST for contacts (vendor-wire.md §7): one private-app token a market. */
import { z } from 'zod';
import { MARKETS, type Market } from '../../market/market.ts';
import type { Config } from '../../platform/server/config.ts';
import { isPage } from '../../platform/server/http/outside-answer.ts';
import { CONTACT_PROPERTIES, type Contact, type ReadContact } from '../contact.ts';
import { circuitBreaker } from './circuit-breaker.ts';

const READ_LIMITS = { timeLimit: 1_500, failures: 3, rest: 30_000 } as const;
const WRITE_MS = 10_000;

type CrmConfig = Pick<Config, 'HUBSPOT_TOKEN_AU' | 'HUBSPOT_TOKEN_SG' | 'HUBSPOT_URL'>;

const answered = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.string().nullable()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const tokenOf = (config: CrmConfig, market: Market): string | undefined =>
  market === 'AU' ? config.HUBSPOT_TOKEN_AU : config.HUBSPOT_TOKEN_SG;

/** The markets that have a CRM. */
export const crmMarkets = (config: CrmConfig): Market[] => MARKETS.filter((market) => tokenOf(config, market) !== undefined);

async function send(url: string, token: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } });
  if (answer.status === 429 || answer.status >= 500) throw new Error(`the CRM answered ${answer.status}`);
  return answer;
}

/** Reads contacts. One that is slow or down costs a shopper 1.5 s three times, then nothing for half a minute. */
export function contactReader(config: CrmConfig): ReadContact {
  const breakers = { AU: circuitBreaker(READ_LIMITS), SG: circuitBreaker(READ_LIMITS) };
  return async (market, contactId) => {
    const token = tokenOf(config, market);
    if (!token) return null;
    const address = `${config.HUBSPOT_URL}/crm/v3/objects/contacts/${encodeURIComponent(contactId)}?properties=${CONTACT_PROPERTIES.join(',')}`;
    return breakers[market].ask(async (signal): Promise<Contact | null> => {
      const answer = await send(address, token, { signal });
      return answer.ok ? answered.parse(await answer.json()) : null;
    });
  };
}

/** Makes or changes contacts, found by their e-mail. True where the CRM will not say otherwise if it is asked again. */
export async function upsertContacts(
  config: CrmConfig,
  market: Market,
  contacts: readonly Readonly<Record<string, string>>[],
): Promise<boolean> {
  const token = tokenOf(config, market);
  if (!token) return false;
  const body = JSON.stringify({ inputs: contacts.map(({ email, ...properties }) => ({ idProperty: 'email', id: email, properties })) });
  const address = `${config.HUBSPOT_URL}/crm/v3/objects/contacts/batch/upsert`;
  return send(address, token, { method: 'POST', body, signal: AbortSignal.timeout(WRITE_MS) }).then(
    (answer) => answer.ok && !isPage(answer),
    () => false,
  );
}
