/** Addresses, phones and the law on alcohol in Singapore. */
import type { DeliveryRules } from './definition.ts';

export const SINGAPORE_DELIVERY: DeliveryRules = {
  alcoholLaws: [{ state: null, from: '2020-01-01', minimumAge: 18, act: '', mayBeLeft: false }],
  address: {
    postcodeDigits: 6,
    region: 'SG',
    streetAutoComplete: 'shipping street-address',
    streetHelp: 'Block, street and unit. For example: 12 Keong Saik Road #03-04.',
    postcodeError: 'Enter a 6-digit postal code',
    format: ({ postcode }) => `Singapore ${postcode}`,
    // The first two digits of a postal code name its sector. Sector 74 was never assigned.
    isServedSector: (sector) => sector >= 1 && sector <= 82 && sector !== 74,
  },
  phone: {
    placeholder: '8123 4567',
    error: 'Enter an 8-digit Singapore phone number, like 8123 4567',
    pattern: /^[3689]\d{7}$/,
    countryCode: /^(\+|00)?65(?=\d{8}$)/,
    trunkPrefix: '',
    format: (phone) => phone.replace(/(\d{4})(\d{4})/, '$1 $2'),
  },
};
