/** One import: its columns, the difference, what is being written, and what was. */
import { useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { importListMessages, importMessages as text } from '#domains/imports/messages/office.ts';
import { isPending } from '#domains/imports/model/import-state.ts';
import type { OfficeImport } from '#domains/imports/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { DifferenceGrid } from './DifferenceGrid.tsx';
import { importCalls } from './import-calls.ts';
import { ImportStateBadge } from './import-list-spec.tsx';
import type { loadImport } from './load-imports.ts';
import { MappingStep } from './MappingStep.tsx';
import { useImportAction } from './use-import-action.ts';
import './imports.css';

type OpenDialog = 'start' | 'undo' | 'discard' | null;

/** What a background process does now, and how far it is. */
function WorkPanel({ found: { state, progress, progressTotal, counts } }: { readonly found: OfficeImport }) {
  const seen = counts === null ? 0 : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const title =
    state === 'inspecting'
      ? text.reading
      : state === 'comparing'
        ? text.comparing
        : state === 'undoing'
          ? text.undoing
          : text.applying(progress, progressTotal);
  return (
    <section className="panel work-panel">
      <div className="panel-body">
        <p role="status">{title}</p>
        <progress className="upload-bar" aria-label={title} {...(progressTotal > 0 ? { max: progressTotal, value: progress } : {})} />
        <p className="text-muted small">
          {state === 'comparing' && seen > 0 ? `${text.comparedRows(seen)}. ` : ''}
          {text.background}
        </p>
      </div>
    </section>
  );
}

/** What an undo restored and what it could not. */
function UndoPanel({ undo }: { readonly undo: NonNullable<OfficeImport['undo']> }) {
  const kept = Object.entries(undo.unchanged).filter(([, keys]) => keys.length > 0);
  return (
    <section className="panel work-panel">
      <div className="panel-body">
        <p>{text.undone(undo.restored, undo.removed, undo.by)}</p>
        {kept.map(([kind, keys]) => (
          <div key={kind}>
            <p>{text.notRestored(keys.length)}</p>
            <p className="text-muted small">{keys.join(', ')}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

/** What an import will do, for its confirmation. */
function consequencesOf({ counts, state, waitingRows }: OfficeImport): string[] {
  if (counts === null || state === 'cancelled' || state === 'done') return [text.willChange(waitingRows), text.canUndo];
  return [
    ...(counts.new > 0 ? [text.willAdd(counts.new)] : []),
    ...(counts.changed > 0 ? [text.willChange(counts.changed)] : []),
    ...(counts.missing > 0 ? [text.willEnd(counts.missing)] : []),
    ...(counts.rejected > 0 ? [text.willSkip(counts.rejected)] : []),
    text.canUndo,
  ];
}

export function ImportScreen() {
  const { found, saved } = useLoaderData<typeof loadImport>();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [isMapping, setIsMapping] = useState(false);
  const action = useImportAction();
  const { id, version, state, actions, file, schedule, problem } = found;
  useLiveReload('import', { id: String(id), isPaused: dialog !== null });
  const close = (): void => setDialog(null);
  const confirm = async (send: Parameters<typeof action.run>[0]): Promise<void> => {
    const isDone = await action.run(send);
    if (isDone) setIsMapping(false);
    close();
  };
  const discard = async (): Promise<void> => {
    const result = await importCalls.discardImport({ id });
    if (!result.ok) return void action.run(async () => result);
    toastDone(text.discarded);
    await navigate(listAddress('/imports'));
  };
  const isMappingShown = state === 'mapping' || (isMapping && actions.canCompare);
  const hasDifference = found.hasFile && found.counts !== null && !isMappingShown && state !== 'comparing';
  const startLabel = state === 'cancelled' ? text.resume(found.waitingRows) : text.start(found.waitingRows);
  return (
    <div className={hasDifference ? 'list-screen' : 'screen'}>
      <PageHeader
        title={file}
        parent={{ label: importListMessages.title, to: listAddress('/imports') }}
        badges={<ImportStateBadge row={found} />}
        summary={[
          text.summary(found.by, formatMoment(found.startedAt, timeZoneOf(DEFAULT_MARKET))),
          ...(schedule === null ? [] : [text.ofSchedule(schedule.name)]),
          ...(found.mapping === '' ? [] : [found.mapping]),
        ].join(' · ')}
        log={<ActivityLink kind="import" id={found.id} />}
        actions={
          <>
            {actions.canDiscard && <Button onPress={() => setDialog('discard')}>{text.discard}</Button>}
            {actions.canCompare && !isMappingShown && found.sample !== null && (
              <Button onPress={() => setIsMapping(true)}>{text.editMapping}</Button>
            )}
            {actions.canUndo && (
              <Button icon="refund" onPress={() => setDialog('undo')}>
                {text.undo}
              </Button>
            )}
            {actions.canCancel && (
              <Button
                icon="close"
                isPending={action.isPending}
                onPress={() => void action.run(() => importCalls.cancelImport({ id }), text.cancelled)}
              >
                {text.cancel}
              </Button>
            )}
            {actions.canStart && !isMappingShown && (
              <Button tone="primary" icon="imports" onPress={() => setDialog('start')}>
                {startLabel}
              </Button>
            )}
          </>
        }
      />
      <FormError error={action.error} />
      {problem !== '' && (state === 'failed' || state === 'held') && (
        <div className={state === 'failed' ? 'notice notice-bad' : 'notice notice-wait'} role="alert">
          <p>
            <strong>{state === 'failed' ? text.failed : text.held}</strong> {problem}
          </p>
        </div>
      )}
      {state === 'uploading' && <p className="notice">{text.arriving}</p>}
      {state === 'cancelled' && <p className="notice">{text.stoppedText(found.appliedRows, found.waitingRows)}</p>}
      {isPending(state) && <WorkPanel found={found} />}
      {found.undo && <UndoPanel undo={found.undo} />}
      {isMappingShown && (
        <MappingStep key={`${found.mappingId} ${found.sample?.sheet}`} found={found} saved={saved} onCompared={() => setIsMapping(false)} />
      )}
      {hasDifference && <DifferenceGrid />}
      {!found.hasFile && <p className="text-muted">{text.commandLineText}</p>}
      <ConfirmDialog
        title={text.startTitle(found.waitingRows)}
        isOpen={dialog === 'start'}
        onClose={close}
        onConfirm={() => void confirm(() => importCalls.startImport({ id, version }))}
        action={startLabel}
        consequences={consequencesOf(found)}
        isPending={action.isPending}
      />
      <ConfirmDialog
        title={text.undoTitle}
        isOpen={dialog === 'undo'}
        onClose={close}
        onConfirm={() => void confirm(() => importCalls.undoImport({ id, version }))}
        action={text.undo}
        consequences={text.undoConsequences}
        isDanger
        isPending={action.isPending}
      />
      <ConfirmDialog
        title={text.discardTitle}
        isOpen={dialog === 'discard'}
        onClose={close}
        onConfirm={() => void discard()}
        action={text.discard}
        consequences={text.discardConsequences}
        isDanger
      />
    </div>
  );
}
