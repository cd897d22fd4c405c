/**
 * The two markets the shop sells in, and everything about money, tax, delivery and law that follows from one.
 * SPEC.md §9, DECISIONS.md "Sites and markets". Amounts are integer cents.
 */
export const MARKETS = ['AU', 'SG'] as const;
export type Market = (typeof MARKETS)[number];

export interface MarketConfig {
  readonly market: Market;
  readonly country: string;
  readonly locale: string;
  readonly currency: string;
  readonly currencySymbol: '$';
  /** Tax contained in every price, in percent. */
  readonly taxPercent: number;
  readonly taxName: 'GST';
  readonly referralCreditCents: number;
  readonly searchIndex: string;
  readonly phonePlaceholder: string;
  /** The notice a licensed seller must show beside alcohol for sale. */
  readonly licenceNotice: string;
}

const MARKET_CONFIGS: Readonly<Record<Market, MarketConfig>> = {
  AU: {
    market: 'AU',
    country: 'Australia',
    locale: 'en-AU',
    currency: 'AUD',
    currencySymbol: '$',
    taxPercent: 10,
    taxName: 'GST',
    referralCreditCents: 25_00,
    searchIndex: 'au_storefront_site_offers',
    phonePlaceholder: '0412 345 678',
    licenceNotice:
      'It is against the law to sell or supply alcohol to, or to obtain alcohol on behalf of, a person under the age of 18 years.',
  },
  SG: {
    market: 'SG',
    country: 'Singapore',
    locale: 'en-SG',
    currency: 'SGD',
    currencySymbol: '$',
    taxPercent: 9,
    taxName: 'GST',
    referralCreditCents: 35_00,
    searchIndex: 'sg_storefront_site_offers',
    phonePlaceholder: '8123 4567',
    licenceNotice:
      'We sell and deliver alcohol only to people aged 18 or over. Deliveries are made between 7 am and 10.30 pm, as the law asks.',
  },
};

/** Facts of a market. */
export const marketFacts = (market: Market): MarketConfig => MARKET_CONFIGS[market];
