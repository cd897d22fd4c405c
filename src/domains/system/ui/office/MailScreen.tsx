/** Emails of the shop: what was sent, what failed or came back, and what each says. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { MAIL_KIND_LABELS, mailMessages as text } from '#domains/outbound/mail/messages/office.ts';
import type { MailRow } from '#domains/outbound/mail/office-contract.ts';
import { mailCalls } from '#domains/outbound/mail/ui/office/mail-calls.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { collectKeys } from '#ui/office/grid/collect-keys.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { ExportDialog } from '#ui/office/grid/ExportDialog.tsx';
import { formatGridState } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import type { loadMails } from './load-mails.ts';
import { MailDialog } from './MailDialog.tsx';
import { MAIL_COLUMNS, MAIL_LIMITS, MAIL_VIEWS, mailFilters } from './mail-list-spec.tsx';
import { SystemTabs } from './SystemTabs.tsx';
import './system.css';

const PATH = '/system/mail';
/** Parameter of the URL with the id of the open email. */
const OPEN = 'mail';
/** The most that a list returns. */
const COLLECT_ROWS = 200;

const keyOf = ({ id }: MailRow): string => id;
const nameOf = ({ kind, recipient }: MailRow): string => text.rowName(MAIL_KIND_LABELS[kind], recipient);

export function MailScreen() {
  const { first, input } = useLoaderData<typeof loadMails>();
  const me = useMe();
  const may = useMay();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const [exported, setExported] = useState<BulkTarget | 'matching' | null>(null);
  const grid = useListGrid('mails', MAIL_LIMITS, MAIL_VIEWS);
  const filters = useMemo(() => mailFilters(me.markets), [me.markets]);
  const loadPage = useCallback((cursor: string) => mailCalls.mails({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const query = formatGridState(grid.state, MAIL_LIMITS);
  const pathOf = ({ id }: MailRow): string => {
    const withOpen = new URLSearchParams(query);
    withOpen.set(OPEN, id);
    return `${PATH}?${withOpen}`;
  };
  const openId = params.get(OPEN);
  return (
    <div className="list-screen">
      <PageHeader title={text.title} />
      <SystemTabs />
      <DataGrid
        label={text.title}
        path={PATH}
        noun={text.noun}
        columns={me.markets.length > 1 ? MAIL_COLUMNS : MAIL_COLUMNS.filter(({ key }) => key !== 'market')}
        filters={filters}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(may('customers.export') && may('customers.read')
          ? { onExport: (target: BulkTarget | null) => setExported(target ?? 'matching') }
          : {})}
        changedRows={0}
        empty={<ScreenState icon="mail" title={text.emptyTitle} text={text.emptyText} />}
      />
      {openId !== null && (
        <MailDialog id={openId} onClose={() => void navigate({ search: query.toString() }, { replace: true })} onChanged={revalidate} />
      )}
      {exported !== null && (
        <ExportDialog
          fileName="emails"
          text={text}
          selection={exported === 'matching' ? null : exported.selection}
          collect={(selection, onProgress) =>
            collectKeys(
              selection,
              (cursor) => mailCalls.mails({ ...input, limit: COLLECT_ROWS, ...(cursor === null ? {} : { cursor }) }),
              onProgress,
            )
          }
          loadPage={(ids, cursor) =>
            mailCalls.exportMails({ ...input, ...(ids === null ? {} : { ids: [...ids] }), ...(cursor === undefined ? {} : { cursor }) })
          }
          onClose={() => setExported(null)}
        />
      )}
    </div>
  );
}
