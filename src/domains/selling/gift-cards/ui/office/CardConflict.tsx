import { giftCardMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import type { OfficeGiftCard } from '#domains/selling/gift-cards/office-contract.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import type { useCardAction } from './use-card-action.ts';

/** Shown if someone changed or spent the card since it was opened. */
export function CardConflict({ card, action }: { readonly card: OfficeGiftCard; readonly action: ReturnType<typeof useCardAction> }) {
  const { conflict } = action;
  const balanceOf = ({ card: { market, balance } }: OfficeGiftCard): string => formatAmount(market, balance);
  const current = conflict?.current ?? card;
  return (
    <ConflictDialog
      title={conflict?.title ?? null}
      fields={[
        { label: text.conflictBalance, theirs: balanceOf(current), yours: balanceOf(card) },
        { label: text.recipient, theirs: current.card.recipientEmail || '–', yours: card.card.recipientEmail || '–' },
        { label: text.conflictChange, theirs: '–', yours: conflict?.action.change ?? '' },
      ]}
      onKeepTheirs={action.keepTheirs}
      onKeepYours={action.keepYours}
      isPending={action.isPending}
    />
  );
}
