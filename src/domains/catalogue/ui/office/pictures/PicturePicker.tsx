/** Chooses a picture of the library, or uploads one. */
import { useEffect, useMemo, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { pickerMessages as text, uploadMessages } from '#domains/catalogue/messages/office-pictures.ts';
import type { PictureRow } from '#domains/catalogue/picture-office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { PICTURE_TYPES } from './PictureDrop.tsx';
import { pictureCalls } from './picture-calls.ts';
import { pictureName } from './picture-list-spec.tsx';
import { sendPicture } from './send-picture.ts';
import './pictures.css';

const WAIT_MS = 200;
const SHOWN = 24;

interface Found {
  readonly rows: readonly PictureRow[];
  readonly nextCursor: string | null;
}

/** Searches the library while a person types. */
function useLibrary(q: string) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isStopped = false;
    const timer = setTimeout(() => {
      void pictureCalls.pictures({ ...(q.trim() === '' ? {} : { q: q.trim() }), limit: SHOWN }).then((page) => {
        if (!isStopped) setFound(page.ok ? page.value : { rows: [], nextCursor: null });
      });
    }, WAIT_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [q]);
  const more = async (): Promise<void> => {
    if (!found?.nextCursor) return;
    const page = await pictureCalls.pictures({ ...(q.trim() === '' ? {} : { q: q.trim() }), limit: SHOWN, cursor: found.nextCursor });
    if (page.ok) setFound({ rows: [...found.rows, ...page.value.rows], nextCursor: page.value.nextCursor });
  };
  return { found, more };
}

export interface PicturePickerProps {
  readonly title?: string;
  /** A line above the search. */
  readonly hint?: string;
  /** Id of a picture that cannot be chosen. */
  readonly except?: string;
  readonly onChoose: (picture: PictureRow) => void;
  readonly onClose: () => void;
}

export function PicturePicker({ title = text.choosePicture, hint, except, onChoose, onClose }: PicturePickerProps) {
  const may = useMay();
  const [q, setQ] = useState('');
  const { found, more } = useLibrary(q);
  const rows = found?.rows.filter(({ id }) => id !== except);
  const [upload, setUpload] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const controller = useMemo(() => new AbortController(), []);
  useEffect(() => () => controller.abort(), [controller]);

  const send = async (file: File): Promise<void> => {
    setError(null);
    const result = await sendPicture(
      file,
      ({ percent, isRetrying }) =>
        setUpload(isRetrying ? uploadMessages.retrying : percent === 100 ? uploadMessages.converting : uploadMessages.sending(percent)),
      controller.signal,
    );
    setUpload(null);
    if (result?.ok) onChoose(result.picture);
    else if (result) setError(result.title);
  };
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      {hint && <p>{hint}</p>}
      <FormError error={error} />
      <div className="pic-find">
        <TextField label={text.findPicture} value={q} onChange={setQ} autoFocus />
        {may('pictures.write') && (
          <FileTrigger
            acceptedFileTypes={PICTURE_TYPES}
            onSelect={(files) => {
              const file = files?.item(0);
              if (file) void send(file);
            }}
          >
            <Button icon="plus" isPending={upload !== null}>
              {text.upload}
            </Button>
          </FileTrigger>
        )}
      </div>
      <p role="status" className="text-muted small">
        {upload}
      </p>
      <ul className="pic-tiles">
        {rows?.map((row) => (
          <li key={row.id}>
            <button type="button" className="pic-tile" aria-label={text.use(pictureName(row))} onClick={() => onChoose(row)}>
              <img src={row.src} alt="" loading="lazy" decoding="async" />
              <span className="small">{pictureName(row)}</span>
            </button>
          </li>
        ))}
      </ul>
      {rows?.length === 0 && <p className="text-muted">{text.noPictures}</p>}
      {found?.nextCursor && <Button onPress={() => void more()}>{text.more}</Button>}
    </Dialog>
  );
}
