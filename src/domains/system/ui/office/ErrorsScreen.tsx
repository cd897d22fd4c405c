/** Errors of browsers and servers in groups. */
import { useCallback } from 'react';
import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { errorMessages as text } from '#domains/system/messages/records.ts';
import { ERROR_STATUSES, type ErrorStatus, MAX_CHANGED } from '#domains/system/model/record-states.ts';
import type { SystemErrorGroup } from '#domains/system/records-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { collectKeys } from '#ui/office/grid/collect-keys.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { formatGridState } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { changeErrors, ErrorDialog, STATUS_ACTIONS } from './ErrorDialog.tsx';
import type { loadErrors } from './load-system.ts';
import { ERROR_COLUMNS, ERROR_FILTERS, ERROR_LIMITS, ERROR_VIEWS } from './record-specs.tsx';
import { SystemTabs } from './SystemTabs.tsx';
import { recordCalls } from './system-calls.ts';
import './system.css';

const PATH = '/system/errors';
/** Parameter of the URL with the id of the open group. */
const OPEN = 'error';

const keyOf = ({ id }: SystemErrorGroup): string => id;
const statusOf = ({ status }: SystemErrorGroup): ErrorStatus => status;
const nameOf = ({ title }: SystemErrorGroup): string => title;

export function ErrorsScreen() {
  const { first, input } = useLoaderData<typeof loadErrors>();
  const may = useMay();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const grid = useListGrid('errors', ERROR_LIMITS, ERROR_VIEWS);
  const shown = useShownRows(
    first,
    useCallback((cursor: string) => recordCalls.systemErrors({ ...input, cursor, limit: PAGE_ROWS }), [input]),
    keyOf,
    statusOf,
  );
  const query = formatGridState(grid.state, ERROR_LIMITS);
  const pathOf = ({ id }: SystemErrorGroup): string => {
    const withOpen = new URLSearchParams(query);
    withOpen.set(OPEN, id);
    return `${PATH}?${withOpen}`;
  };
  const openId = params.get(OPEN);
  const change = async ({ selection, clear }: BulkTarget, status: ErrorStatus): Promise<void> => {
    const found = await collectKeys(
      selection,
      async (cursor) => {
        const page = await recordCalls.systemErrors({ ...input, limit: MAX_CHANGED, ...(cursor === null ? {} : { cursor }) });
        if (page.ok) shown.addUnseen(page.value.rows);
        return page;
      },
      () => true,
    );
    if (!found.ok) return toastFailed(found.title);
    await changeErrors(
      found.ids.map((id) => ({ id, expected: shown.versionOf(id) ?? 'open' })),
      status,
      revalidate,
    );
    clear();
  };
  return (
    <div className="list-screen">
      <PageHeader title={text.title} />
      <SystemTabs />
      <DataGrid
        label={text.title}
        path={PATH}
        noun={text.noun}
        columns={ERROR_COLUMNS}
        filters={ERROR_FILTERS}
        {...grid}
        first={first}
        loadPage={shown.loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(may('system.write')
          ? {
              bulkActions: (target: BulkTarget) =>
                ERROR_STATUSES.map((status) => (
                  <Button key={status} onPress={() => void change(target, status)}>
                    {STATUS_ACTIONS[status]}
                  </Button>
                )),
            }
          : {})}
        changedRows={0}
        empty={<ScreenState icon="tick" title={text.emptyTitle} text={text.emptyText} />}
      />
      {openId !== null && (
        <ErrorDialog id={openId} onClose={() => void navigate({ search: query.toString() }, { replace: true })} onChanged={revalidate} />
      )}
    </div>
  );
}
