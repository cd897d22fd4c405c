/** Webhooks of orders: what was sent, what failed, and sending it again. */
import { useCallback, useState } from 'react';
import { Link, useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { webhookMessages as text } from '#domains/system/messages/records.ts';
import { MAX_CHANGED } from '#domains/system/model/record-states.ts';
import type { SystemWebhook } from '#domains/system/records-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { collectKeys } from '#ui/office/grid/collect-keys.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { formatGridState } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { createPortions, type Portions } from '#ui/office/grid/portions.ts';
import { gridMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import type { loadWebhooks } from './load-system.ts';
import { nameEvent, WEBHOOK_COLUMNS, WEBHOOK_FILTERS, WEBHOOK_LIMITS, WEBHOOK_VIEWS } from './record-specs.tsx';
import { SystemTabs } from './SystemTabs.tsx';
import { recordCalls } from './system-calls.ts';
import { WebhookDialog } from './WebhookDialog.tsx';
import './system.css';

const PATH = '/system/webhooks';
const SETTINGS_PATH = '/settings/order-webhooks/shop';
/** Parameter of the URL with the id of the open webhook. */
const OPEN = 'webhook';

const keyOf = ({ id }: SystemWebhook): string => id;
const nameOf = ({ event, order }: SystemWebhook): string => text.rowName(nameEvent(event), order.number);

/** Sends webhooks again and says how many, with a way to continue if it stopped. */
async function resendWebhooks(portions: Portions<string, { readonly done: number }>, onChanged: () => Promise<void>): Promise<void> {
  const { answers, interruption } = await portions.run((ids, idempotencyKey) =>
    recordCalls.resendSystemWebhooks({ ids: [...ids] }, { idempotencyKey }),
  );
  const done = answers.reduce((sum, answer) => sum + answer.done, 0);
  if (done > 0) toastDone(text.resent(done));
  if (interruption) toastFailed(gridMessages.stopped(interruption), () => void resendWebhooks(portions, onChanged));
  await onChanged();
}

export function WebhooksScreen() {
  const { first, input } = useLoaderData<typeof loadWebhooks>();
  const may = useMay();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const [target, setTarget] = useState<BulkTarget | null>(null);
  const [isPending, setIsPending] = useState(false);
  const grid = useListGrid('webhooks', WEBHOOK_LIMITS, WEBHOOK_VIEWS);
  const loadPage = useCallback((cursor: string) => recordCalls.systemWebhooks({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const query = formatGridState(grid.state, WEBHOOK_LIMITS);
  const pathOf = ({ id }: SystemWebhook): string => {
    const withOpen = new URLSearchParams(query);
    withOpen.set(OPEN, id);
    return `${PATH}?${withOpen}`;
  };
  const openId = params.get(OPEN);

  const resend = async ({ selection, clear }: BulkTarget): Promise<void> => {
    setIsPending(true);
    const found = await collectKeys(
      selection,
      (cursor) => recordCalls.systemWebhooks({ ...input, limit: MAX_CHANGED, ...(cursor === null ? {} : { cursor }) }),
      () => true,
    );
    if (found.ok) {
      await resendWebhooks(createPortions(found.ids, MAX_CHANGED), revalidate);
      clear();
    } else toastFailed(found.title);
    setIsPending(false);
    setTarget(null);
  };

  return (
    <div className="list-screen">
      <PageHeader title={text.title} />
      <SystemTabs />
      <DataGrid
        label={text.title}
        path={PATH}
        noun={text.noun}
        columns={WEBHOOK_COLUMNS}
        filters={WEBHOOK_FILTERS}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(may('system.write')
          ? {
              bulkActions: (selected: BulkTarget) => (
                <Button icon="refresh" onPress={() => setTarget(selected)}>
                  {text.resend}
                </Button>
              ),
            }
          : {})}
        changedRows={0}
        empty={
          <ScreenState icon="external" title={text.emptyTitle} text={text.emptyText}>
            {may('settings.read') && (
              <Link className="act" to={SETTINGS_PATH}>
                {text.emptyAction}
              </Link>
            )}
          </ScreenState>
        }
      />
      {openId !== null && (
        <WebhookDialog id={openId} onClose={() => void navigate({ search: query.toString() }, { replace: true })} onSent={revalidate} />
      )}
      {target !== null && (
        <ConfirmDialog
          title={text.resendTitle(target.count)}
          isOpen
          onClose={() => setTarget(null)}
          onConfirm={() => void resend(target)}
          action={text.resendMany(target.count)}
          consequences={text.resendConsequences}
          isPending={isPending}
        />
      )}
    </div>
  );
}
