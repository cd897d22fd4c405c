/** The list of imports, with the place where a new file is dropped. */
import { useCallback, useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { importListMessages as text } from '#domains/imports/messages/office.ts';
import type { ImportRow } from '#domains/imports/office-contract.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
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
  const [file, setFile] = useState<File | null>(null);
  const grid = useListGrid('imports', IMPORT_LIMITS, IMPORT_VIEWS);
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
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        changedRows={0}
        empty={<ScreenState icon="imports" title={text.emptyTitle} text={text.emptyText} />}
      />
      {file !== null && <UploadDialog file={file} onClose={() => setFile(null)} />}
    </div>
  );
}
