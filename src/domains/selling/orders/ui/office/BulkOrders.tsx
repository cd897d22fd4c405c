/** The actions on several orders, each with a preview of what will and what cannot change. */
import { lazy, Suspense, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { labelMessages } from '#domains/selling/orders/messages/labels.ts';
import { orderListMessages, STATUS_LABELS, bulkMessages as text } from '#domains/selling/orders/messages/office.ts';
import { orderDocumentOfficeMessages as documentText, ORDER_DOCUMENT_LABELS } from '#domains/selling/orders/messages/office-documents.ts';
import { MANUAL_STATUSES, type ManualStatus } from '#domains/selling/orders/model/manual-status.ts';
import { MAX_DOCUMENT_ORDERS, ORDER_DOCUMENT_KINDS, type OrderDocumentKind } from '#domains/selling/orders/model/order-document-kind.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { BulkChangeDialog } from '#ui/office/grid/BulkChangeDialog.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { changedSoFar } from '#ui/office/grid/use-bulk-change.ts';
import { toastFailed } from '#ui/office/office-toasts.ts';
import { saveLabels } from './labels/save-labels.ts';
import { collectOrderIds } from './selected-orders.ts';
import { type OrdersChange, useBulkOrders, useUndoOrders } from './use-bulk-orders.ts';
import { useOrderDocument } from './use-order-document.ts';

// Read when they are opened, as the list is the first screen of many.
const BulkLabels = lazy(() => import('./labels/BulkLabels.tsx'));
const SendOrdersDialog = lazy(() => import('./labels/SendOrdersDialog.tsx'));

/** In the order of the packing room. */
const BULK_DOCUMENTS: readonly OrderDocumentKind[] = ['pick-list', 'packing-slip', 'invoice', 'credit-note'];

type Action = { readonly kind: 'mark'; readonly status: ManualStatus } | { readonly kind: 'tag' } | { readonly kind: 'untag' };

const titleOf = (action: Action, count: number): string =>
  action.kind === 'mark'
    ? text.title.mark(count, STATUS_LABELS[action.status])
    : action.kind === 'tag'
      ? text.title.tag(count)
      : text.title.untag(count);

const changeOf = (action: Action, tag: string): OrdersChange =>
  action.kind === 'mark' ? { status: action.status } : action.kind === 'tag' ? { addTag: tag } : { removeTag: tag };

export interface BulkOrdersProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  readonly onDone: () => void;
}

function BulkDialog({
  action,
  target,
  input,
  onClose,
  onDone,
}: BulkOrdersProps & { readonly action: Action; readonly onClose: () => void }) {
  const [tag, setTag] = useState('');
  const bulk = useBulkOrders(target.selection, input);
  const made = changedSoFar(bulk.state).filter(({ undo }) => undo !== null);
  const undo = useUndoOrders(made);
  const isComplete = action.kind === 'mark' || tag.trim() !== '';
  return (
    <BulkChangeDialog
      title={titleOf(action, target.count)}
      noun={orderListMessages.noun}
      target={target}
      bulk={bulk}
      undo={undo}
      undoable={made.map(({ id }) => id)}
      change={isComplete ? changeOf(action, tag.trim()) : null}
      action={(count) => titleOf(action, count).replace('?', '')}
      onDone={onDone}
      onClose={onClose}
    >
      {action.kind !== 'mark' && <TextField label={text.tagLabel} value={tag} onChange={setTag} maxLength={40} autoFocus />}
    </BulkChangeDialog>
  );
}

export function BulkOrders({ target, input, onDone }: BulkOrdersProps) {
  const may = useMay();
  const documents = useOrderDocument();
  const [action, setAction] = useState<Action | null>(null);
  const [isBuying, setIsBuying] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const printLabels = async (): Promise<void> => {
    const collected = await collectOrderIds(target.selection, input, (count) => count <= MAX_DOCUMENT_ORDERS);
    if (collected.ok) await saveLabels(collected.ids);
    else toastFailed(collected.title);
  };
  return (
    <>
      {may('orders.ship') && (
        <MenuTrigger>
          <Button icon="tick">{text.mark}</Button>
          <Popover className="menu" placement="top end">
            <Menu
              onAction={(key) => {
                const status = MANUAL_STATUSES.find((one) => one === key);
                if (status) setAction({ kind: 'mark', status });
              }}
            >
              {MANUAL_STATUSES.map((status) => (
                <MenuItem key={status} id={status} className="menu-item">
                  {text.markAs(STATUS_LABELS[status])}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      <MenuTrigger>
        <Button icon="print" isPending={documents.isPending}>
          {documentText.print}
        </Button>
        <Popover className="menu" placement="top end">
          <Menu
            onAction={(key) => {
              const kind = ORDER_DOCUMENT_KINDS.find((one) => one === key);
              if (key === 'labels') void printLabels();
              if (kind) documents.save(kind, () => collectOrderIds(target.selection, input, (count) => count <= MAX_DOCUMENT_ORDERS));
            }}
          >
            {BULK_DOCUMENTS.map((kind) => (
              <MenuItem key={kind} id={kind} className="menu-item">
                {ORDER_DOCUMENT_LABELS[kind].several}
              </MenuItem>
            ))}
            <MenuItem id="labels" className="menu-item">
              {labelMessages.heading}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {may('orders.ship') && (
        <>
          <Button icon="barcode" onPress={() => setIsBuying(true)}>
            {labelMessages.buy}
          </Button>
          <Button icon="van" onPress={() => setIsSending(true)}>
            {text.send}
          </Button>
        </>
      )}
      <Button icon="tag" onPress={() => setAction({ kind: 'tag' })}>
        {text.tag}
      </Button>
      <Button onPress={() => setAction({ kind: 'untag' })}>{text.untag}</Button>
      {isSending && (
        <Suspense>
          <SendOrdersDialog target={target} input={input} onClose={() => setIsSending(false)} onDone={onDone} />
        </Suspense>
      )}
      {isBuying && (
        <Suspense>
          <BulkLabels target={target} input={input} onClose={() => setIsBuying(false)} onDone={onDone} />
        </Suspense>
      )}
      {action && <BulkDialog action={action} target={target} input={input} onClose={() => setAction(null)} onDone={onDone} />}
    </>
  );
}
