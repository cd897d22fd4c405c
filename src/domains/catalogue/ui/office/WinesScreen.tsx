/** The list of wines of a market, with fields to edit in place. */
import { useCallback, useMemo, useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import { wineListMessages as text } from '#domains/catalogue/messages/office.ts';
import type { WineRow } from '#domains/catalogue/office-contract.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { toListInput, withFilter } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { useShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { Segmented } from '#ui/office/Segmented.tsx';
import { BulkWines } from './BulkWines.tsx';
import { ExportWines } from './ExportWines.tsx';
import { type loadWines, PAGE_WINES } from './load-wines.ts';
import { wineCalls } from './wine-calls.ts';
import { useWineEdits, WineEditingContext } from './wine-editing.ts';
import { WINE_LIMITS } from './wine-limits.ts';
import { WINE_COLUMNS, WINE_FILTERS, wineViews } from './wine-list-spec.tsx';
import './wines.css';

const keyOf = ({ id }: WineRow): string => id;
const versionOf = ({ version }: WineRow): string => version;
const nameOf = ({ brand, name }: WineRow): string => text.rowName(brand, name);
const pathOf = ({ id }: WineRow): string => `/wines/${id}`;

function NoWines() {
  const may = useMay();
  return (
    <ScreenState icon="wines" title={text.emptyTitle} text={text.emptyText}>
      {may('catalogue.import') && (
        <Link className="act" to="/imports">
          {text.importList}
        </Link>
      )}
    </ScreenState>
  );
}

export function WinesScreen() {
  const { first, input } = useLoaderData<typeof loadWines>();
  const { markets } = useMe();
  const may = useMay();
  const revalidator = useRevalidator();
  const [exported, setExported] = useState<BulkTarget | 'matching' | null>(null);
  const changed = useChangedRows('offer', first);
  const [firstMarket = DEFAULT_MARKET] = markets;
  const grid = useListGrid('wines', WINE_LIMITS);
  const market = markets.find((one) => one === grid.state.filters.market) ?? firstMarket;
  const views = useMemo(() => [...wineViews(market, market === firstMarket, new Date()), ...grid.views], [market, firstMarket, grid.views]);
  const { editing, editedVersionOf, conflict, isPending, keepYours, keepTheirs } = useWineEdits(first, may('catalogue.write'));

  const listed = useShownRows(
    first,
    useCallback((cursor: string) => wineCalls.wines({ ...input, cursor, limit: PAGE_WINES }), [input]),
    keyOf,
    versionOf,
  );
  // What the person edited in the list is newer than what was loaded.
  const shown = { addUnseen: listed.addUnseen, versionOf: (id: string) => editedVersionOf(id) ?? listed.versionOf(id) };
  return (
    <WineEditingContext value={editing}>
      <div className="list-screen">
        <PageHeader
          title={text.title}
          actions={
            <>
              {markets.length > 1 && (
                <Segmented
                  label={text.market}
                  value={market}
                  options={markets.map((value) => ({ value, label: value }))}
                  onChange={(chosen) => grid.onStateChange(withFilter(grid.state, 'market', chosen === firstMarket ? '' : chosen))}
                />
              )}
              {may('catalogue.write') && (
                <Link className="act act-primary" to="/wines/new">
                  {text.newWine}
                </Link>
              )}
            </>
          }
        />
        {first.ok && first.value.isUpdating && (
          <p className="notice" role="status">
            {text.updating}
          </p>
        )}
        <DataGrid
          label={text.title}
          path="/wines"
          noun={text.noun}
          columns={WINE_COLUMNS}
          filters={WINE_FILTERS}
          {...grid}
          first={first}
          loadPage={listed.loadPage}
          getKey={keyOf}
          getName={nameOf}
          getPath={pathOf}
          views={views}
          {...(may('catalogue.write')
            ? {
                bulkActions: (target: BulkTarget) => (
                  <BulkWines
                    target={target}
                    input={toListInput(grid.state)}
                    market={market}
                    shown={shown}
                    onDone={() => void revalidator.revalidate()}
                  />
                ),
              }
            : {})}
          onExport={(target) => setExported(target ?? 'matching')}
          changedRows={changed}
          empty={<NoWines />}
        />
        {editing.canEdit && first.ok && first.value.rows.length > 0 && <p className="text-muted small edit-hint">{text.editHint}</p>}
        {exported !== null && (
          <ExportWines
            selection={exported === 'matching' ? null : exported.selection}
            input={toListInput(grid.state)}
            onClose={() => setExported(null)}
          />
        )}
        <ConflictDialog
          title={conflict?.title ?? null}
          fields={conflict ? [{ label: conflict.edit.label, theirs: conflict.theirs, yours: conflict.edit.shown }] : []}
          onKeepTheirs={keepTheirs}
          onKeepYours={() => void keepYours()}
          isPending={isPending}
        />
      </div>
    </WineEditingContext>
  );
}
