/** A customer as a CRM knows them (SPEC.md §7 get-hubspot-contact, vendor-wire.md §7), and the port that reads one. */
import type { Market } from '../market/market.ts';

/** Values are strings, as the CRM has them. */
export interface Contact {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Reads a contact of a market by its id at the CRM; null where there is no CRM, none such, or no answer in time. */
export type ReadContact = (market: Market, contactId: string) => Promise<Contact | null>;

/** The properties that the shop reads and writes. */
export const CONTACT_PROPERTIES = ['email', 'firstname', 'lastname', 'loyalty_eligible_for_loyalty', 'loyalty_tier'] as const;
