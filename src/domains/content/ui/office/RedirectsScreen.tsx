/** The list of redirects, and the dialog of one. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData, useNavigate, useParams, useRevalidator } from 'react-router';
import { redirectMessages as text } from '#domains/content/messages/office.ts';
import { redirectBulkMessages, redirectImportMessages, redirectTestMessages } from '#domains/content/messages/office-redirects.ts';
import { formatRedirectRows, REDIRECT_CSV_HEAD } from '#domains/content/model/redirect-csv.ts';
import type { RedirectRow } from '#domains/content/redirect-office-contract.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { collectKeys } from '#ui/office/grid/collect-keys.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { ExportDialog } from '#ui/office/grid/ExportDialog.tsx';
import { formatGridState } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget, GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { useShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useScreenActions } from '#ui/office/screen-actions.ts';
import { DeleteRedirects } from './DeleteRedirects.tsx';
import { RedirectDialog } from './RedirectDialog.tsx';
import { RedirectImport } from './RedirectImport.tsx';
import { RedirectTest } from './RedirectTest.tsx';
import './redirects.css';
import { type loadRedirects, REDIRECT_LIMITS, REDIRECTS_PER_PAGE, redirectCalls } from './load-redirects.ts';

const keyOf = ({ from }: RedirectRow): string => from;
const versionOf = ({ version }: RedirectRow): string => version;
const nameOf = ({ from }: RedirectRow): string => text.rowName(from);
const pathOf = ({ from }: RedirectRow): string => `/redirects/${encodeURIComponent(from)}`;

const COLUMNS: readonly GridColumn<RedirectRow>[] = [
  {
    key: 'from',
    label: text.columns.from,
    sort: 'from',
    width: 'minmax(180px, 1fr)',
    isKey: true,
    phone: '1-start',
    render: ({ from }) => from,
  },
  {
    key: 'to',
    label: text.columns.to,
    width: 'minmax(200px, 1.4fr)',
    phone: '2-start',
    render: ({ to, hasPage }) => (
      <span className="cell-two">
        <span>{to}</span>
        {hasPage && <span className="alert small">{text.hasPage}</span>}
      </span>
    ),
  },
  {
    key: 'kind',
    label: text.columns.kind,
    width: '120px',
    phone: '3-start',
    render: ({ isPermanent }) => (isPermanent ? text.permanent : text.temporary),
  },
  { key: 'markets', label: text.columns.markets, width: '110px', render: ({ markets }) => markets.join(', ') },
  {
    key: 'changed',
    label: text.columns.changed,
    sort: 'changed',
    width: '150px',
    phone: '3-end',
    render: ({ changedAt, markets }) => <span className="num">{formatRelative(changedAt, timeZoneOf(markets[0] ?? MARKETS[0]))}</span>,
  },
];

/** Returns the filters. Someone with one market has none by market. */
const redirectFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'kind',
    label: text.columns.kind,
    kind: 'choice',
    options: [
      { value: 'permanent', label: text.permanent },
      { value: 'temporary', label: text.temporary },
    ],
  },
  ...(markets.length > 1
    ? [{ key: 'market', label: text.columns.markets, kind: 'options' as const, options: markets.map((value) => ({ value, label: value })) }]
    : []),
  { key: 'changed', label: text.columns.changed, kind: 'date' },
];

/** Rows that one call of an export loads. */
const EXPORT_ROWS = 200;

const REDIRECT_VIEWS: readonly GridView[] = [builtInView(REDIRECT_LIMITS, 'all', text.all)];

export function RedirectsScreen() {
  const { first, input } = useLoaderData<typeof loadRedirects>();
  const me = useMe();
  const may = useMay();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const { from } = useParams();
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<BulkTarget | null>(null);
  const [opened, setOpened] = useState<'import' | 'test' | null>(null);
  /** What is exported: some rows, or all that match. */
  const [exported, setExported] = useState<BulkTarget | 'matching' | null>(null);
  const changed = useChangedRows('redirect', first);
  const filters = useMemo(() => redirectFilters(me.markets), [me.markets]);
  const grid = useListGrid('redirects', REDIRECT_LIMITS, REDIRECT_VIEWS);
  const search = formatGridState(grid.state, REDIRECT_LIMITS).toString();
  const shown = useShownRows(
    first,
    useCallback((cursor: string) => redirectCalls.redirects({ ...input, cursor, limit: REDIRECTS_PER_PAGE }), [input]),
    keyOf,
    versionOf,
  );
  const collect = (selection: GridSelection) =>
    collectKeys(
      selection,
      async (cursor) => {
        const page = await redirectCalls.redirects({ ...input, limit: EXPORT_ROWS, ...(cursor === null ? {} : { cursor }) });
        if (!page.ok) return page;
        shown.addUnseen(page.value.rows);
        return { ok: true, value: { ...page.value, rows: page.value.rows.map(({ from: id }) => ({ id })) } };
      },
      () => true,
    );
  const collectSeen = async (selection: GridSelection) => {
    const collected = await collect(selection);
    if (!collected.ok) return collected;
    const redirects = collected.ids.map((id) => ({ from: id, version: shown.versionOf(id) ?? '' }));
    return { ok: true as const, redirects };
  };
  const row = first.ok ? (first.value.rows.find((one) => one.from === from) ?? null) : null;
  const close = (): void => {
    setIsAdding(false);
    setOpened(null);
    setExported(null);
    if (from !== undefined) void navigate({ pathname: '/redirects', search });
  };
  const done = (): void => {
    close();
    void revalidator.revalidate();
  };
  /** Loads a page of what matches, as CSV. @param ids addresses of the rows to export. Null for all */
  const loadCsv = async (ids: readonly string[] | null, cursor: string | undefined) => {
    const page = await redirectCalls.redirects({ ...input, limit: EXPORT_ROWS, ...(cursor === undefined ? {} : { cursor }) });
    if (!page.ok) return page;
    const { nextCursor } = page.value;
    const rows = page.value.rows.filter((one) => ids === null || ids.includes(one.from));
    const head = cursor === undefined ? REDIRECT_CSV_HEAD : '';
    return { ok: true as const, value: { csv: `${head}${formatRedirectRows(rows)}`, rows: rows.length, nextCursor } };
  };
  const mayWrite = may('pages.write');
  useScreenActions({
    addRedirect: mayWrite && (() => setIsAdding(true)),
    importRedirects: mayWrite && (() => setOpened('import')),
    testRedirect: () => setOpened('test'),
  });
  const add = mayWrite && (
    <Button tone="primary" icon="plus" onPress={() => setIsAdding(true)}>
      {text.add}
    </Button>
  );
  return (
    <div className="list-screen">
      <PageHeader
        title={text.title}
        parent={{ label: text.back, to: '/pages' }}
        actions={
          <>
            <Button icon="search" onPress={() => setOpened('test')}>
              {redirectTestMessages.open}
            </Button>
            {mayWrite && (
              <Button icon="imports" onPress={() => setOpened('import')}>
                {redirectImportMessages.open}
              </Button>
            )}
            {add}
          </>
        }
      />
      <DataGrid
        label={text.title}
        path="/redirects"
        noun={text.noun}
        columns={me.markets.length > 1 ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'markets')}
        filters={filters}
        {...grid}
        first={first}
        loadPage={shown.loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(mayWrite
          ? {
              bulkActions: (target: BulkTarget) => <Button onPress={() => setRemoved(target)}>{redirectBulkMessages.delete}</Button>,
            }
          : {})}
        onExport={(target) => setExported(target ?? 'matching')}
        changedRows={changed}
        empty={
          <ScreenState icon="redirect" title={text.emptyTitle} text={text.emptyText}>
            {add}
          </ScreenState>
        }
      />
      {removed && (
        <DeleteRedirects
          count={removed.count}
          collect={() => collectSeen(removed.selection)}
          onChanged={() => {
            removed.clear();
            void revalidator.revalidate();
          }}
          onClose={() => setRemoved(null)}
        />
      )}
      {opened === 'test' && <RedirectTest onClose={close} />}
      {opened === 'import' && <RedirectImport onDone={done} onClose={close} />}
      {exported !== null && (
        <ExportDialog
          fileName="redirects"
          text={redirectImportMessages}
          selection={exported === 'matching' ? null : exported.selection}
          collect={collect}
          loadPage={loadCsv}
          onClose={close}
        />
      )}
      {mayWrite && (isAdding || row) && <RedirectDialog key={row?.from ?? ''} row={row} onDone={done} onClose={close} />}
    </div>
  );
}
