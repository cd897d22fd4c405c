/** The list of imports, with the place where a new file is dropped. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { importListMessages as text } from '#domains/imports/messages/office.ts';
import type { ImportRow } from '#domains/imports/office-contract.ts';
import { useSavedViews } from '#domains/staff/ui/office/use-saved-views.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { formatGridState, parseGridState } from '#ui/office/grid/grid-state.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { DropArea } from './DropArea.tsx';
import { importCalls } from './import-calls.ts';
import { IMPORT_COLUMNS, IMPORT_FILTERS, IMPORT_LIMITS, IMPORT_VIEWS } from './import-list-spec.tsx';
import type { loadImports } from './load-imports.ts';
import { UploadDialog } from './UploadDialog.tsx';
import './imports.css';

const keyOf = ({ id }: ImportRow): string => String(id);
const nameOf = ({ id, file }: ImportRow): string => text.rowName(id, file);
const pathOf = ({ id }: ImportRow): string => `/imports/${id}`;

export function ImportsScreen() {
  const { first, input } = useLoaderData<typeof loadImports>();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [file, setFile] = useState<File | null>(null);
  const state = useMemo(() => parseGridState(params, IMPORT_LIMITS), [params]);
  const saved = useSavedViews('imports', IMPORT_LIMITS, state);
  const views = useMemo(() => [...IMPORT_VIEWS, ...saved.views], [saved.views]);
  const loadPage = useCallback((cursor: string) => importCalls.imports({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  // Progress is what the list is looked at for, so it does not wait for a press.
  useLiveReload('import');
  return (
    <div className="list-screen">
      <PageHeader
        title={text.title}
        actions={
          <Button icon="refresh" onPress={() => void navigate('/imports/schedules')}>
            {text.schedules}
          </Button>
        }
      />
      <DropArea onFile={setFile} />
      <DataGrid
        label={text.title}
        path="/imports"
        noun={text.noun}
        columns={IMPORT_COLUMNS}
        filters={IMPORT_FILTERS}
        limits={IMPORT_LIMITS}
        state={state}
        onStateChange={(next) =>
          void navigate({ search: formatGridState(next, IMPORT_LIMITS).toString() }, { replace: next.q !== state.q })
        }
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        views={views}
        onSaveView={saved.save}
        onUpdateView={saved.update}
        onDeleteView={saved.remove}
        changedRows={0}
        empty={<ScreenState icon="imports" title={text.emptyTitle} text={text.emptyText} />}
      />
      {file !== null && <UploadDialog file={file} onClose={() => setFile(null)} />}
    </div>
  );
}
