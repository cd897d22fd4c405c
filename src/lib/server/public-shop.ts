/**
 * What a shop needs before it opens to the public. A shop is public as soon as one of its hosts is not this machine's
 * (docs/decisions/0075-public-shops-start-closed.md).
 */
import { MARKETS, type Market } from '#markets/market.ts';
import { isLoopbackHost } from '#markets/origins.ts';
import type { Site } from '#markets/sites.ts';

/** A setting of the environment that is missing, and how to set it. */
export interface MissingSetting {
  readonly variable: string;
  /** One sentence on what it is for and one on how to set it. */
  readonly how: string;
}

/** Values of the sample shop, which nobody else may sell under. */
export const SAMPLE_VALUES = {
  SUPPORT_PHONE_AU: '1800 555 010',
  SUPPORT_PHONE_SG: '6555 0100',
  LICENCE_AU: 'Packaged liquor licence 00000000 (sample)',
  LICENCE_SG: 'Liquor licence class 3A, L/LL/000000/2026/P (sample)',
  SELLER_AU: 'Cellardoor Pty Ltd (sample)',
  ABN: '00 000 000 000',
  SELLER_SG: 'Cellardoor Pte Ltd (sample)',
  GST_NUMBER_SG: 'M0-0000000-0',
  POSTAL_ADDRESS_AU: '1 Sample Street, Clifton Hill VIC 3068, Australia (sample)',
  POSTAL_ADDRESS_SG: '1 Sample Road, Singapore 449032 (sample)',
} as const;

type SampleVariable = keyof typeof SAMPLE_VALUES;

/** The hosts of a shop that are not this machine's, each once. */
export const publicHosts = (sites: readonly Pick<Site, 'host'>[], publicUrl: string | undefined): string[] => [
  ...new Set(
    [...sites.map(({ host }) => host), ...(publicUrl ? [new URL(publicUrl).hostname] : [])].filter((host) => !isLoopbackHost(host)),
  ),
];

const OF_MARKET: Readonly<Record<Market, readonly { readonly variable: SampleVariable; readonly how: string }[]>> = {
  AU: [
    { variable: 'SELLER_AU', how: 'The company that sells in Australia, on tax invoices. Set SELLER_AU="Your Company Pty Ltd".' },
    {
      variable: 'LICENCE_AU',
      how: 'The liquor licence for Australia, on every page and receipt. Set LICENCE_AU="Liquor licence 12345678".',
    },
    {
      variable: 'ABN',
      how: 'The Australian Business Number, on tax invoices. Set ABN="12 345 678 901", or ABN=none for receipts without GST.',
    },
  ],
  SG: [
    { variable: 'SELLER_SG', how: 'The company that sells in Singapore, on tax invoices. Set SELLER_SG="Your Company Pte Ltd".' },
    { variable: 'LICENCE_SG', how: 'The liquor licence for Singapore, on every page and receipt. Set LICENCE_SG="Liquor licence L/LL/…".' },
    {
      variable: 'GST_NUMBER_SG',
      how: 'The GST registration number, on tax invoices. Set GST_NUMBER_SG="M9-…", or GST_NUMBER_SG=none for receipts without GST.',
    },
  ],
};

const SMTP: MissingSetting = {
  variable: 'SMTP_URL',
  how: 'The mail server that sends receipts and links to reset a password. Set SMTP_URL=smtps://user:password@mail.example.',
};
const GATEWAY: MissingSetting = {
  variable: 'PAYMENT_GATEWAY',
  how: 'The gateway that takes payments. Set PAYMENT_GATEWAY=stripe with STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
};

type Values = { readonly [K in SampleVariable]: string } & {
  readonly isPublic: boolean;
  readonly DEMO: boolean;
  readonly sites: readonly Pick<Site, 'market'>[];
  readonly SMTP_URL?: string | undefined;
  readonly PAYMENT_GATEWAY?: string | undefined;
};

const isFromSample = (values: Values, variable: SampleVariable): boolean =>
  values[variable].trim() === '' || values[variable] === SAMPLE_VALUES[variable];

const marketsOf = ({ sites }: Pick<Values, 'sites'>): Market[] => MARKETS.filter((market) => sites.some((site) => site.market === market));

/** What a public shop still needs before it opens, in the order of the markets; empty on this machine and for a demonstration. */
export function missingSettings(values: Values): MissingSetting[] {
  if (!values.isPublic || values.DEMO) return [];
  return [
    ...marketsOf(values).flatMap((market) => OF_MARKET[market].filter(({ variable }) => isFromSample(values, variable))),
    ...(values.SMTP_URL === undefined ? [SMTP] : []),
    ...(values.PAYMENT_GATEWAY === 'stripe' ? [] : [GATEWAY]),
  ];
}

/** Whether marketing email may go out: the law asks for the sender's own postal address, so a public shop without one sends none. */
export const mayMarket = (values: Values, market: Market): boolean =>
  !values.isPublic || values.DEMO || !isFromSample(values, `POSTAL_ADDRESS_${market}`);

type Advised = Values & { readonly PUBLIC_URL: string; readonly MAIL_FROM: string; readonly SHOP_MAIL: string };

/** What a public shop should also set. It opens without, but shoppers would see values of the sample, or none. */
export function adviceOf(values: Advised): MissingSetting[] {
  if (!values.isPublic || values.DEMO) return [];
  const found: MissingSetting[] = [];
  if (isLoopbackHost(new URL(values.PUBLIC_URL).hostname))
    found.push({ variable: 'PUBLIC_URL', how: 'Protocol and port of links in mail and pages. Set PUBLIC_URL=https://shop.example.' });
  if (values.MAIL_FROM.includes('@cellardoor.example'))
    found.push({
      variable: 'MAIL_FROM',
      how: 'Mail is sent from an address of the sample. Set MAIL_FROM="Your Shop <orders@shop.example>".',
    });
  if (values.SHOP_MAIL.endsWith('@cellardoor.example'))
    found.push({ variable: 'SHOP_MAIL', how: 'Messages from contact forms reach no one. Set SHOP_MAIL=hello@shop.example.' });
  for (const market of marketsOf(values)) {
    const variable = `SUPPORT_PHONE_${market}` as const;
    if (isFromSample(values, variable))
      found.push({ variable, how: `Pages and mail name no phone number. Set ${variable}="1800 000 000".` });
    if (!mayMarket(values, market))
      found.push({
        variable: `POSTAL_ADDRESS_${market}`,
        how: `Birthday coupons and other marketing wait for the sender's address. Set POSTAL_ADDRESS_${market}="1 Your Street, …".`,
      });
  }
  return found;
}

/** Faults of an environment that asks for sample data or test payments on public hosts, or for real payments in a demonstration. */
export function publicFaults(
  asked: { readonly DEMO: boolean; readonly SAMPLE: boolean | undefined; readonly PAYMENT_GATEWAY: string | undefined },
  hosts: readonly string[],
  missing: () => readonly MissingSetting[],
): string[] {
  if (asked.DEMO)
    return asked.PAYMENT_GATEWAY === 'stripe'
      ? ["PAYMENT_GATEWAY is 'stripe', but DEMO is 'yes': a demonstration takes no real payments. Leave out one of the two."]
      : [];
  if (hosts.length === 0) return [];
  const named = hosts.join(', ');
  const faults = [
    ...(asked.SAMPLE
      ? [`SAMPLE is 'yes', but ${named} is public and the sample's passwords are published. Set SAMPLE=no, or leave it out.`]
      : []),
    ...(asked.PAYMENT_GATEWAY === 'sandbox'
      ? [
          `PAYMENT_GATEWAY is 'sandbox', but ${named} is public and the sandbox takes test cards only. Set PAYMENT_GATEWAY=stripe with STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or leave it out: the shop then starts closed.`,
        ]
      : []),
  ];
  if (faults.length === 0) return [];
  const others = missing().filter(({ variable }) => variable !== 'PAYMENT_GATEWAY');
  return [
    ...faults,
    ...others.map(({ variable, how }) => `${variable} must also be set before the shop opens. ${how}`),
    'To show the sample shop with test payments to the public, set DEMO=yes instead.',
  ];
}
