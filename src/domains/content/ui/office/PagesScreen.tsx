/** The list of pages. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { redirectMessages, pageListMessages as text } from '#domains/content/messages/office.ts';
import { menuMessages } from '#domains/content/messages/office-menus.ts';
import type { PageRow } from '#domains/content/office-contract.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { toListInput } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { useShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useScreenActions } from '#ui/office/screen-actions.ts';
import { BulkPages, type ShownPage } from './BulkPages.tsx';
import { type loadPages, ROWS_PER_PAGE } from './load-pages.ts';
import { NewPageDialog } from './NewPageDialog.tsx';
import { pageCalls } from './page-calls.ts';
import { PAGE_COLUMNS, PAGE_LIMITS, PAGE_VIEWS, pageFilters } from './page-list-spec.tsx';

const keyOf = ({ id }: PageRow): string => id;
const shownOf = ({ version, revision }: PageRow): ShownPage => ({ version, revision });
const nameOf = ({ title }: PageRow): string => text.rowName(title || text.untitled);
const pathOf = ({ id }: PageRow): string => `/pages/${id}`;

export function PagesScreen() {
  const { first, input } = useLoaderData<typeof loadPages>();
  const me = useMe();
  const may = useMay();
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const changed = useChangedRows('page', first);
  const grid = useListGrid('pages', PAGE_LIMITS, PAGE_VIEWS);
  const filters = useMemo(() => pageFilters(me.markets), [me.markets]);
  const revalidator = useRevalidator();
  const shown = useShownRows(
    first,
    useCallback((cursor: string) => pageCalls.pages({ ...input, cursor, limit: ROWS_PER_PAGE }), [input]),
    keyOf,
    shownOf,
  );
  const menus = (
    <Button icon="menu" onPress={() => void navigate('/menus')}>
      {menuMessages.title}
    </Button>
  );
  const redirects = (
    <Button icon="redirect" onPress={() => void navigate('/redirects')}>
      {redirectMessages.title}
    </Button>
  );
  const mayWrite = may('pages.write');
  useScreenActions({ newPage: mayWrite && (() => setIsCreating(true)) });
  const newPage = mayWrite && (
    <Button tone="primary" icon="plus" onPress={() => setIsCreating(true)}>
      {text.newPage}
    </Button>
  );
  return (
    <div className="list-screen">
      <PageHeader
        title={text.title}
        actions={
          <>
            {menus}
            {redirects}
            {newPage}
          </>
        }
      />
      <DataGrid
        label={text.title}
        path="/pages"
        noun={text.noun}
        columns={PAGE_COLUMNS}
        filters={filters}
        {...grid}
        first={first}
        loadPage={shown.loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(mayWrite
          ? {
              bulkActions: (target: BulkTarget) => (
                <BulkPages target={target} input={toListInput(grid.state)} shown={shown} onDone={() => void revalidator.revalidate()} />
              ),
            }
          : {})}
        changedRows={changed}
        empty={
          <ScreenState icon="pages" title={text.emptyTitle} text={text.emptyText}>
            {newPage}
          </ScreenState>
        }
      />
      {isCreating && <NewPageDialog copyOf={null} onClose={() => setIsCreating(false)} />}
    </div>
  );
}
