/** Exports the selected or all matching customers as CSV, page by page, and saves the file. Says first what the file has. */
import { useEffect, useRef, useState } from 'react';
import { customerListMessages as text } from '#domains/customers/account/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { customerCalls } from './customer-calls.ts';

export interface ExportCustomersProps {
  /** Null for everything that matches. */
  readonly selection: GridSelection | null;
  readonly input: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** Customers that one call may name. */
const MAX_IDS = 1_000;
const LIST_PAGE = 200;

type Collected = { readonly ok: true; readonly ids: readonly number[] | null } | { readonly ok: false; readonly title: string };

/** Returns the ids of a selection; null for everything that matches. */
async function idsOf(
  selection: GridSelection | null,
  input: Readonly<Record<string, string>>,
  isStopped: () => boolean,
): Promise<Collected> {
  if (selection === null || (selection.isAllMatching && selection.keys.size === 0)) return { ok: true, ids: null };
  if (!selection.isAllMatching) return { ok: true, ids: [...selection.keys].map(Number) };
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof customerCalls.customers>> = await customerCalls.customers({
      ...input,
      limit: LIST_PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    if (!page.ok) return page;
    for (const { id } of page.value.rows) if (!selection.keys.has(String(id))) ids.push(id);
    cursor = page.value.nextCursor;
  } while (cursor !== null && !isStopped());
  return { ok: true, ids };
}

export function ExportCustomers({ selection, input, onClose }: ExportCustomersProps) {
  const [count, setCount] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  const run = async (): Promise<void> => {
    setError(null);
    setCount(0);
    const fail = (title: string): void => {
      setError(title);
      setCount(null);
    };
    const collected = await idsOf(selection, input, () => isStopped.current);
    if (!collected.ok) return fail(collected.title);
    const { ids } = collected;
    const portions =
      ids === null
        ? [null]
        : Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) => ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS));
    const parts: string[] = [];
    let rows = 0;
    for (const portion of portions) {
      let cursor: string | undefined;
      do {
        const page: Awaited<ReturnType<typeof customerCalls.exportCustomers>> = await customerCalls.exportCustomers({
          ...input,
          ...(portion === null ? {} : { ids: [...portion] }),
          ...(cursor === undefined ? {} : { cursor }),
        });
        if (isStopped.current) return;
        if (!page.ok) return fail(page.title);
        const isRepeatedHead = parts.length > 0 && cursor === undefined;
        parts.push(isRepeatedHead ? page.value.csv.slice(page.value.csv.indexOf('\n') + 1) : page.value.csv);
        rows += page.value.rows;
        setCount(rows);
        cursor = page.value.nextCursor ?? undefined;
      } while (cursor !== undefined);
    }
    saveFile(`customers-${new Date().toISOString().slice(0, 10)}.csv`, parts, 'text/csv;charset=utf-8');
    toastDone(text.exported(rows));
    onClose();
  };

  return (
    <Dialog title={text.exportTitle} isOpen onClose={onClose}>
      <FormError error={error} />
      <p role="status">{count === null ? text.exportText : text.exporting(count)}</p>
      <DialogEnd>
        <Button onPress={onClose}>{count === null ? officeMessages.cancel : text.stop}</Button>
        <Button tone="primary" icon="download" onPress={() => void run()} isPending={count !== null}>
          {text.exportTitle}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
