/** What must stand in each field before an order can be placed; the same rules beside the field and on the server. */

import { isServedLocality, type Locality, type LocalityTable } from '#domains/selling/shipping/model/localities.ts';
import { isEmail } from '#lib/email.ts';
import { alcoholRule, mayBeLeft } from '#markets/alcohol-law.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import type { CheckoutDetails } from '../contract.ts';
import { ADDRESS_MISMATCH } from '../messages.ts';
import { isOldEnough, isPhone } from './contact.ts';

export type CheckoutFieldName = keyof CheckoutDetails | 'dateOfBirth';

export interface FieldError {
  readonly field: CheckoutFieldName;
  readonly reason: string;
}

/** Why an e-mail address will not do; null where it will. */
export const emailFault = (email: string): string | null =>
  isEmail(email) ? null : 'Please enter an e-mail address, like name@example.com.';

/** Whom and where a driver looks for. */
export type Recipient = Pick<CheckoutDetails, 'firstName' | 'lastName' | 'phone' | 'address' | 'suburb' | 'state' | 'postcode'>;

/** The fields that are not as they must be, each with its sentence. */
const unmet = (needs: readonly (readonly [field: CheckoutFieldName, isGood: boolean, reason: string])[]): FieldError[] =>
  needs.filter(([, isGood]) => !isGood).map(([field, , reason]) => ({ field, reason }));

const nameFaults = ({ firstName, lastName }: Pick<Recipient, 'firstName' | 'lastName'>): FieldError[] =>
  unmet([
    ['firstName', firstName !== '', 'Please enter your first name.'],
    ['lastName', lastName !== '', 'Please enter your last name.'],
  ]);

/** Why a phone number will not do; null where it will. */
export function phoneFault(market: Market, phone: string): string | null {
  if (isPhone(market, phone)) return null;
  return deliveryRules(market).phone.error;
}

const isPostcode = (postcode: string, digits: number): boolean => /^\d+$/.test(postcode) && postcode.length === digits;

/** What can be told of a recipient without looking the place up. */
export function recipientFaults(market: Market, recipient: Recipient): FieldError[] {
  const { phone, address, suburb, state, postcode } = recipient;
  const { states } = marketFacts(market);
  const { postcodeDigits, postcodeError } = deliveryRules(market).address;
  const hasStates = states.length > 0;
  const ofPhone = phoneFault(market, phone);
  return [
    ...nameFaults(recipient),
    ...unmet([
      ['phone', ofPhone === null, ofPhone ?? ''],
      ['address', address.length >= 4, 'Please enter the street and number.'],
      ['suburb', !hasStates || suburb !== '', 'Please enter the suburb.'],
      ['state', !hasStates || state !== '', 'Please choose the state.'],
      ['postcode', isPostcode(postcode, postcodeDigits), postcodeError],
    ]),
  ];
}

function birthFaults(market: Market, state: string, dateOfBirth: string, today: string): FieldError[] {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth)) return unmet([['dateOfBirth', false, 'Please enter your date of birth.']]);
  const { minimumAge } = alcoholRule(market, state, today);
  const isOfAge = dateOfBirth >= '1900-01-01' && isOldEnough(dateOfBirth, today, minimumAge);
  return unmet([['dateOfBirth', isOfAge, `You must be ${minimumAge} or over to buy alcohol.`]]);
}

/** The checkout does not offer it where the law forbids it; a call that asks for it anyway is refused. */
function leaveFaults(market: Market, { authorityToLeave, state }: CheckoutDetails, today: string): FieldError[] {
  const reason = `We can't leave alcohol unattended${state === '' ? '' : ` in ${state}`}. Someone must be there to accept it.`;
  return unmet([['authorityToLeave', !authorityToLeave || mayBeLeft(market, state, today), reason]]);
}

/**
 * What any shopper can be told without looking a place up.
 * @param today the ISO day in the market
 * @param isGiftCardOnly where nothing is delivered and no alcohol is bought, who pays is enough
 */
export function validateDetails(
  market: Market,
  details: CheckoutDetails,
  dateOfBirth: string,
  today: string,
  isGiftCardOnly = false,
): FieldError[] {
  const email = emailFault(details.email);
  const emailFaults = email === null ? [] : unmet([['email', false, email]]);
  if (isGiftCardOnly) return [...emailFaults, ...nameFaults(details)];
  return [
    ...emailFaults,
    ...recipientFaults(market, details),
    ...leaveFaults(market, details, today),
    ...birthFaults(market, details.state, dateOfBirth, today),
  ];
}

/** Whether a place is typed to its end, so that it can be judged. */
export function isCompleteLocality(market: Market, { suburb, state, postcode }: Locality): boolean {
  const { states } = marketFacts(market);
  const { postcodeDigits } = deliveryRules(market).address;
  return isPostcode(postcode, postcodeDigits) && (states.length === 0 || (suburb !== '' && state !== ''));
}

/** The specification's sentence where suburb, postcode and state do not belong together, else null. */
export const validateLocality = (market: Market, details: Locality, table: Pick<LocalityTable, 'byPostcode'>): string | null =>
  isServedLocality(market, details, table) ? null : ADDRESS_MISMATCH;
