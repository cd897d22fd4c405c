/** A contact of a CRM, and the port that reads it [CRM-1]. */
import type { Market } from '#markets/market.ts';

/** Values are strings, as in the CRM. */
export interface Contact {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Selects a contact by its CRM id [CRM-2], or by email if the id is unknown. */
export interface ContactKey {
  readonly contactId: string | null;
  readonly email: string;
}

export interface ReadContact {
  /** Reads a contact of a market. Returns null without a CRM, without such a contact or after a timeout. */
  (market: Market, key: ContactKey): Promise<Contact | null>;
  /** Returns whether a market has a CRM. */
  has(market: Market): boolean;
}

/** The properties that the shop reads. */
export const CONTACT_PROPERTIES = ['email', 'firstname', 'lastname', 'loyalty_eligible_for_loyalty', 'loyalty_tier'] as const;

/** Returns whether a contact is eligible for the loyalty programme: true or 'true' [CRM-3]. */
export const isContactEligible = (properties: Contact['properties']): boolean => properties.loyalty_eligible_for_loyalty === 'true';
