import { SHOP_NAME } from './shop-identity.ts';

/** A short email: a few paragraphs, at most one code, a main action and a secondary one. */
export interface EmailContent {
  /** Name of the shop. Left out where the retailer has chosen none. */
  readonly shopName?: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string } | null;
  /** A secondary action below the main one. */
  readonly also?: { readonly label: string; readonly url: string };
  /** A code to type, shown large. */
  readonly code: string | null;
  readonly closing: string;
  /** Marketing only: sender, reason and unsubscribe link. */
  readonly marketing?: MarketingFooter;
}

export interface MarketingFooter {
  /** Why the reader gets this email. */
  readonly reason: string;
  readonly unsubscribeUrl: string;
  /** Name, business number, postal address and phone of the sender. */
  readonly sender: readonly string[];
}

export const UNSUBSCRIBE = 'Unsubscribe';

/** Returns the first line of an email. The name may be empty. */
export const greet = (givenName: string): string => (givenName === '' ? 'Hello,' : `Hello ${givenName},`);

/** Formats the email as plain text. */
export const renderEmailText = ({ shopName = SHOP_NAME, paragraphs, action, also, code, closing, marketing }: EmailContent): string =>
  [
    ...paragraphs,
    ...(code === null ? [] : [code]),
    ...[action, also].flatMap((link) => (link ? [`${link.label}:\n${link.url}`] : [])),
    closing,
    shopName,
    ...(marketing ? [marketing.reason, `${UNSUBSCRIBE}:\n${marketing.unsubscribeUrl}`, marketing.sender.join('\n')] : []),
  ].join('\n\n');
