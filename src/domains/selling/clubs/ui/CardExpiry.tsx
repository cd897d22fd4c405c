import type { SavedCard } from '#domains/selling/checkout/contract.ts';
import { isExpired } from '#domains/selling/checkout/ui/use-payment-methods.ts';
import { clubCardMessages } from '../messages.ts';

/** Formats an expiry date: `09/2031`. */
export const formatExpiry = ({ expiryMonth, expiryYear }: Pick<SavedCard, 'expiryMonth' | 'expiryYear'>): string =>
  `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;

/** Shows when a card expires, or that it has expired. @param today ISO day in the market */
export const CardExpiry = ({ card, today }: { readonly card: SavedCard; readonly today: string }) => (
  <span className="small text-muted num">
    {(isExpired(card, today) ? clubCardMessages.expired : clubCardMessages.expires)(formatExpiry(card))}
  </span>
);
