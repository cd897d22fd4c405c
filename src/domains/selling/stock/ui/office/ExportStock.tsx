/** Exports the selected or all matching stock as CSV, page by page, and saves the file. */
import { useEffect, useState } from 'react';
import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { collectStockIds } from './selected-stock.ts';
import { stockCalls } from './stock-calls.ts';

export interface ExportStockProps {
  /** Null for everything that matches. */
  readonly selection: GridSelection | null;
  readonly input: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** Items that one call may name. */
const MAX_IDS = 1_000;

type Exported =
  | { readonly ok: true; readonly parts: readonly string[]; readonly rows: number }
  | { readonly ok: false; readonly title: string };

/** Reads all pages. @param onRows called with the rows so far. Returns false to stop */
async function exportStock(
  selection: GridSelection | null,
  input: Readonly<Record<string, string>>,
  onRows: (rows: number) => boolean,
): Promise<Exported> {
  const isEverything = selection === null || (selection.isAllMatching && selection.keys.size === 0);
  const collected = isEverything ? null : await collectStockIds(selection, input, () => onRows(0));
  if (collected !== null && !collected.ok) return collected;
  const groups: (readonly string[] | null)[] = [];
  if (collected === null) groups.push(null);
  else for (let from = 0; from < collected.ids.length; from += MAX_IDS) groups.push(collected.ids.slice(from, from + MAX_IDS));
  const parts: string[] = [];
  let rows = 0;
  for (const ids of groups) {
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof stockCalls.exportStock>> = await stockCalls.exportStock({
        ...input,
        ...(ids === null ? {} : { ids: [...ids] }),
        ...(cursor === null ? {} : { cursor }),
      });
      if (!page.ok) return page;
      const { csv, nextCursor } = page.value;
      const isRepeatedHead = parts.length > 0 && cursor === null;
      parts.push(isRepeatedHead ? csv.slice(csv.indexOf('\n') + 1) : csv);
      rows += page.value.rows;
      cursor = nextCursor;
    } while (onRows(rows) && cursor !== null);
  }
  return { ok: true, parts, rows };
}

export function ExportStock({ selection, input, onClose }: ExportStockProps) {
  const [count, setCount] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens for one export; an attempt starts over
  useEffect(() => {
    let isStopped = false;
    const run = async (): Promise<void> => {
      const result = await exportStock(selection, input, (rows) => {
        if (!isStopped) setCount(rows);
        return !isStopped;
      });
      if (isStopped) return;
      if (!result.ok) return setError(result.title);
      saveFile(`stock-${new Date().toISOString().slice(0, 10)}.csv`, [...result.parts], 'text/csv;charset=utf-8');
      toastDone(text.exported(result.rows));
      onClose();
    };
    void run();
    return () => {
      isStopped = true;
    };
  }, [attempt]);

  return (
    <Dialog title={text.exportTitle} isOpen onClose={onClose}>
      <p role="status">{error ?? text.exporting(count)}</p>
      <DialogEnd>
        <Button onPress={onClose}>{error === null ? text.stop : officeMessages.close}</Button>
        {error !== null && (
          <Button
            tone="primary"
            onPress={() => {
              setError(null);
              setCount(0);
              setAttempt(attempt + 1);
            }}
          >
            {officeMessages.tryAgain}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}
