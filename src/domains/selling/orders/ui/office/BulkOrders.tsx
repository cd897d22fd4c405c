/** The actions on several orders, each with a preview of what will and what cannot change. */
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { STATUS_LABELS, bulkMessages as text } from '#domains/selling/orders/messages/office.ts';
import { MANUAL_STATUSES, type ManualStatus } from '#domains/selling/orders/model/manual-status.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { BulkInterruption } from '#ui/office/grid/BulkInterruption.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { type OrderResult, type OrdersChange, useBulkOrders, useUndoOrders } from './use-bulk-orders.ts';

type Action = { readonly kind: 'mark'; readonly status: ManualStatus } | { readonly kind: 'tag' } | { readonly kind: 'untag' };

const MAX_REASONS = 8;

const titleOf = (action: Action, count: number): string =>
  action.kind === 'mark'
    ? text.title.mark(count, STATUS_LABELS[action.status])
    : action.kind === 'tag'
      ? text.title.tag(count)
      : text.title.untag(count);

const changeOf = (action: Action, tag: string): OrdersChange =>
  action.kind === 'mark' ? { status: action.status } : action.kind === 'tag' ? { addTag: tag } : { removeTag: tag };

function Refused({ results, title }: { readonly results: readonly OrderResult[]; readonly title: (count: number) => string }) {
  if (results.length === 0) return null;
  return (
    <div className="notice notice-wait">
      <div>
        <p>{title(results.length)}</p>
        <ul>
          {results.slice(0, MAX_REASONS).map(({ id, number, reason }) => (
            <li key={id} className="small">
              {text.reason(number, reason)}
            </li>
          ))}
          {results.length > MAX_REASONS && <li className="small">…</li>}
        </ul>
      </div>
    </div>
  );
}

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
  const { preview, run } = bulk;
  const made = bulk.state.step === 'finished' ? bulk.state.done.filter(({ undo }) => undo !== null) : [];
  const undo = useUndoOrders(made);
  const isUndone = undo.state.step !== 'idle';
  const state = isUndone ? undo.state : bulk.state;
  const change = changeOf(action, tag.trim());
  const needsTag = action.kind !== 'mark';
  const isRunning = state.step === 'checking' || state.step === 'working';
  const finish = (): void => {
    if (isUndone || state.step === 'finished' || (state.step === 'interrupted' && !state.isPreview)) {
      onDone();
      target.clear();
    }
    onClose();
  };
  return (
    <Dialog title={titleOf(action, target.count)} isOpen onClose={finish} isDismissable={!isRunning}>
      {needsTag && state.step === 'idle' && <TextField label={text.tagLabel} value={tag} onChange={setTag} maxLength={40} autoFocus />}
      <div role="status" className="stack">
        {state.step === 'checking' && <p>{text.checking(state.done, state.count)}</p>}
        {state.step === 'working' && <p>{text.working(state.done, state.count)}</p>}
        {state.step === 'preview' && <p>{state.possible.length === 0 ? text.nothing : text.willChange(state.possible.length)}</p>}
        {state.step === 'interrupted' && <BulkInterruption state={state} />}
        {state.step === 'finished' && isUndone && <p>{text.undone(state.done.length)}</p>}
        {state.step === 'finished' && !isUndone && (
          <p>{state.refused.length === 0 ? text.done(state.done.length) : text.partly(state.done.length, state.refused.length)}</p>
        )}
        {(state.step === 'preview' || state.step === 'finished') && (
          <Refused results={state.refused} title={isUndone ? text.stayChanged : text.wontChange} />
        )}
      </div>
      <DialogEnd>
        <Button onPress={finish} isDisabled={isRunning}>
          {state.step === 'finished' ? text.close : officeMessages.cancel}
        </Button>
        {state.step === 'idle' && (
          <Button tone="primary" onPress={() => void preview(change)} isDisabled={needsTag && tag.trim() === ''}>
            {officeMessages.next}
          </Button>
        )}
        {state.step === 'preview' && state.possible.length > 0 && (
          <Button tone="primary" onPress={() => void run(change)}>
            {titleOf(action, state.possible.length).replace('?', '')}
          </Button>
        )}
        {made.length > 0 && !isUndone && (
          <Button
            onPress={() =>
              void undo.start(
                made.map(({ id }) => id),
                null,
              )
            }
          >
            {text.undo(made.length)}
          </Button>
        )}
        {state.step === 'interrupted' && (
          <Button tone="primary" onPress={() => void (isUndone ? undo.resume(null) : bulk.resume(change))}>
            {state.isPreview ? officeMessages.tryAgain : text.continue(state.count - state.done)}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}

export function BulkOrders({ target, input, onDone }: BulkOrdersProps) {
  const may = useMay();
  const [action, setAction] = useState<Action | null>(null);
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
      <Button icon="tag" onPress={() => setAction({ kind: 'tag' })}>
        {text.tag}
      </Button>
      <Button onPress={() => setAction({ kind: 'untag' })}>{text.untag}</Button>
      {action && <BulkDialog action={action} target={target} input={input} onClose={() => setAction(null)} onDone={onDone} />}
    </>
  );
}
