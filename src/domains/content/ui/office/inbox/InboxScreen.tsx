/** What visitors sent by the forms of pages. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { EntryRow } from '#domains/content/inbox-office-contract.ts';
import { inboxMessages as text } from '#domains/content/messages/office-inbox.ts';
import type { EntryState } from '#domains/content/model/inbox.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { Button } from '#ui/office/Button.tsx';
import { collectKeys } from '#ui/office/grid/collect-keys.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { ExportDialog } from '#ui/office/grid/ExportDialog.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { useShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { changeEntries } from './change-entries.ts';
import { inboxCalls } from './inbox-calls.ts';
import { INBOX_COLUMNS, INBOX_LIMITS, INBOX_VIEWS, inboxFilters } from './inbox-list-spec.tsx';
import type { loadInbox } from './load-inbox.ts';
import './inbox.css';

/** The most that a list returns. */
const COLLECT_ROWS = 200;

const keyOf = ({ id }: EntryRow): string => id;
const stateOf = ({ state }: EntryRow): EntryState => state;
const nameOf = ({ email, form }: EntryRow): string => text.rowName(email ?? text.noSender, form);
const pathOf = ({ id }: EntryRow): string => `/inbox/${id}`;

export function InboxScreen() {
  const { first, input, forms } = useLoaderData<typeof loadInbox>();
  const me = useMe();
  const may = useMay();
  const revalidator = useRevalidator();
  const changed = useChangedRows('form_entry', first);
  const [isPending, setIsPending] = useState(false);
  const [exported, setExported] = useState<BulkTarget | 'matching' | null>(null);
  const grid = useListGrid('inbox', INBOX_LIMITS, INBOX_VIEWS);
  const filters = useMemo(() => inboxFilters(me.markets, forms), [me.markets, forms]);
  const listed = useShownRows(
    first,
    useCallback((cursor: string) => inboxCalls.inbox({ ...input, cursor, limit: PAGE_ROWS }), [input]),
    keyOf,
    stateOf,
  );
  const reload = (): void => void revalidator.revalidate();

  const collect = (selection: GridSelection, onProgress: (count: number) => boolean) =>
    collectKeys(
      selection,
      async (cursor) => {
        const page = await inboxCalls.inbox({ ...input, limit: COLLECT_ROWS, ...(cursor === null ? {} : { cursor }) });
        if (page.ok) listed.addUnseen(page.value.rows);
        return page;
      },
      onProgress,
    );
  const mark = async (target: BulkTarget, to: EntryState): Promise<void> => {
    setIsPending(true);
    const ids = await collect(target.selection, () => true);
    if (ids.ok) {
      const entries = ids.ids.map((id) => ({ id, expected: listed.versionOf(id) ?? to }));
      await changeEntries(entries, to, reload);
      target.clear();
    } else toastFailed(ids.title);
    setIsPending(false);
  };
  const shown = grid.state.filters.state;
  return (
    <div className="list-screen">
      <PageHeader title={text.title} />
      <DataGrid
        label={text.title}
        path="/inbox"
        noun={text.noun}
        columns={me.markets.length > 1 ? INBOX_COLUMNS : INBOX_COLUMNS.filter(({ key }) => key !== 'market')}
        filters={filters}
        {...grid}
        first={first}
        loadPage={listed.loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(may('inbox.write')
          ? {
              bulkActions: (target: BulkTarget) => (
                <>
                  {shown !== 'handled' && (
                    <Button icon="tick" onPress={() => void mark(target, 'handled')} isPending={isPending}>
                      {text.mark.handled}
                    </Button>
                  )}
                  {shown !== 'open' && (
                    <Button onPress={() => void mark(target, 'open')} isDisabled={isPending}>
                      {text.mark.open}
                    </Button>
                  )}
                  {shown !== 'spam' && (
                    <Button onPress={() => void mark(target, 'spam')} isDisabled={isPending}>
                      {text.mark.spam}
                    </Button>
                  )}
                </>
              ),
            }
          : {})}
        {...(may('customers.export') ? { onExport: (target: BulkTarget | null) => setExported(target ?? 'matching') } : {})}
        changedRows={changed}
        empty={<ScreenState icon="mail" title={text.emptyTitle} text={text.emptyText} />}
      />
      {exported !== null && (
        <ExportDialog
          fileName="form-entries"
          text={text}
          selection={exported === 'matching' ? null : exported.selection}
          collect={collect}
          loadPage={(ids, cursor) =>
            inboxCalls.exportInbox({ ...input, ...(ids === null ? {} : { ids: [...ids] }), ...(cursor === undefined ? {} : { cursor }) })
          }
          onClose={() => setExported(null)}
        />
      )}
    </div>
  );
}
