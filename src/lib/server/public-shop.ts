/**
 * Checks the settings that a public shop needs. A shop is public if at least one of its hosts is not this machine
 * (docs/decisions/0075-public-shops-start-closed.md).
 */
import type { GatewayName } from '#lib/gateway-names.ts';
import { getMarketConfig, MARKETS, type Market, marketSettings } from '#markets/market.ts';
import { isLoopbackHost } from '#markets/origins.ts';
import type { Site } from '#markets/sites.ts';
import { gatewaySettings, HOW_TO_SELECT_GATEWAY } from './gateway-variables.ts';
import { SELLER_VARIABLES, type SellerVariable } from './market-variables.ts';

/** A setting of the environment that is missing, and how to set it. */
export interface MissingSetting {
  readonly variable: string;
  /** One sentence about its purpose and one about how to set it. */
  readonly how: string;
}

/** Returns the hosts of a shop that are not this machine, without duplicates. */
export const publicHosts = (sites: readonly Pick<Site, 'host'>[], publicUrl: string | undefined): string[] => [
  ...new Set(
    [...sites.map(({ host }) => host), ...(publicUrl ? [new URL(publicUrl).hostname] : [])].filter((host) => !isLoopbackHost(host)),
  ),
];

/** Returns the settings of a market that a public shop must have. */
function requiredSettings(market: Market): readonly { readonly variable: SellerVariable; readonly how: string }[] {
  const { country } = getMarketConfig(market);
  const { taxIdTitle, examples } = marketSettings(market);
  return [
    {
      variable: `SELLER_NAME_${market}`,
      how: `The company that sells in ${country}, on tax invoices. Set SELLER_NAME_${market}="${examples.sellerName}".`,
    },
    {
      variable: `LIQUOR_LICENCE_${market}`,
      how: `The liquor licence for ${country}, on every page and receipt. Set LIQUOR_LICENCE_${market}="${examples.liquorLicence}".`,
    },
    {
      variable: `TAX_ID_${market}`,
      how: `The ${taxIdTitle}, on tax invoices. Set TAX_ID_${market}="${examples.taxId}", or TAX_ID_${market}=none for receipts without tax.`,
    },
  ];
}

const SMTP: MissingSetting = {
  variable: 'SMTP_URL',
  how: 'The mail server that sends receipts and password reset links. Set SMTP_URL=smtps://user:password@mail.example.',
};
const GATEWAY: MissingSetting = {
  variable: 'PAYMENT_GATEWAY',
  how: `The gateway that takes payments. ${HOW_TO_SELECT_GATEWAY}.`,
};

/** Returns true for a gateway that a public shop can use. */
const takesRealPayments = (gateway: GatewayName | undefined): boolean => gateway !== undefined && !gatewaySettings(gateway).isTest;

type Values = { readonly [K in SellerVariable]: string } & {
  readonly isPublic: boolean;
  readonly DEMO: boolean;
  readonly sites: readonly Pick<Site, 'market'>[];
  readonly SMTP_URL?: string | undefined;
  readonly PAYMENT_GATEWAY?: GatewayName | undefined;
};

/** Returns true if a gateway is selected and the variables that it needs are set. */
export const hasGatewayKeys = (values: Pick<Values, 'PAYMENT_GATEWAY'>): boolean =>
  values.PAYMENT_GATEWAY !== undefined &&
  gatewaySettings(values.PAYMENT_GATEWAY).required.every((variable) => Reflect.get(values, variable) !== undefined);

const isFromSample = (values: Values, variable: SellerVariable): boolean =>
  values[variable].trim() === '' || values[variable] === SELLER_VARIABLES[variable].default;

/** Returns the variables of a market's seller that are empty or those of the sample. */
export const missingSeller = (values: Values, market: Market): SellerVariable[] =>
  requiredSettings(market).flatMap(({ variable }) => (isFromSample(values, variable) ? [variable] : []));

const marketsOf = ({ sites }: Pick<Values, 'sites'>): Market[] => MARKETS.filter((market) => sites.some((site) => site.market === market));

/** Returns the settings that a public shop lacks, in the order of the markets. Empty on this machine and for a demonstration. */
export function missingSettings(values: Values): MissingSetting[] {
  if (!values.isPublic || values.DEMO) return [];
  return [
    ...marketsOf(values).flatMap((market) => requiredSettings(market).filter(({ variable }) => isFromSample(values, variable))),
    ...(values.SMTP_URL === undefined ? [SMTP] : []),
    ...(takesRealPayments(values.PAYMENT_GATEWAY) && hasGatewayKeys(values) ? [] : [GATEWAY]),
  ];
}

/** Returns true if marketing email may be sent. The law requires the sender's postal address, so a public shop without one sends none. */
export const mayMarket = (values: Values, market: Market): boolean =>
  !values.isPublic || values.DEMO || !isFromSample(values, `POSTAL_ADDRESS_${market}`);

type Advised = Values & {
  readonly PUBLIC_URL: string;
  readonly OFFICE_URL: string | null;
  readonly EMAIL_FROM: string;
  readonly CONTACT_EMAIL: string;
};

/** Returns the settings that a public shop should also set. Without them it opens, but shoppers see sample values or none. */
export function adviceOf(values: Advised): MissingSetting[] {
  if (!values.isPublic || values.DEMO) return [];
  const found: MissingSetting[] = [];
  if (values.OFFICE_URL === null)
    found.push({ variable: 'OFFICE_URL', how: 'There is no office for staff. Set OFFICE_URL=https://office.shop.example.' });
  if (isLoopbackHost(new URL(values.PUBLIC_URL).hostname))
    found.push({ variable: 'PUBLIC_URL', how: 'Protocol and port of links in mail and pages. Set PUBLIC_URL=https://shop.example.' });
  if (values.EMAIL_FROM.includes('@cellardoor.example'))
    found.push({
      variable: 'EMAIL_FROM',
      how: 'Emails are sent from an address of the sample shop. Set EMAIL_FROM="Your Shop <orders@shop.example>".',
    });
  if (values.CONTACT_EMAIL.endsWith('@cellardoor.example'))
    found.push({ variable: 'CONTACT_EMAIL', how: 'Messages from contact forms reach no one. Set CONTACT_EMAIL=hello@shop.example.' });
  for (const market of marketsOf(values)) {
    const variable = `SUPPORT_PHONE_${market}` as const;
    if (isFromSample(values, variable))
      found.push({ variable, how: `Pages and emails show no phone number. Set ${variable}="1800 000 000".` });
    if (!mayMarket(values, market))
      found.push({
        variable: `POSTAL_ADDRESS_${market}`,
        how: `Birthday coupons and other marketing wait for the sender's address. Set POSTAL_ADDRESS_${market}="1 Your Street, …".`,
      });
  }
  return found;
}

/**
 * Returns an error for an office on a host of the shop, whose cookies it would share, and for one that can be reached without TLS.
 * @param hosts hosts of the shop
 */
export function findOfficeErrors(officeUrl: string | undefined, hosts: readonly string[]): string[] {
  if (officeUrl === undefined) return [];
  const { hostname, protocol } = new URL(officeUrl);
  if (hosts.includes(hostname)) return [`OFFICE_URL is '${officeUrl}', which is a host of the shop. Give the office a host of its own.`];
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    return [`OFFICE_URL is '${officeUrl}'. Staff sign in there, so it must start with https://.`];
  return [];
}

/** Returns an error for sample data or test payments on public hosts, and for real payments in a demonstration. */
export function findPublicErrors(
  requested: { readonly DEMO: boolean; readonly SAMPLE: boolean | undefined; readonly PAYMENT_GATEWAY: GatewayName | undefined },
  hosts: readonly string[],
  missing: () => readonly MissingSetting[],
): string[] {
  if (requested.DEMO)
    return takesRealPayments(requested.PAYMENT_GATEWAY)
      ? [
          `PAYMENT_GATEWAY is '${requested.PAYMENT_GATEWAY}', but DEMO is 'yes': a demonstration takes no real payments. Remove one of the two.`,
        ]
      : [];
  if (hosts.length === 0) return [];
  const named = hosts.join(', ');
  const errors = [
    ...(requested.SAMPLE
      ? [`SAMPLE is 'yes', but ${named} is public and the sample shop's passwords are published. Set SAMPLE=no, or leave it out.`]
      : []),
    ...(requested.PAYMENT_GATEWAY !== undefined && !takesRealPayments(requested.PAYMENT_GATEWAY)
      ? [
          `PAYMENT_GATEWAY is '${requested.PAYMENT_GATEWAY}', but ${named} is public and the ${requested.PAYMENT_GATEWAY} takes test cards only. ${HOW_TO_SELECT_GATEWAY}, or leave it out: the shop then starts closed.`,
        ]
      : []),
  ];
  if (errors.length === 0) return [];
  const others = missing().filter(({ variable }) => variable !== 'PAYMENT_GATEWAY');
  return [
    ...errors,
    ...others.map(({ variable, how }) => `${variable} must also be set before the shop opens. ${how}`),
    'To show the sample shop with test payments to the public, set DEMO=yes instead.',
  ];
}
