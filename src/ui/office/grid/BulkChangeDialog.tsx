/**
 * Changes several records: what is asked first, then a preview that changes nothing, the change, what became of each record, and a way back.
 * After a lost connection it says what was done and continues with the rest.
 */
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, DialogEnd } from '../Dialog.tsx';
import { bulkMessagesOf, officeMessages } from '../messages.ts';
import { BulkInterruption, Unanswered } from './BulkInterruption.tsx';
import type { BulkTarget, GridNoun } from './grid-types.ts';
import { type BulkResult, changedSoFar, type useBulkChange } from './use-bulk-change.ts';

/** Records that are listed: those that will change, and those that won't with the reason. */
const MAX_LISTED = 8;

export interface NamedResult extends BulkResult {
  /** Name of the record. Empty for one that was not found. */
  readonly name: string;
}

interface RefusedProps {
  readonly results: readonly NamedResult[];
  readonly title: (count: number) => string;
}

function Refused({ results, title }: RefusedProps) {
  if (results.length === 0) return null;
  return (
    <div className="notice notice-wait">
      <div>
        <p>{title(results.length)}</p>
        <ul>
          {results.slice(0, MAX_LISTED).map(({ id, name, reason }) => (
            <li key={id} className="small">
              {name === '' ? reason : `${name}: ${reason}`}
            </li>
          ))}
          {results.length > MAX_LISTED && <li className="small">…</li>}
        </ul>
      </div>
    </div>
  );
}

interface PossibleProps {
  readonly results: readonly NamedResult[];
  readonly title: (count: number) => string;
  readonly more: (count: number) => string;
}

function Possible({ results, title, more }: PossibleProps) {
  return (
    <div>
      <p>{title(results.length)}</p>
      <ul className="bulk-names">
        {results.slice(0, MAX_LISTED).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {results.length > MAX_LISTED && <li className="text-muted">{more(results.length - MAX_LISTED)}</li>}
      </ul>
    </div>
  );
}

type Bulk<Change, Result extends BulkResult> = ReturnType<typeof useBulkChange<Change, Result>>;

export interface BulkChangeDialogProps<Change, Result extends NamedResult> {
  readonly title: string;
  readonly noun: GridNoun;
  readonly target: BulkTarget;
  readonly bulk: Bulk<Change, Result>;
  /** Left out for a change that can't be taken back. */
  readonly undo?: Bulk<null, NamedResult>;
  /** Ids of what was done and can be taken back. */
  readonly undoable?: readonly string[];
  /** The change; null while it is not complete. */
  readonly change: Change | null;
  /** Label of the button that makes the change: `Void 3 gift cards`. */
  readonly action: (count: number) => string;
  readonly isDanger?: boolean;
  /** Called when records were changed. */
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** What follows the change, below its results: the progress of background work. */
  readonly after?: ReactNode;
  /** What is asked first: consequences and fields. */
  readonly children: ReactNode;
}

export function BulkChangeDialog<Change, Result extends NamedResult>({
  title,
  noun,
  target,
  bulk,
  undo,
  undoable = [],
  change,
  action,
  isDanger = false,
  after,
  onDone,
  onClose,
  children,
}: BulkChangeDialogProps<Change, Result>) {
  const text = bulkMessagesOf(noun);
  const undone = undo?.state.step === 'idle' ? undefined : undo;
  const isUndone = undone !== undefined;
  const state = undone?.state ?? bulk.state;
  const isRunning = state.step === 'checking' || state.step === 'working';
  const finish = (): void => {
    if (isUndone || state.step === 'finished' || (state.step === 'interrupted' && !state.isPreview)) {
      onDone();
      target.clear();
    }
    onClose();
  };
  const resume = (): void => {
    if (undone) void undone.resume(null);
    else if (change !== null) void bulk.resume(change);
  };
  return (
    <Dialog title={title} isOpen onClose={finish} isDismissable={!isRunning}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (state.step === 'idle' && change !== null) void bulk.preview(change);
        }}
      >
        {state.step === 'idle' && children}
        <div role="status" className="stack">
          {state.step === 'checking' && <p>{text.checking(state.done, state.count)}</p>}
          {state.step === 'working' && <p>{text.working(state.done, state.count)}</p>}
          {state.step === 'preview' && state.possible.length === 0 && <p>{text.nothing}</p>}
          {state.step === 'preview' && state.possible.length > 0 && (
            <Possible results={state.possible} title={text.willChange} more={text.more} />
          )}
          {state.step === 'interrupted' && <BulkInterruption state={state} />}
          {state.step === 'finished' && isUndone && <p>{text.undone(state.done.length)}</p>}
          {state.step === 'finished' && isUndone && <Unanswered state={bulk.state} />}
          {state.step === 'finished' && !isUndone && (
            <p>{state.refused.length === 0 ? text.done(state.done.length) : text.partly(state.done.length, state.refused.length)}</p>
          )}
          {(state.step === 'preview' || state.step === 'finished' || state.step === 'interrupted') && (
            <Refused results={state.refused} title={isUndone ? text.stayChanged : text.wontChange} />
          )}
          {state.step === 'finished' && !isUndone && after}
        </div>
        <DialogEnd>
          <Button onPress={finish} isDisabled={isRunning}>
            {state.step === 'finished' ? officeMessages.close : officeMessages.cancel}
          </Button>
          {state.step === 'idle' && (
            <Button tone="primary" type="submit" isDisabled={change === null}>
              {officeMessages.next}
            </Button>
          )}
          {state.step === 'preview' && state.possible.length > 0 && (
            <Button tone={isDanger ? 'danger' : 'primary'} onPress={() => change !== null && void bulk.run(change)}>
              {action(state.possible.length)}
            </Button>
          )}
          {undo && undoable.length > 0 && !isUndone && (
            <Button onPress={() => void undo.start(undoable, null, changedSoFar(bulk.state))}>{text.undo(undoable.length)}</Button>
          )}
          {state.step === 'interrupted' && (
            <Button tone="primary" onPress={resume}>
              {state.isPreview ? officeMessages.tryAgain : text.continue(state.count - state.done)}
            </Button>
          )}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
