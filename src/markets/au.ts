/** Australia. */
import type { MarketDefinition, MarketSettings } from './definition.ts';

export const AUSTRALIA: MarketDefinition<'AU'> = {
  market: 'AU',
  country: 'Australia',
  demonym: 'Australian',
  locale: 'en-AU',
  currency: 'AUD',
  currencySymbol: '$',
  taxName: 'GST',
  taxIdName: 'ABN',
  searchIndex: 'au_storefront_site_offers',
  hasSecretOffers: true,
  licenceNotice:
    'It is against the law to sell or supply alcohol to, or to obtain alcohol on behalf of, a person under the age of 18 years.',
  timeZone: 'Australia/Sydney',
  stateTimeZones: {
    NT: 'Australia/Darwin',
    QLD: 'Australia/Brisbane',
    SA: 'Australia/Adelaide',
    TAS: 'Australia/Hobart',
    WA: 'Australia/Perth',
  },
  states: ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'],
};

export const AUSTRALIA_SETTINGS: MarketSettings = {
  shipping: {
    fee: 9.9,
    zones: [{ states: ['QLD', 'WA'], fee: 14.9 }],
    freeFromCases: 3,
    freeFromValue: null,
    singleBottlesCount: true,
    freeMessage: 'Free because you ordered {cases} or more cases.',
  },
  taxPercent: 10,
  referralCreditCents: 25_00,
  supportPhone: '1800 555 010',
  liquorLicence: 'Packaged liquor licence 00000000 (sample)',
  sellerName: 'Cellardoor Pty Ltd (sample)',
  taxId: '00 000 000 000',
  sellerIdName: 'ABN',
  postalAddress: '1 Sample Street, Clifton Hill VIC 3068, Australia (sample)',
  examples: { sellerName: 'Your Company Pty Ltd', liquorLicence: 'Liquor licence 12345678', taxId: '12 345 678 901' },
  taxIdTitle: 'Australian Business Number',
  formerNames: { SELLER_NAME: 'SELLER_AU', TAX_ID: 'ABN', LIQUOR_LICENCE: 'LICENCE_AU' },
  analyticsBeforeChoice: true,
  quietHours: '21-8',
  loyaltySpend: { SILVER: 1_000, GOLD: 5_000, BLACK: 20_000 },
  priceListRate: 1,
};
