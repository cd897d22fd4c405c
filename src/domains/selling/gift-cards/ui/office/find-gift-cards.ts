/** Finds gift cards for the command palette, by the end of the code, recipient or sender. */
import { giftCardMessages, STATE_LABELS } from '#domains/selling/gift-cards/messages/office.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { giftCardCalls } from './gift-card-calls.ts';

const SHOWN_CARDS = 4;

export const findGiftCards =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const found = await giftCardCalls.giftCards({ q: query, limit: SHOWN_CARDS });
    if (!found.ok) return [];
    return found.value.rows.map((row) => ({
      id: `gift-card:${row.id}`,
      label: giftCardMessages.title(row.ending),
      detail: [row.recipientName || row.recipientEmail, formatAmount(row.market, row.balance), STATE_LABELS[row.state]]
        .filter(Boolean)
        .join(' · '),
      icon: 'cards',
      keywords: query,
      run: () => open(`/gift-cards/${row.id}`),
    }));
  };
