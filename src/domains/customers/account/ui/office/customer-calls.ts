/** The customer calls of the office's browser application. */
import { customerOfficeContract, type OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const customerCalls = officeClient(customerOfficeContract);

/** Returns the account and market that a call about a customer names. Guests have none of these calls. */
export const ownerOf = ({ key, market }: Pick<OfficeCustomer, 'key' | 'market'>) => ({ customerId: Number(key), market });

/** Returns the name that a screen shows. */
export const nameOf = ({ givenName, familyName, email }: Pick<OfficeCustomer, 'givenName' | 'familyName' | 'email'>): string =>
  [givenName, familyName].filter(Boolean).join(' ') || email;
