/** Uploads files, proposes the wines that they are named after, and gives the pictures to them after the person has looked at it. */
import { useMemo, useState } from 'react';
import { uploadMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import { offerNamesOf } from '#domains/catalogue/model/match-picture-files.ts';
import { MAX_PICTURES_PER_OFFER } from '#domains/catalogue/model/picture-limits.ts';
import type { WineOption } from '#domains/catalogue/picture-office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button, IconButton } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { Segmented } from '#ui/office/Segmented.tsx';
import { undoWinePictures } from './undo-pictures.ts';
import { type AssignResult, assignPictures, planOf, useAssignment } from './use-assignment.ts';
import { type UploadState, useUploads } from './use-uploads.ts';
import { WineDialog } from './WineDialog.tsx';

/** Files of one upload. */
const MAX_FILES = 200;
const PLACES = [
  { value: 'last', label: text.places.last },
  { value: 'first', label: text.places.first },
] as const;

function stateText(state: UploadState | undefined): string {
  switch (state?.is) {
    case 'sending':
      return text.sending(state.percent);
    case 'converting':
      return text.converting;
    case 'retrying':
      return text.retrying;
    case 'stopped':
      return text.stopped;
    case 'refused':
      return state.title;
    case 'done':
      return state.isNew ? text.done : text.existing;
    default:
      return text.waiting;
  }
}

interface FileRowProps {
  readonly file: File;
  readonly state: UploadState | undefined;
  /** Null for people who may not change wines. */
  readonly wines: readonly WineOption[] | null;
  readonly onChoose: () => void;
  readonly onRemove: (wine: WineOption) => void;
}

function FileRow({ file, state, wines, onChoose, onRemove }: FileRowProps) {
  const isRefused = state?.is === 'refused' || state?.is === 'stopped';
  return (
    <li className="pic-file">
      {state?.is === 'done' ? <img src={state.picture.src} alt="" className="pic-thumb" /> : <span className="pic-thumb" />}
      <div className="pic-file-name">
        <span>{file.name}</span>
        <span className={isRefused ? 'pic-bad small' : 'text-muted small'}>{stateText(state)}</span>
        {(state?.is === 'sending' || state?.is === 'converting') && (
          <progress className="pic-bar" max={100} value={state.is === 'sending' ? state.percent : 100} aria-label={file.name} />
        )}
      </div>
      {wines !== null && !isRefused && (
        <div className="pic-file-wines">
          {wines.map((wine) => (
            <span key={wine.id} className="pic-chip">
              <span>
                {wine.name} <span className="text-muted small">{text.wineDetail(wine.sku, wine.pictures)}</span>
              </span>
              <IconButton icon="close" label={text.removeWine(wine.name, file.name)} onPress={() => onRemove(wine)} />
            </span>
          ))}
          {wines.length === 0 && (
            <>
              <span className="text-muted small">{text.noWine}</span>
              <Button onPress={onChoose} aria-label={text.chooseWine(file.name)}>
                {text.chooseShort}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

/** The picture that is named like a wine comes first, then those with a suffix, in the order of their numbers. */
const byName = (a: File, b: File): number => offerNamesOf(a.name)[0].localeCompare(offerNamesOf(b.name)[0], 'en', { numeric: true });

export interface UploadDialogProps {
  readonly files: readonly File[];
  /** Runs when the library or wines have changed. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function UploadDialog({ files: all, onChanged, onClose }: UploadDialogProps) {
  const may = useMay();
  const canAssign = may('catalogue.write');
  const files = useMemo(() => all.toSorted(byName).slice(0, MAX_FILES), [all]);
  const { states, isRunning, stop } = useUploads(files);
  const { wines, setWines } = useAssignment(files);
  const [choosing, setChoosing] = useState<number | null>(null);
  const [place, setPlace] = useState<'first' | 'last'>('last');
  const [saved, setSaved] = useState<number | null>(null);
  const [failed, setFailed] = useState<AssignResult['failed']>([]);
  const plans = failed.length > 0 ? failed.map(({ plan }) => plan) : canAssign ? planOf(wines ?? [], states) : [];
  const pictures = new Set(plans.flatMap((plan) => plan.pictures)).size;
  const finished = states.filter(({ is }) => is === 'done' || is === 'refused').length;
  const isSaving = saved !== null;

  const close = (): void => {
    stop();
    if (states.some(({ is }) => is === 'done')) onChanged();
    onClose();
  };
  const assign = async (): Promise<void> => {
    setSaved(0);
    const result = await assignPictures(plans, place === 'first', setSaved);
    setSaved(null);
    setFailed(result.failed);
    onChanged();
    if (result.changed.length > 0) toastDone(text.assigned(result.changed.length), () => void undoWinePictures(result.changed, onChanged));
    if (result.failed.length === 0) onClose();
  };

  return (
    <Dialog title={text.title(files.length)} isOpen onClose={close} isWide isDismissable={!isRunning && !isSaving}>
      <p role="status" className="text-muted">
        {isSaving ? text.assigning(saved, plans.length) : text.progress(finished, files.length)}
      </p>
      {all.length > MAX_FILES && <p>{text.tooMany(MAX_FILES)}</p>}
      {failed.length > 0 && (
        <div className="notice notice-bad" role="alert">
          <div>
            <p>{text.assignFailed(failed.length)}</p>
            <ul>
              {failed.map(({ plan, title }) => (
                <li key={plan.wine.id}>{`${plan.wine.name}: ${title}`}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <ul className="pic-files">
        {files.map((file, index) => (
          <FileRow
            // Two files of different folders may have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the files stay in their order
            key={index}
            file={file}
            state={states[index]}
            wines={canAssign && wines !== null ? (wines[index] ?? []) : null}
            onChoose={() => setChoosing(index)}
            onRemove={(wine) =>
              setWines(
                index,
                (wines?.[index] ?? []).filter(({ id }) => id !== wine.id),
              )
            }
          />
        ))}
      </ul>
      {plans.some(({ wine }) => wine.pictures > 0 && wine.pictures < MAX_PICTURES_PER_OFFER) && (
        <div className="act-row">
          <span className="text-muted">{text.place}</span>
          <Segmented label={text.place} options={PLACES} value={place} onChange={setPlace} />
        </div>
      )}
      {canAssign && !isRunning && <p className="text-muted small">{text.stay}</p>}
      <DialogEnd>
        {isRunning ? (
          <Button onPress={stop}>{text.stop}</Button>
        ) : (
          <Button onPress={close} isDisabled={isSaving} tone={plans.length === 0 ? 'primary' : 'plain'}>
            {text.close}
          </Button>
        )}
        {plans.length > 0 && (
          <Button tone="primary" onPress={() => void assign()} isPending={isSaving} isDisabled={isRunning}>
            {text.assign(pictures, plans.length)}
          </Button>
        )}
      </DialogEnd>
      {choosing !== null && (
        <WineDialog
          onClose={() => setChoosing(null)}
          onChoose={(wine) => {
            setWines(choosing, [wine]);
            setChoosing(null);
          }}
        />
      )}
    </Dialog>
  );
}
