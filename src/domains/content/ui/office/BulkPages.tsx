/** The actions on several pages: publish their changes, take them down, or archive them. */
import { useState } from 'react';
import { bulkPageMessages as text } from '#domains/content/messages/office.ts';
import { BULK_PAGE_ACTIONS, type BulkPageAction } from '#domains/content/model/page-list.ts';
import type { PageRow } from '#domains/content/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences } from '#ui/office/Dialog.tsx';
import { BulkChangeDialog, type NamedResult } from '#ui/office/grid/BulkChangeDialog.tsx';
import { collectKeys } from '#ui/office/grid/collect-keys.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { changedSoFar, useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import type { ShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { pageCalls } from './page-calls.ts';

/** Rows of one page while ids are collected: the most that a list returns. */
const COLLECT_ROWS = 200;

/** What the list showed of a page. */
export interface ShownPage {
  readonly version: number;
  readonly revision: number;
}

interface ChangedPage extends NamedResult {
  readonly undo: { readonly version: number; readonly restored: number } | null;
}

export interface BulkPagesProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  readonly shown: Pick<ShownRows<PageRow, ShownPage>, 'versionOf' | 'addUnseen'>;
  readonly onDone: () => void;
}

function BulkDialog({ action, target, input, shown, onDone, onClose }: BulkPagesProps & { action: BulkPageAction; onClose: () => void }) {
  const bulk = useBulkChange<BulkPageAction, ChangedPage>({
    collect: (onProgress) =>
      collectKeys(
        target.selection,
        async (cursor) => {
          const page = await pageCalls.pages({ ...input, limit: COLLECT_ROWS, ...(cursor === null ? {} : { cursor }) });
          if (page.ok) shown.addUnseen(page.value.rows);
          return page;
        },
        onProgress,
      ),
    send: async (ids, change, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      const pages = ids.map((id) => ({ id, ...(shown.versionOf(id) ?? { version: 0, revision: 0 }) }));
      const sent = await pageCalls.changePages({ pages, action: change, isPreview }, isPreview ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results.map((one) => ({ ...one, name: one.title })) } : sent;
    },
  });
  const made = changedSoFar(bulk.state).filter((page) => page.undo !== null);
  const undo = useBulkChange<null, NamedResult>({
    collect: () => Promise.resolve({ ok: true, ids: made.map(({ id }) => id) }),
    send: async (ids, _, idempotencyKey) => {
      const portion = new Set(ids);
      const pages = made.flatMap(({ id, undo: back }) => (back && portion.has(id) ? [{ id, ...back }] : []));
      const sent = await pageCalls.restorePages({ pages }, idempotencyKey === null ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results.map((one) => ({ ...one, name: one.title })) } : sent;
    },
  });
  return (
    <BulkChangeDialog
      title={text.title[action](target.count)}
      noun={text.noun}
      target={target}
      bulk={bulk}
      undo={undo}
      undoable={made.map(({ id }) => id)}
      change={action}
      action={text.action[action]}
      isDanger={action !== 'publish'}
      onDone={onDone}
      onClose={onClose}
    >
      <Consequences items={text.consequences[action]} />
    </BulkChangeDialog>
  );
}

export function BulkPages(props: BulkPagesProps) {
  const [action, setAction] = useState<BulkPageAction | null>(null);
  return (
    <>
      {BULK_PAGE_ACTIONS.map((one) => (
        <Button key={one} onPress={() => setAction(one)}>
          {text.buttons[one]}
        </Button>
      ))}
      {action && <BulkDialog {...props} action={action} onClose={() => setAction(null)} />}
    </>
  );
}
