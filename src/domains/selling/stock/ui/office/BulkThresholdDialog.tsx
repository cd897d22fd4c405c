/** Sets at how many available cases several wines count as low, after a preview and with undo. */
import { useState } from 'react';
import { bulkThresholdMessages as bulkText, stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { caseCount } from '#domains/selling/stock/model/stock-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { BulkInterruption, Unanswered } from '#ui/office/grid/BulkInterruption.tsx';
import type { CollectedKeys } from '#ui/office/grid/collect-keys.ts';
import { changedSoFar } from '#ui/office/grid/use-bulk-change.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { CaseField } from './CaseField.tsx';
import { toCount } from './stock-form.ts';
import { type RestoredThreshold, useBulkThresholds, useUndoThresholds } from './use-bulk-thresholds.ts';

const MAX_REASONS = 8;

function Refused({ results, title }: { readonly results: readonly RestoredThreshold[]; readonly title: (count: number) => string }) {
  if (results.length === 0) return null;
  return (
    <div className="notice notice-wait">
      <div>
        <p>{title(results.length)}</p>
        <ul>
          {results.slice(0, MAX_REASONS).map(({ id, name, reason }) => (
            <li key={id} className="small">
              {name || id}: {reason}
            </li>
          ))}
          {results.length > MAX_REASONS && <li className="small">…</li>}
        </ul>
      </div>
    </div>
  );
}

export interface BulkThresholdDialogProps {
  readonly count: number;
  /** Collects the ids of the wines. */
  readonly collect: () => Promise<CollectedKeys>;
  /** Returns the threshold of its own that the list showed of a wine. */
  readonly shownOf: (id: string) => number | null;
  readonly onClose: () => void;
  /** Called after a change. */
  readonly onDone: () => void;
}

export function BulkThresholdDialog({ count, collect, shownOf, onClose, onDone }: BulkThresholdDialogProps) {
  const [value, setValue] = useState('');
  const bulk = useBulkThresholds(collect, shownOf);
  const made = changedSoFar(bulk.state).filter(({ change }) => change !== null);
  const undo = useUndoThresholds(made);
  const isUndone = undo.state.step !== 'idle';
  const state = isUndone ? undo.state : bulk.state;
  const parsed = value.trim() === '' ? null : caseCount.safeParse(toCount(value));
  const error = parsed === null || parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
  const threshold = parsed?.success ? parsed.data : null;
  const isRunning = state.step === 'checking' || state.step === 'working';
  const changing = bulk.state.step === 'preview' ? bulk.state.possible.filter(({ change }) => change !== null).length : 0;
  const same = bulk.state.step === 'preview' ? bulk.state.possible.length - changing : 0;
  const finish = (): void => {
    if (isUndone || state.step === 'finished' || (state.step === 'interrupted' && !state.isPreview)) onDone();
    onClose();
  };
  return (
    <Dialog title={text.thresholdTitle(count)} isOpen onClose={finish} isDismissable={!isRunning}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (error === null && state.step === 'idle') void bulk.preview(threshold);
        }}
      >
        {state.step === 'idle' && (
          <CaseField
            label={text.threshold}
            hint={text.thresholdHint}
            value={value}
            onChange={setValue}
            error={error}
            isOptional
            autoFocus
          />
        )}
        <div role="status" className="stack">
          {state.step === 'checking' && <p>{bulkText.checking(state.done, state.count)}</p>}
          {state.step === 'working' && <p>{bulkText.working(state.done, state.count)}</p>}
          {state.step === 'preview' && <p>{changing === 0 ? text.nothingChanged : bulkText.willChange(changing)}</p>}
          {state.step === 'preview' && changing > 0 && same > 0 && <p>{bulkText.unchanged(same)}</p>}
          {state.step === 'interrupted' && <BulkInterruption state={state} />}
          {state.step === 'finished' && <p>{isUndone ? bulkText.undone(state.done.length) : bulkText.done(made.length)}</p>}
          {undo.state.step === 'finished' && <Unanswered state={bulk.state} />}
          {undo.state.step === 'finished' && <Refused results={undo.state.refused} title={bulkText.stayChanged} />}
          {!isUndone && (bulk.state.step === 'preview' || bulk.state.step === 'finished') && (
            <Refused results={bulk.state.refused} title={bulkText.leftAlone} />
          )}
        </div>
        <DialogEnd>
          <Button onPress={finish} isDisabled={isRunning}>
            {state.step === 'finished' ? bulkText.close : officeMessages.cancel}
          </Button>
          {state.step === 'idle' && (
            <Button tone="primary" type="submit">
              {officeMessages.next}
            </Button>
          )}
          {state.step === 'preview' && changing > 0 && (
            <Button tone="primary" onPress={() => void bulk.run(threshold)}>
              {bulkText.apply(changing)}
            </Button>
          )}
          {made.length > 0 && !isUndone && (
            <Button
              onPress={() =>
                void undo.start(
                  made.map(({ id }) => id),
                  null,
                  made,
                )
              }
            >
              {bulkText.undo(made.length)}
            </Button>
          )}
          {state.step === 'interrupted' && (
            <Button tone="primary" onPress={() => void (isUndone ? undo.resume(null) : bulk.resume(threshold))}>
              {state.isPreview ? officeMessages.tryAgain : bulkText.continue(state.count - state.done)}
            </Button>
          )}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
