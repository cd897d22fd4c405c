/** One picture: its details, where it is used, and replacing or removing it. */
import { useEffect, useState } from 'react';
import { useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { z } from 'zod';
import { pictureListMessages, pictureMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import type { OfficePicture, PictureRow } from '#domains/catalogue/picture-office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { ColleagueNotice } from '#ui/office/ColleagueNotice.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { type FormFailure, useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { formatMoment } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useLiveRecord } from '#ui/office/use-live-record.ts';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import type { loadPicture } from './load-pictures.ts';
import { PicturePicker } from './PicturePicker.tsx';
import { PictureUses } from './PictureUses.tsx';
import { pictureCalls } from './picture-calls.ts';
import { pictureName } from './picture-list-spec.tsx';
import { restorePictures } from './remove-pictures.ts';
import { undoWinePictures } from './undo-pictures.ts';
import './pictures.css';

const details = z.object({ name: z.string().max(200).default(''), alt: z.string().max(200).default('') });
type Details = z.output<typeof details>;

interface Conflict {
  readonly title: string;
  readonly mine: Details;
  readonly theirs: OfficePicture;
}

interface DetailsFormProps {
  readonly picture: OfficePicture;
  readonly onSaved: () => void;
  /** Called when the form has something that is not saved, and when it has not. */
  readonly onEditing: (isEditing: boolean) => void;
}

function DetailsForm({ picture, onSaved, onEditing }: DetailsFormProps) {
  const may = useMay();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isOverwriting, setIsOverwriting] = useState(false);
  const save = async (value: Details, version: number): Promise<FormFailure | null> => {
    const saved = await pictureCalls.describePicture({ id: picture.id, version, ...value });
    if (saved.ok) {
      setConflict(null);
      toastDone(text.saved);
      onSaved();
      return null;
    }
    if (saved.code !== 'changed_meanwhile') return { title: saved.title };
    const current = await pictureCalls.picture({ id: picture.id });
    if (!current.ok) return { title: current.title };
    setConflict({ title: saved.title, mine: value, theirs: current.value });
    return null;
  };
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: details,
    defaultValue: { name: picture.name, alt: picture.alt },
    onSubmit: (value) => save(value, picture.version),
  });
  const isReadOnly = !may('pictures.write');
  const isEditing = form.isDirty || isPending || conflict !== null;
  useEffect(() => {
    onEditing(isEditing);
    return () => onEditing(false);
  }, [isEditing, onEditing]);
  return (
    <form id={form.id} onSubmit={form.onSubmit} noValidate={form.noValidate} className="form">
      <UnsavedGuard isDirty={form.isDirty && !isPending} />
      <FormError error={error} />
      <TextField
        label={text.alt}
        hint={text.altHint}
        name={fields.alt.name}
        defaultValue={picture.alt}
        maxLength={200}
        rows={2}
        isReadOnly={isReadOnly}
        error={errorOf('alt', fields.alt.errors)}
      />
      <TextField
        label={text.name}
        hint={text.nameHint}
        name={fields.name.name}
        defaultValue={picture.name}
        maxLength={200}
        isReadOnly={isReadOnly}
        error={errorOf('name', fields.name.errors)}
      />
      {!isReadOnly && (
        <div className="act-row">
          <Button type="submit" tone="primary" isPending={isPending}>
            {text.save}
          </Button>
        </div>
      )}
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={
          conflict
            ? [
                { label: text.alt, theirs: conflict.theirs.alt, yours: conflict.mine.alt },
                { label: text.name, theirs: conflict.theirs.name, yours: conflict.mine.name },
              ]
            : []
        }
        isPending={isOverwriting}
        onKeepTheirs={() => {
          setConflict(null);
          onSaved();
        }}
        onKeepYours={() => {
          if (!conflict) return;
          setIsOverwriting(true);
          void save(conflict.mine, conflict.theirs.version)
            .then((failed) => failed && toastFailed(failed.title))
            .finally(() => setIsOverwriting(false));
        }}
      />
    </form>
  );
}

function Facts({ picture: { width, height, bytes, addedAt, addedBy } }: { readonly picture: OfficePicture }) {
  return (
    <dl className="facts">
      <div>
        <dt>{text.size}</dt>
        <dd className="num">{pictureListMessages.pixels(width, height)}</dd>
      </div>
      {bytes !== null && (
        <div>
          <dt>{text.file}</dt>
          <dd className="num">{pictureListMessages.fileSize(bytes)}</dd>
        </div>
      )}
      <div>
        <dt>{text.added}</dt>
        <dd>{`${formatMoment(addedAt, timeZoneOf(DEFAULT_MARKET))}, ${pictureListMessages.by(addedBy)}`}</dd>
      </div>
    </dl>
  );
}

const pathOf = (id: string | null): string | null => (id === null ? null : `/pictures/${id}`);

export function PictureScreen() {
  const picture = useLoaderData<typeof loadPicture>();
  const may = useMay();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [dialog, setDialog] = useState<'replace' | 'remove' | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const { id, version, wines, pages } = picture;
  const name = pictureName(picture);
  const hasNewer = useLiveRecord('picture', { id, isPaused: dialog !== null || isPending, isEditing });
  // Texts and places on wines are changes of the wines.
  useLiveReload('offer', {
    id: picture.uses.filter(({ kind }) => kind === 'wine').map((use) => use.id),
    isPaused: dialog !== null || isPending || isEditing,
  });
  const reload = (): void => void revalidator.revalidate();
  const close = (): void => setDialog(null);

  const replace = async (by: PictureRow): Promise<void> => {
    close();
    const replaced = await pictureCalls.replacePicture({ id, version, by: by.id });
    if (!replaced.ok) {
      toastFailed(replaced.title);
      return reload();
    }
    const changed = replaced.value.wines;
    toastDone(text.replaced(changed.length), () => void undoWinePictures(changed, reload));
    await navigate(`/pictures/${by.id}`);
  };
  const remove = async (): Promise<void> => {
    setIsPending(true);
    const removed = await pictureCalls.removePicture({ id, version });
    setIsPending(false);
    close();
    if (!removed.ok) {
      toastFailed(removed.title);
      return reload();
    }
    await navigate(listAddress('/pictures'));
    toastDone(text.removed(name), () => void restorePictures([id], removed.value.wines, () => void navigate(`/pictures/${id}`)));
  };
  return (
    <div className="screen">
      <PageHeader
        title={name}
        parent={{ label: pictureListMessages.title, to: listAddress('/pictures') }}
        log={<ActivityLink kind="picture" id={picture.id} />}
        neighbours={{ previous: pathOf(picture.neighbours.previous), next: pathOf(picture.neighbours.next) }}
        actions={
          may('pictures.write') && (
            <>
              <Button onPress={() => setDialog('remove')}>{text.remove}</Button>
              {may('catalogue.write') && wines > 0 && (
                <Button icon="refresh" tone="primary" onPress={() => setDialog('replace')}>
                  {text.replace}
                </Button>
              )}
            </>
          )
        }
      />
      <ColleagueNotice isShown={hasNewer} />
      <div className="panel-columns">
        <div className="stack">
          <div className="panel pic-large">
            <img src={picture.page} alt={picture.alt || name} width={picture.width} height={picture.height} />
          </div>
          <PictureUses picture={picture} onChanged={reload} />
        </div>
        <section className="panel" aria-labelledby="picture-details">
          <div className="panel-head">
            <h2 id="picture-details">{text.facts}</h2>
          </div>
          <div className="panel-body pic-details">
            <DetailsForm key={`${id} ${version}`} picture={picture} onSaved={reload} onEditing={setIsEditing} />
            <Facts picture={picture} />
          </div>
        </section>
      </div>
      {dialog === 'replace' && (
        <PicturePicker
          title={text.replaceTitle}
          except={id}
          hint={`${text.replaceText(wines)} ${pages > 0 ? text.replacePages : ''}`}
          onChoose={(by) => void replace(by)}
          onClose={close}
        />
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={text.removeTitle(name)}
          isOpen
          onClose={close}
          onConfirm={() => void remove()}
          action={text.remove}
          consequences={text.removeEffects(wines)}
          isDanger
          isPending={isPending}
        />
      )}
    </div>
  );
}
