/** Singapore. */
import type { MarketDefinition, MarketSettings } from './definition.ts';

export const SINGAPORE: MarketDefinition<'SG'> = {
  market: 'SG',
  country: 'Singapore',
  demonym: 'Singapore',
  locale: 'en-SG',
  currency: 'SGD',
  currencySymbol: '$',
  taxPercent: 9,
  taxName: 'GST',
  taxIdName: 'GST reg. no.',
  sellerIdName: 'GST registration',
  referralCreditCents: 35_00,
  searchIndex: 'sg_storefront_site_offers',
  hasSecretOffers: false,
  licenceNotice:
    'We sell and deliver alcohol only to people aged 18 or over. Deliveries are made between 7 am and 10.30 pm, as the law asks.',
  alcoholLaws: [{ state: null, from: '2020-01-01', minimumAge: 18, act: '', mayBeLeft: false }],
  timeZone: 'Asia/Singapore',
  stateTimeZones: {},
  address: {
    states: [],
    postcodeDigits: 6,
    region: 'SG',
    streetAutoComplete: 'shipping street-address',
    streetHelp: 'Block, street and unit, like 12 Keong Saik Road #03-04.',
    postcodeError: 'Please enter the postal code, six digits.',
    format: ({ postcode }) => `Singapore ${postcode}`,
    // The first two digits of a postal code name its sector. Sector 74 was never assigned.
    isServedSector: (sector) => sector >= 1 && sector <= 82 && sector !== 74,
    feeNote: '',
  },
  phone: {
    placeholder: '8123 4567',
    error: 'Please enter a Singaporean phone number of eight digits, like 8123 4567.',
    pattern: /^[3689]\d{7}$/,
    countryCode: /^(\+|00)?65(?=\d{8}$)/,
    trunkPrefix: '',
    format: (phone) => phone.replace(/(\d{4})(\d{4})/, '$1 $2'),
  },
};

export const SINGAPORE_SETTINGS: MarketSettings = {
  supportPhone: '6555 0100',
  liquorLicence: 'Liquor licence class 3A, L/LL/000000/2026/P (sample)',
  sellerName: 'Cellardoor Pte Ltd (sample)',
  taxId: 'M0-0000000-0',
  postalAddress: '1 Sample Road, Singapore 449032 (sample)',
  examples: { sellerName: 'Your Company Pte Ltd', liquorLicence: 'Liquor licence L/LL/…', taxId: 'M9-…' },
  taxIdTitle: 'GST registration number',
  formerNames: { SELLER_NAME: 'SELLER_SG', TAX_ID: 'GST_NUMBER_SG', LIQUOR_LICENCE: 'LICENCE_SG' },
  analyticsBeforeChoice: false,
  quietHours: '22-9',
};
