/** Disputed payments, with the date by which the bank wants evidence. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { disputeMessages as text } from '#domains/system/messages/records.ts';
import type { SystemDispute } from '#domains/system/records-contract.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { ExportDialog } from '#ui/office/grid/ExportDialog.tsx';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { rowsToCsv } from '#ui/office/grid/local-rows.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { DISPUTE_CSV, DISPUTE_LIMITS, DISPUTE_VIEWS, disputeColumns, disputeFilters, disputeKey } from './dispute-list-spec.tsx';
import type { loadDisputes } from './load-system.ts';
import { SystemTabs } from './SystemTabs.tsx';
import { recordCalls } from './system-calls.ts';
import './system.css';

/** Rows of a page of the export: the most that a call returns. */
const EXPORT_ROWS = 200;

const nameOf = ({ order }: SystemDispute): string => text.rowName(order.number);
const pathOf = ({ order }: SystemDispute): string => `/orders/${order.id}`;

/** Loads a page of the export. The first one has the headings. */
async function loadCsv(input: Readonly<Record<string, string>>, cursor: string | undefined) {
  const page = await recordCalls.systemDisputes({ ...input, limit: EXPORT_ROWS, ...(cursor === undefined ? {} : { cursor }) });
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const csv = rowsToCsv(rows, { csv: DISPUTE_CSV });
  return {
    ok: true,
    value: { csv: cursor === undefined ? csv : csv.slice(csv.indexOf('\n') + 1), rows: rows.length, nextCursor },
  } as const;
}

export function DisputesScreen() {
  const { first, input } = useLoaderData<typeof loadDisputes>();
  const mayAnswer = useMay()('orders.write');
  const { markets } = useMe();
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState<string | null>(null);
  const [isExporting, setIsExporting] = useState(false);
  const grid = useListGrid('disputes', DISPUTE_LIMITS, DISPUTE_VIEWS);
  const filters = useMemo(() => disputeFilters(markets), [markets]);
  const loadPage = useCallback((cursor: string) => recordCalls.systemDisputes({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const answer = async (
    { gateway, id, answeredAt }: Pick<SystemDispute, 'gateway' | 'id' | 'answeredAt'>,
    isAnswered: boolean,
  ): Promise<void> => {
    setPending(disputeKey({ gateway, id }));
    const result = await recordCalls.answerSystemDispute({ gateway, id, answeredAt, isAnswered });
    await revalidate();
    setPending(null);
    if (!result.ok) return toastFailed(result.title);
    if (isAnswered) toastDone(text.answered, () => void answer({ gateway, id, ...result.value }, false));
    else toastDone(text.reopened);
  };
  return (
    <div className="list-screen">
      <PageHeader title={text.title} />
      <SystemTabs />
      <p className="text-muted small system-lead">{text.hint}</p>
      <DataGrid
        label={text.title}
        path="/system/disputes"
        noun={text.noun}
        columns={disputeColumns(mayAnswer ? { pending, onAnswer: (dispute, isAnswered) => void answer(dispute, isAnswered) } : null)}
        filters={filters}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={disputeKey}
        getName={nameOf}
        getPath={pathOf}
        onExport={() => setIsExporting(true)}
        changedRows={0}
        empty={<ScreenState icon="tick" title={text.emptyTitle} text={text.emptyText} />}
      />
      {isExporting && (
        <ExportDialog
          fileName="disputes"
          text={text}
          selection={null}
          collect={() => Promise.resolve({ ok: true, ids: [] })}
          loadPage={(_ids, cursor) => loadCsv(input, cursor)}
          onClose={() => setIsExporting(false)}
        />
      )}
    </div>
  );
}
