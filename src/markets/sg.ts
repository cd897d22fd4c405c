/** Singapore. */
import type { MarketDefinition, MarketSettings } from './definition.ts';

export const SINGAPORE: MarketDefinition<'SG'> = {
  market: 'SG',
  country: 'Singapore',
  demonym: 'Singapore',
  locale: 'en-SG',
  currency: 'SGD',
  currencySymbol: '$',
  taxName: 'GST',
  taxIdName: 'GST reg. no.',
  searchIndex: 'sg_storefront_site_offers',
  hasSecretOffers: false,
  licenceNotice: 'We sell and deliver alcohol only to people aged 18 or over. We deliver between 7 am and 10:30 pm, as required by law.',
  timeZone: 'Asia/Singapore',
  stateTimeZones: {},
  states: [],
};

export const SINGAPORE_SETTINGS: MarketSettings = {
  shipping: {
    fee: 5,
    zones: [],
    freeFromCases: null,
    freeFromValue: 200,
    singleBottlesCount: true,
    freeMessage: 'Free because your order is over {amount}!',
  },
  taxPercent: 9,
  referralCreditCents: 35_00,
  supportPhone: '6555 0100',
  liquorLicence: 'Liquor licence class 3A, L/LL/000000/2026/P (sample)',
  sellerName: 'Cellardoor Pte Ltd (sample)',
  taxId: 'M0-0000000-0',
  sellerIdName: 'GST registration',
  postalAddress: '1 Sample Road, Singapore 449032 (sample)',
  examples: { sellerName: 'Your Company Pte Ltd', liquorLicence: 'Liquor licence L/LL/…', taxId: 'M9-…' },
  taxIdTitle: 'GST registration number',
  formerNames: { SELLER_NAME: 'SELLER_SG', TAX_ID: 'GST_NUMBER_SG', LIQUOR_LICENCE: 'LICENCE_SG' },
  analyticsBeforeChoice: false,
  quietHours: '22-9',
  loyaltySpend: { SILVER: 1_200, GOLD: 6_000, BLACK: 24_000 },
  priceListRate: 0.9,
};
