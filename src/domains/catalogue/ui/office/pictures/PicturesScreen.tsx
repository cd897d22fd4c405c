/** The library of pictures, with the place where new ones are dropped. */
import { useCallback, useState } from 'react';
import { useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { pictureListMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import type { PictureRow } from '#domains/catalogue/picture-office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import type { loadPictures } from './load-pictures.ts';
import { PictureDrop } from './PictureDrop.tsx';
import { pictureCalls } from './picture-calls.ts';
import { PICTURE_COLUMNS, PICTURE_FILTERS, PICTURE_LIMITS, PICTURE_VIEWS, pictureName } from './picture-list-spec.tsx';
import { MAX_REMOVED, removePictures } from './remove-pictures.ts';
import { UploadDialog } from './UploadDialog.tsx';
import './pictures.css';

const keyOf = ({ id }: PictureRow): string => id;
const nameOf = (row: PictureRow): string => text.rowName(pictureName(row));
const pathOf = ({ id }: PictureRow): string => `/pictures/${id}`;

interface RemoveDialogProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function RemoveDialog({ target, input, onChanged, onClose }: RemoveDialogProps) {
  const [progress, setProgress] = useState<string | null>(null);
  const isTooMany = target.count > MAX_REMOVED;
  const remove = async (): Promise<void> => {
    if (isTooMany) return onClose();
    setProgress(text.removing(0, target.count));
    await removePictures(target.selection, input, (done, all) => setProgress(text.removing(done, all)), onChanged);
    target.clear();
    onClose();
  };
  return (
    <ConfirmDialog
      title={text.removeTitle(target.count)}
      isOpen
      onClose={onClose}
      onConfirm={() => void remove()}
      action={isTooMany ? text.removeMany(MAX_REMOVED) : text.remove(target.count)}
      consequences={text.removeEffects}
      isDanger
      isPending={progress !== null}
    >
      <p role="status">{progress}</p>
    </ConfirmDialog>
  );
}

export function PicturesScreen() {
  const { first, input } = useLoaderData<typeof loadPictures>();
  const may = useMay();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const [removed, setRemoved] = useState<BulkTarget | null>(null);
  const changed = useChangedRows('picture', first);
  const grid = useListGrid('pictures', PICTURE_LIMITS, PICTURE_VIEWS);
  const loadPage = useCallback((cursor: string) => pictureCalls.pictures({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const reload = (): void => void revalidator.revalidate();
  return (
    <div className="list-screen">
      <PageHeader
        title={text.title}
        actions={
          <Button icon="wines" onPress={() => void navigate(`/wines?${new URLSearchParams({ 'filter[picture]': 'drawn' })}`)}>
            {text.withoutPicture}
          </Button>
        }
      />
      {may('pictures.write') && <PictureDrop onFiles={setFiles} />}
      <DataGrid
        label={text.title}
        path="/pictures"
        noun={text.noun}
        columns={PICTURE_COLUMNS}
        filters={PICTURE_FILTERS}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(may('pictures.write')
          ? {
              bulkActions: (target: BulkTarget) => (
                <Button tone="danger" onPress={() => setRemoved(target)}>
                  {text.remove(target.count)}
                </Button>
              ),
            }
          : {})}
        changedRows={changed}
        empty={<ScreenState icon="pictures" title={text.emptyTitle} text={text.emptyText} />}
      />
      {files !== null && <UploadDialog files={files} onChanged={reload} onClose={() => setFiles(null)} />}
      {removed !== null && <RemoveDialog target={removed} input={input} onChanged={reload} onClose={() => setRemoved(null)} />}
    </div>
  );
}
