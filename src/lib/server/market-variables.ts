/** Variables that exist once per market, such as SELLER_NAME_AU. Names, defaults and explanations come from the market's file. */
import { z } from 'zod';
import { getMarketConfig, MARKETS, type Market, marketSettings } from '#markets/market.ts';
import type { Variable } from './variable-schemas.ts';

export interface TextVariable extends Variable {
  readonly schema: z.ZodString;
  readonly default: string;
}

export interface OptionalTextVariable extends Variable {
  readonly schema: z.ZodString;
  readonly default: undefined;
}

type PerMarket<Prefix extends string, V extends Variable> = { readonly [K in Market as `${Prefix}_${K}`]: V };

const perMarket = <const Prefix extends string, V extends Variable>(prefix: Prefix, build: (market: Market) => V): PerMarket<Prefix, V> =>
  Object.fromEntries(MARKETS.map((market) => [`${prefix}_${market}`, build(market)])) as PerMarket<Prefix, V>;

const formerName = (market: Market, prefix: 'SELLER_NAME' | 'TAX_ID' | 'LIQUOR_LICENCE'): { readonly formerName?: string } => {
  const names = marketSettings(market).formerNames;
  return names === null ? {} : { formerName: names[prefix] };
};

/** Variables of the seller. Their defaults are sample values, which a public shop must replace. */
export const SELLER_VARIABLES = {
  /** [SITE-7] */
  ...perMarket(
    'SUPPORT_PHONE',
    (market): TextVariable => ({
      schema: z.string().max(30),
      default: marketSettings(market).supportPhone,
      allowed: 'up to 30 characters',
      description: `Phone number shown to shoppers in ${getMarketConfig(market).country}.`,
    }),
  ),
  ...perMarket(
    'LIQUOR_LICENCE',
    (market): TextVariable => ({
      schema: z.string().max(200),
      default: marketSettings(market).liquorLicence,
      allowed: 'up to 200 characters',
      description: `Liquor licence in the footer, in ${getMarketConfig(market).country}.`,
      ...formerName(market, 'LIQUOR_LICENCE'),
    }),
  ),
  ...perMarket(
    'SELLER_NAME',
    (market): TextVariable => ({
      schema: z.string().min(1).max(100),
      default: marketSettings(market).sellerName,
      allowed: '1 to 100 characters',
      description: `Seller’s name on tax invoices in ${getMarketConfig(market).country}.`,
      ...formerName(market, 'SELLER_NAME'),
    }),
  ),
  ...perMarket(
    'TAX_ID',
    (market): TextVariable => ({
      schema: z.string().max(30),
      default: marketSettings(market).taxId,
      allowed: 'up to 30 characters',
      description: `${marketSettings(market).taxIdTitle} shown on tax invoices. \`none\` issues receipts instead.`,
      ...formerName(market, 'TAX_ID'),
    }),
  ),
  ...perMarket(
    'POSTAL_ADDRESS',
    (market): TextVariable => ({
      schema: z.string().min(1).max(200),
      default: marketSettings(market).postalAddress,
      allowed: '1 to 200 characters',
      description: `Seller’s postal address in marketing email in ${getMarketConfig(market).country}.`,
    }),
  ),
} as const;

export type SellerVariable = keyof typeof SELLER_VARIABLES;

export const CRM_VARIABLES = perMarket(
  'HUBSPOT_TOKEN',
  (market): OptionalTextVariable => ({
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    default: undefined,
    allowed: 'up to 200 characters without spaces',
    description: `HubSpot private app token. If set, customers in ${getMarketConfig(market).country} are synced with HubSpot.`,
    secret: true,
  }),
);
