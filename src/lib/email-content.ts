/** A mail that is a short letter: a few paragraphs, at most one code, a way on and a lesser one. */
export interface EmailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string } | null;
  /** A second way on, below the first. */
  readonly also?: { readonly label: string; readonly url: string };
  /** Shown large, to be typed. */
  readonly code: string | null;
  readonly closing: string;
  /** Only in marketing: who sends it, why, and how to stop it. */
  readonly marketing?: MarketingFooter;
}

export interface MarketingFooter {
  /** Why the reader has this mail. */
  readonly reason: string;
  readonly unsubscribeUrl: string;
  /** Name, business number, postal address and phone of the sender. */
  readonly sender: readonly string[];
}

export const UNSUBSCRIBE = 'Unsubscribe';

/** The letter as plain text. */
export const renderEmailText = ({ paragraphs, action, also, code, closing, marketing }: EmailContent): string =>
  [
    ...paragraphs,
    ...(code === null ? [] : [code]),
    ...[action, also].flatMap((way) => (way ? [`${way.label}:\n${way.url}`] : [])),
    closing,
    'Cellardoor',
    ...(marketing ? [marketing.reason, `${UNSUBSCRIBE}:\n${marketing.unsubscribeUrl}`, marketing.sender.join('\n')] : []),
  ].join('\n\n');
