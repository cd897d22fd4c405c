/** The actions on several gift cards: void them, or email them again. */
import { useState } from 'react';
import { bulkCardMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import type { BulkCardAction } from '#domains/selling/gift-cards/model/gift-card-list.ts';
import type { GiftCardRow } from '#domains/selling/gift-cards/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences } from '#ui/office/Dialog.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { BulkChangeDialog, type NamedResult } from '#ui/office/grid/BulkChangeDialog.tsx';
import { collectKeys } from '#ui/office/grid/collect-keys.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { changedSoFar, useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import type { ShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { giftCardCalls } from './gift-card-calls.ts';

/** Rows of one page while ids are collected: the most that a list returns. */
const COLLECT_ROWS = 200;

interface CardsChange {
  readonly action: BulkCardAction;
  readonly reason: string;
}

interface ChangedCard extends NamedResult {
  readonly version: number;
}

export interface BulkGiftCardsProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  /** Versions of the cards as the list showed them. */
  readonly shown: Pick<ShownRows<GiftCardRow, number>, 'versionOf' | 'addUnseen'>;
  readonly onDone: () => void;
}

const nameOf = (ending: string): string => (ending === '' ? '' : text.name(ending));

function BulkDialog({
  action,
  target,
  input,
  shown,
  onDone,
  onClose,
}: BulkGiftCardsProps & { action: BulkCardAction; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const bulk = useBulkChange<CardsChange, ChangedCard>({
    collect: (onProgress) =>
      collectKeys(
        target.selection,
        async (cursor) => {
          const page = await giftCardCalls.giftCards({ ...input, limit: COLLECT_ROWS, ...(cursor === null ? {} : { cursor }) });
          if (page.ok) shown.addUnseen(page.value.rows);
          return page;
        },
        onProgress,
      ),
    send: async (ids, change, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      const cards = ids.map((id) => ({ id, version: shown.versionOf(id) ?? 0 }));
      const why = change.action === 'void' ? { reason: change.reason } : {};
      const input = { cards, action: change.action, ...why, isPreview };
      const sent = await giftCardCalls.changeGiftCards(input, isPreview ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results.map((one) => ({ ...one, name: nameOf(one.ending) })) } : sent;
    },
  });
  const made = action === 'void' ? changedSoFar(bulk.state) : [];
  const undo = useBulkChange<null, NamedResult>({
    collect: () => Promise.resolve({ ok: true, ids: made.map(({ id }) => id) }),
    send: async (ids, _, idempotencyKey) => {
      const portion = new Set(ids);
      const cards = made.filter(({ id }) => portion.has(id)).map(({ id, version }) => ({ id, version }));
      const sent = await giftCardCalls.restoreGiftCards({ cards }, idempotencyKey === null ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results.map((one) => ({ ...one, name: nameOf(one.ending) })) } : sent;
    },
  });
  const isComplete = action === 'send' || reason.trim() !== '';
  return (
    <BulkChangeDialog
      title={text.title[action](target.count)}
      noun={text.noun}
      target={target}
      bulk={bulk}
      undo={undo}
      undoable={made.map(({ id }) => id)}
      change={isComplete ? { action, reason: reason.trim() } : null}
      action={text.action[action]}
      isDanger={action === 'void'}
      onDone={onDone}
      onClose={onClose}
    >
      <Consequences items={text.consequences[action]} />
      {action === 'void' && (
        <TextField label={text.reason} hint={text.reasonHint} value={reason} onChange={setReason} maxLength={200} autoFocus />
      )}
    </BulkChangeDialog>
  );
}

export function BulkGiftCards(props: BulkGiftCardsProps) {
  const [action, setAction] = useState<BulkCardAction | null>(null);
  return (
    <>
      <Button icon="mail" onPress={() => setAction('send')}>
        {text.send}
      </Button>
      <Button onPress={() => setAction('void')}>{text.void}</Button>
      {action && <BulkDialog {...props} action={action} onClose={() => setAction(null)} />}
    </>
  );
}
