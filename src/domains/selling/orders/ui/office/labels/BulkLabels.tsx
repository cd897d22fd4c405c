/** Buys labels of several orders: a preview, then the progress of the background job with what failed and why. */
import { useEffect, useRef, useState } from 'react';
import type { LabelView } from '#domains/selling/orders/labels-contract.ts';
import { labelMessages as text } from '#domains/selling/orders/messages/labels.ts';
import { orderListMessages } from '#domains/selling/orders/messages/office.ts';
import { MAX_LABEL_ORDERS } from '#domains/selling/orders/model/labels/label.ts';
import { Button } from '#ui/office/Button.tsx';
import { BulkChangeDialog, type NamedResult } from '#ui/office/grid/BulkChangeDialog.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { changedSoFar, useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import { collectOrderIds, toNamed } from '../selected-orders.ts';
import { labelCalls } from './label-calls.ts';
import { saveLabels } from './save-labels.ts';

interface AskedOrder extends NamedResult {
  readonly labels: readonly string[];
}

/** Pause before the labels are read again. */
const RELOAD_MS = 1_500;
/** Failures that are listed. */
const MAX_LISTED = 8;

/** Reads the labels of orders until none waits for the carrier. @returns null until they were read once */
function useLabels(orders: readonly AskedOrder[]): readonly LabelView[] | null {
  const [labels, setLabels] = useState<readonly LabelView[] | null>(null);
  const asked = useRef(orders);
  asked.current = orders;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const read = async (): Promise<void> => {
      const wanted = new Set(asked.current.flatMap((order) => order.labels));
      const ids = asked.current.map(({ id }) => id);
      let rows: readonly LabelView[] = [];
      for (let from = 0; from < ids.length; from += MAX_LABEL_ORDERS) {
        const page = await labelCalls.labels({ orders: ids.slice(from, from + MAX_LABEL_ORDERS).join(',') });
        if (page.ok) rows = rows.concat(page.value.rows.filter(({ id }) => wanted.has(id)));
      }
      if (isStopped) return;
      setLabels(rows);
      if (rows.length < wanted.size || rows.some(({ state }) => state === 'intended')) timer = setTimeout(() => void read(), RELOAD_MS);
    };
    void read();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, []);
  return labels;
}

function LabelProgress({ orders }: { readonly orders: readonly AskedOrder[] }) {
  const labels = useLabels(orders);
  const [isPrinting, setIsPrinting] = useState(false);
  const all = orders.reduce((sum, order) => sum + order.labels.length, 0);
  const bought = labels?.filter(({ state }) => state === 'bought').length ?? 0;
  const failed = labels?.filter(({ state }) => state === 'failed' || state === 'cancelled') ?? [];
  const slow = labels?.find(({ state, reason }) => state === 'intended' && reason !== '');
  const isDone = bought + failed.length === all;
  return (
    <div className="stack">
      <p>{isDone ? text.allBought(bought) : text.progress(bought, all)}</p>
      {!isDone && <p className="text-muted small">{slow ? `${text.slow} ${slow.reason}` : text.waitHint}</p>}
      {failed.length > 0 && (
        <div className="notice notice-bad">
          <div>
            <p>{text.failed(failed.length)}</p>
            <ul>
              {failed.slice(0, MAX_LISTED).map(({ id, code, reason }) => (
                <li key={id} className="small">
                  {text.failedLine(code, reason)}
                </li>
              ))}
              {failed.length > MAX_LISTED && <li className="small">…</li>}
            </ul>
          </div>
        </div>
      )}
      {bought > 0 && (
        <p>
          <Button
            icon="print"
            isPending={isPrinting}
            onPress={() => {
              setIsPrinting(true);
              void saveLabels(orders.map(({ id }) => id)).finally(() => setIsPrinting(false));
            }}
          >
            {text.print}
          </Button>
        </p>
      )}
    </div>
  );
}

export interface BulkLabelsProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export default function BulkLabels({ target, input, onClose, onDone }: BulkLabelsProps) {
  const bulk = useBulkChange<'buy', AskedOrder>({
    collect: (onProgress) => collectOrderIds(target.selection, input, onProgress),
    send: async (ids, _, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      const orders = ids.map((id) => ({ id, parcels: null, seen: [] }));
      const sent = await labelCalls.buyLabels({ orders, isPreview }, isPreview ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results.map(toNamed) } : sent;
    },
  });
  const asked = changedSoFar(bulk.state);
  const undo = useBulkChange<null, NamedResult>({
    collect: () => Promise.resolve({ ok: true, ids: asked.map(({ id }) => id) }),
    send: async (ids, _, idempotencyKey) => {
      const orders = asked.filter(({ id }) => ids.includes(id));
      const sent = await labelCalls.cancelLabels(
        { ids: orders.flatMap(({ labels }) => labels) },
        idempotencyKey === null ? {} : { idempotencyKey },
      );
      if (!sent.ok) return sent;
      const refused = new Map(sent.value.results.filter(({ isDone }) => !isDone).map(({ id, reason }) => [id, reason]));
      return {
        ok: true,
        value: orders.map(({ id, name, labels }) => {
          const reason = labels.map((label) => refused.get(label) ?? '').find((each) => each !== '') ?? '';
          return { id, name, isDone: reason === '', reason };
        }),
      };
    },
  });
  return (
    <BulkChangeDialog
      title={text.buyFor(target.count)}
      noun={orderListMessages.noun}
      target={target}
      bulk={bulk}
      undo={undo}
      undoable={asked.map(({ id }) => id)}
      change="buy"
      action={text.buyAction}
      after={asked.length > 0 && <LabelProgress orders={asked} />}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{text.bulkText}</p>
    </BulkChangeDialog>
  );
}
