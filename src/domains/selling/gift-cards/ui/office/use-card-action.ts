/**
 * Runs an action on a gift card and takes its answer: the new card, a refusal to show in the form, or a conflict, where the person decides
 * whether theirs or the other change counts.
 */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OfficeGiftCard } from '#domains/selling/gift-cards/office-contract.ts';
import type { OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { giftCardCalls } from './gift-card-calls.ts';

export interface CardAction {
  /** What was done, for the toast. */
  readonly done: string;
  /** The change in words, for a conflict. */
  readonly change: string;
  /** Sends the action for a version of the card. */
  readonly send: (version: number) => Promise<OfficeResult<OfficeGiftCard>>;
  readonly onDone: () => void;
  /** Takes the change back, with the card as it was left. */
  readonly undo?: (card: OfficeGiftCard) => void;
}

interface CardConflict {
  readonly title: string;
  /** The card as it is now; null if it could not be read. */
  readonly current: OfficeGiftCard | null;
  readonly action: CardAction;
}

export function useCardAction(card: OfficeGiftCard) {
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<CardConflict | null>(null);

  const run = async (action: CardAction, version = card.version): Promise<void> => {
    setIsPending(true);
    setError(null);
    const result = await action.send(version);
    if (result.ok) {
      setConflict(null);
      action.onDone();
      const { undo } = action;
      toastDone(action.done, undo && (() => undo(result.value)));
      await revalidator.revalidate();
    } else if (result.code === 'changed_meanwhile') {
      const current = await giftCardCalls.giftCard({ id: card.card.id });
      setConflict({ title: result.title, current: current.ok ? current.value : null, action });
    } else {
      setConflict(null);
      setError(result.title);
    }
    setIsPending(false);
  };

  return {
    /** @param version that the change is made on, if not that of the shown card */
    run: (action: CardAction, version?: number) => void run(action, version),
    isPending,
    error,
    conflict,
    /** Applies the person's change to the card as it is now. */
    keepYours: () => conflict && void run(conflict.action, conflict.current?.version ?? card.version),
    /** Drops the person's change. */
    keepTheirs: () => {
      conflict?.action.onDone();
      setConflict(null);
      void revalidator.revalidate();
    },
  };
}
