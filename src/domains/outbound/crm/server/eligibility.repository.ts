/** SQL of loyalty eligibility: the CRM decides if there is one, otherwise staff may exclude a customer. */

import { type ContactKey, isContactEligible, type ReadContact } from '#domains/outbound/crm/model/contact.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** Saves the CRM's last value, for times when it is down. */
export const saveEligibility = (db: Queryable, customerId: number, market: Market, isEligible: boolean): Promise<number> =>
  db.execute({
    name: 'eligibility.saveEligibility',
    text: `insert into customer_markets (customer_id, market, crm_eligible) values ($1, $2, $3)
      on conflict (customer_id, market) do update set crm_eligible = excluded.crm_eligible
      where customer_markets.crm_eligible is distinct from excluded.crm_eligible`,
    values: [customerId, market, isEligible],
  });

/** Returns whether a customer is eligible, or null if the CRM does not respond or does not know the customer. */
export async function readEligibility(
  readContact: ReadContact,
  market: Market,
  customer: ContactKey & { readonly loyaltyExcluded: boolean },
): Promise<boolean | null> {
  if (!readContact.has(market)) return !customer.loyaltyExcluded;
  const contact = await readContact(market, customer);
  return contact && isContactEligible(contact.properties);
}
