/** Who takes part in the loyalty programme: the CRM decides where there is one, otherwise staff may exclude a customer. */

import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { type ContactKey, isContactEligible, type ReadContact } from '../model/contact.ts';

/** Keeps what the CRM said last, for moments at which it cannot be asked. */
export const keepEligibility = (db: Queryable, customerId: number, market: Market, isEligible: boolean): Promise<number> =>
  db.execute({
    name: 'crm.keep_eligibility',
    text: `insert into customer_markets (customer_id, market, crm_eligible) values ($1, $2, $3)
      on conflict (customer_id, market) do update set crm_eligible = excluded.crm_eligible
      where customer_markets.crm_eligible is distinct from excluded.crm_eligible`,
    values: [customerId, market, isEligible],
  });

/** Whether a customer is eligible now; null where the CRM does not answer or does not know them yet. */
export async function readEligibility(
  readContact: ReadContact,
  market: Market,
  customer: ContactKey & { readonly loyaltyExcluded: boolean },
): Promise<boolean | null> {
  if (!readContact.has(market)) return !customer.loyaltyExcluded;
  const contact = await readContact(market, customer);
  return contact && isContactEligible(contact.properties);
}
