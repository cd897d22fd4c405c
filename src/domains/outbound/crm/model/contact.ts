/** A customer as a CRM knows them (SPEC.md §7 get-hubspot-contact, vendor-wire.md §7), and the port that reads one. */
import type { Market } from '#markets/market.ts';

/** Values are strings, as the CRM has them. */
export interface Contact {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Which contact: by its id at the CRM, or by email where the shop does not know the id yet. */
export interface ContactKey {
  readonly contactId: string | null;
  readonly email: string;
}

export interface ReadContact {
  /** Reads a contact of a market; null where there is no CRM, none such, or no answer in time. */
  (market: Market, key: ContactKey): Promise<Contact | null>;
  /** Whether a market has a CRM. */
  has(market: Market): boolean;
}

/** The properties that the shop reads. */
export const CONTACT_PROPERTIES = ['email', 'firstname', 'lastname', 'loyalty_eligible_for_loyalty', 'loyalty_tier'] as const;

/** Whether a contact takes part in the loyalty programme (SPEC.md §3: true or 'true'). The CRM alone decides it. */
export const isContactEligible = (properties: Contact['properties']): boolean => properties.loyalty_eligible_for_loyalty === 'true';
