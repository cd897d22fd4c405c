/** Sends customers whose data differs from what the CRM last accepted, until it accepts them. */

import type { Database } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { Config } from '#lib/server/config.ts';
import type { Market } from '#markets/market.ts';
import { isContactEligible } from '../model/contact.ts';
import { type ClaimedContact, claimContacts, markSent, saveContacts } from './contact.repository.ts';
import { type BatchContact, crmMarkets, readContacts, upsertContacts } from './hubspot.ts';

/**
 * Sends one batch. Claims rows by moving their next attempt, so that two processes send different ones and those of a killed process are
 * sent later. The CRM decides eligibility: the shop reads it, and sets it only on contacts that it creates.
 * @returns how many were accepted
 * @throws CrmError
 */
export async function sendContacts(database: Database, config: Config): Promise<number> {
  let taken = 0;
  for (const market of crmMarkets(config)) {
    const rows = await claimContacts(database, market);
    if (rows.length === 0) continue;
    const contacts = await readContacts(
      config,
      market,
      rows.map(({ email }) => email),
    );
    if (contacts === null) continue;
    const isExisting = new Set(contacts.map(({ properties }) => emailKey(properties.email ?? '')));
    const sent = await upsertContacts(
      config,
      market,
      rows.map(({ email, firstname, lastname, loyalty_tier, consents }) => ({
        email,
        firstname,
        lastname,
        loyalty_tier,
        ...consents,
        ...(isExisting.has(emailKey(email)) ? {} : { loyalty_eligible_for_loyalty: 'true' }),
      })),
    );
    if (sent === null) continue;
    await saveRead(database, market, rows, contacts, sent);
    await markSent(database, market, rows);
    taken += rows.length;
  }
  return taken;
}

/** Saves the ids of contacts, and the eligibility of existing ones. */
async function saveRead(
  database: Database,
  market: Market,
  rows: readonly ClaimedContact[],
  contacts: readonly BatchContact[],
  sent: readonly BatchContact[],
): Promise<void> {
  const byEmail = (list: readonly BatchContact[]) => new Map(list.map((contact) => [emailKey(contact.properties.email ?? ''), contact]));
  const [before, after] = [byEmail(contacts), byEmail(sent)];
  const read = rows.map(({ customer_id, email }) => {
    const contact = before.get(emailKey(email));
    return {
      customer_id,
      contact_id: contact?.id ?? after.get(emailKey(email))?.id ?? null,
      eligible: contact ? isContactEligible(contact.properties) : true,
    };
  });
  await saveContacts(database, market, read);
}
