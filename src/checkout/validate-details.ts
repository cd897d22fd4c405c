/** What must stand in each field before an order can be placed; the same rules beside the field and on the server. */
import { alcoholRule } from '../market/alcohol-law.ts';
import type { Market } from '../market/market.ts';
import { isPlace, type Locality, type LocalityTable } from '../shipping/localities.ts';
import { isOldEnough, isPhone } from './contact.ts';
import type { CheckoutDetails } from './contract.ts';
import { ADDRESS_MISMATCH } from './messages.ts';

export type DetailField = keyof CheckoutDetails | 'dateOfBirth';

export interface DetailFault {
  readonly field: DetailField;
  readonly reason: string;
}

const EMAIL = /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Why an e-mail address will not do; null where it will. */
export const emailFault = (email: string): string | null =>
  EMAIL.test(email) ? null : 'Please enter an e-mail address, like name@example.com.';

/**
 * What any shopper can be told without looking a place up.
 * @param today the ISO day in the market
 * @param isGiftCardOnly where nothing is delivered and no alcohol is bought, who pays is enough
 */
export function detailFaults(
  market: Market,
  details: CheckoutDetails,
  dateOfBirth: string,
  today: string,
  isGiftCardOnly = false,
): DetailFault[] {
  const faults: DetailFault[] = [];
  const need = (field: DetailField, good: boolean, reason: string): void => {
    if (!good) faults.push({ field, reason });
  };
  const email = emailFault(details.email);
  if (email !== null) faults.push({ field: 'email', reason: email });
  need('firstName', details.firstName !== '', 'Please enter your first name.');
  need('lastName', details.lastName !== '', 'Please enter your last name.');
  if (isGiftCardOnly) return faults;
  need(
    'phone',
    isPhone(market, details.phone),
    market === 'AU'
      ? 'Please enter an Australian phone number of ten digits, like 0412 345 678.'
      : 'Please enter a Singaporean phone number of eight digits, like 8123 4567.',
  );
  need('address', details.address.length >= 4, 'Please enter the street and number.');
  if (market === 'AU') {
    need('suburb', details.suburb !== '', 'Please enter the suburb.');
    need('state', details.state !== '', 'Please choose the state.');
    need('postcode', /^\d{4}$/.test(details.postcode), 'Please enter the postcode, four digits.');
  } else {
    need('postcode', /^\d{6}$/.test(details.postcode), 'Please enter the postal code, six digits.');
  }
  need('dateOfBirth', /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth), 'Please enter your date of birth.');
  if (/^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth)) {
    const { minimumAge } = alcoholRule(market, details.state, today);
    need(
      'dateOfBirth',
      dateOfBirth >= '1900-01-01' && isOldEnough(dateOfBirth, today, minimumAge),
      `You must be ${minimumAge} or over to buy alcohol.`,
    );
  }
  return faults;
}

/** Whether a place is typed to its end, so that it can be judged. */
export const isWholePlace = (market: Market, { suburb, state, postcode }: Locality): boolean =>
  market === 'AU' ? suburb !== '' && state !== '' && /^\d{4}$/.test(postcode) : /^\d{6}$/.test(postcode);

/** The specification's sentence where suburb, postcode and state do not belong together, else null. */
export const placeFault = (market: Market, details: Locality, table: Pick<LocalityTable, 'byPostcode'>): string | null =>
  isPlace(market, details, table) ? null : ADDRESS_MISMATCH;
