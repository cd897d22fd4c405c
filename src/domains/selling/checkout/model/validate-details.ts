/** Validates the checkout form in the browser and on the server. */

import { ADDRESS_MISMATCH, collectionErrorMessages } from '#domains/selling/checkout/messages/errors.ts';
import { deliveryTimingMessages } from '#domains/selling/shipping/messages/delivery-days.ts';
import { type CollectionPlace, findPlace } from '#domains/selling/shipping/model/collection.ts';
import { isServedLocality, type Locality, type LocalityTable } from '#domains/selling/shipping/model/localities.ts';
import { isEmail } from '#lib/email.ts';
import { alcoholRule, mayBeLeft } from '#markets/alcohol-law.ts';
import { deliveryRules, isPostcode } from '#markets/delivery.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import type { CheckoutDetails } from '../contract.ts';
import { isOldEnough, isPhone } from './contact.ts';

export type CheckoutFieldName = keyof CheckoutDetails | 'dateOfBirth';

export interface FieldError {
  readonly field: CheckoutFieldName;
  readonly reason: string;
}

/** Returns the error of an e-mail address, or null if it is valid. */
export const emailError = (email: string): string | null => (isEmail(email) ? null : 'Enter an email address, like name@example.com');

/** The recipient of a delivery. */
export type Recipient = Pick<CheckoutDetails, 'firstName' | 'lastName' | 'phone' | 'address' | 'suburb' | 'state' | 'postcode'>;

/** Returns the errors of the conditions that are not met. */
const unmet = (needs: readonly (readonly [field: CheckoutFieldName, isGood: boolean, reason: string])[]): FieldError[] =>
  needs.filter(([, isGood]) => !isGood).map(([field, , reason]) => ({ field, reason }));

const nameErrors = ({ firstName, lastName }: Pick<Recipient, 'firstName' | 'lastName'>): FieldError[] =>
  unmet([
    ['firstName', firstName !== '', 'Enter your first name'],
    ['lastName', lastName !== '', 'Enter your last name'],
  ]);

/** Returns the error of a phone number, or null if it is valid [CHK-19]. */
export function phoneError(market: Market, phone: string): string | null {
  if (isPhone(market, phone)) return null;
  return deliveryRules(market).phone.error;
}

/** Validates a recipient without a lookup of the locality. */
export function recipientErrors(market: Market, recipient: Recipient): FieldError[] {
  const { phone, address, suburb, state, postcode } = recipient;
  const { states } = getMarketConfig(market);
  const { postcodeError } = deliveryRules(market).address;
  const hasStates = states.length > 0;
  const ofPhone = phoneError(market, phone);
  return [
    ...nameErrors(recipient),
    ...unmet([
      ['phone', ofPhone === null, ofPhone ?? ''],
      ['address', address.length >= 4, 'Enter the street and number'],
      ['suburb', !hasStates || suburb !== '', 'Enter the suburb'],
      ['state', !hasStates || state !== '', 'Choose the state'],
      ['postcode', isPostcode(market, postcode), postcodeError],
    ]),
  ];
}

/** Refuses a delivery day together with a hold. The server knows which days are offered. */
const timingErrors = ({ deliveryDay, holdUntil }: CheckoutDetails): FieldError[] =>
  unmet([['holdUntil', !deliveryDay || !holdUntil, deliveryTimingMessages.onlyOne]]);

/** Validates where an order is collected, and whom it is for. */
export function collectionErrors(
  market: Market,
  details: Pick<CheckoutDetails, 'firstName' | 'lastName' | 'phone' | 'collectFrom'>,
  places: readonly CollectionPlace[],
): FieldError[] {
  const ofPhone = phoneError(market, details.phone);
  const isOffered = findPlace(places, details.collectFrom) !== null;
  return [
    ...nameErrors(details),
    ...unmet([
      ['phone', ofPhone === null, ofPhone ?? ''],
      ['collectFrom', isOffered, collectionErrorMessages.unknownPlace(places.map(({ name }) => name))],
    ]),
  ];
}

function dateOfBirthErrors(market: Market, state: string, dateOfBirth: string, today: string): FieldError[] {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth)) return unmet([['dateOfBirth', false, 'Enter your date of birth']]);
  const { minimumAge } = alcoholRule(market, state, today);
  const isOfAge = dateOfBirth >= '1900-01-01' && isOldEnough(dateOfBirth, today, minimumAge);
  return unmet([['dateOfBirth', isOfAge, `You must be ${minimumAge} or over to buy alcohol.`]]);
}

/** Rejects leaving the parcel at the door where the law forbids it. The form hides the option there, but a call can contain it. */
function authorityToLeaveErrors(
  market: Market,
  { authorityToLeave, state }: Pick<CheckoutDetails, 'authorityToLeave' | 'state'>,
  today: string,
): FieldError[] {
  const reason = `We can't leave alcohol unattended${state === '' ? '' : ` in ${state}`}. Someone must be there to accept it.`;
  return unmet([['authorityToLeave', !authorityToLeave || mayBeLeft(market, state, today), reason]]);
}

/** Validates where and how an order is delivered, without a lookup of the locality. @param today the ISO day in the market */
export const deliveryErrors = (
  market: Market,
  details: Recipient & Pick<CheckoutDetails, 'authorityToLeave'>,
  today: string,
): FieldError[] => [...recipientErrors(market, details), ...authorityToLeaveErrors(market, details, today)];

/**
 * Validates the form without a lookup of the locality [CHK-13].
 * @param today the ISO day in the market
 * @param isGiftCardOnly true if name and e-mail address are enough, because there is neither a delivery nor alcohol
 * @param places where orders may be collected now
 */
export function validateDetails(
  market: Market,
  details: CheckoutDetails,
  dateOfBirth: string,
  today: string,
  isGiftCardOnly = false,
  places: readonly CollectionPlace[] = [],
): FieldError[] {
  const email = emailError(details.email);
  const emailErrors = email === null ? [] : unmet([['email', false, email]]);
  if (isGiftCardOnly) return [...emailErrors, ...nameErrors(details)];
  if (details.collectFrom) {
    const { state } = findPlace(places, details.collectFrom) ?? { state: '' };
    // The law of the place decides about the age.
    return [...emailErrors, ...collectionErrors(market, details, places), ...dateOfBirthErrors(market, state, dateOfBirth, today)];
  }
  return [
    ...emailErrors,
    ...deliveryErrors(market, details, today),
    ...timingErrors(details),
    ...dateOfBirthErrors(market, details.state, dateOfBirth, today),
  ];
}

/** Returns true if suburb, state and postcode are complete enough to validate. */
export function isCompleteLocality(market: Market, { suburb, state, postcode }: Locality): boolean {
  const { states } = getMarketConfig(market);
  return isPostcode(market, postcode) && (states.length === 0 || (suburb !== '' && state !== ''));
}

/** Returns an error if suburb, postcode and state do not match, else null [CHK-18]. */
export const validateLocality = (market: Market, details: Locality, table: Pick<LocalityTable, 'byPostcode'>): string | null =>
  isServedLocality(market, details, table) ? null : ADDRESS_MISMATCH;
