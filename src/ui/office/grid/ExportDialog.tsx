/** Exports the selected or all matching rows of a list as CSV, page by page, and saves the file. */
import { useEffect, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, DialogEnd } from '../Dialog.tsx';
import { officeMessages } from '../messages.ts';
import { toastDone } from '../office-toasts.ts';
import { saveFile } from '../save-file.ts';
import type { CollectedKeys } from './collect-keys.ts';
import type { GridSelection } from './selection.ts';

type Page =
  | { readonly ok: true; readonly value: { readonly csv: string; readonly rows: number; readonly nextCursor: string | null } }
  | { readonly ok: false; readonly title: string };

export interface ExportDialogProps {
  /** Name of the file without date and ending. */
  readonly fileName: string;
  readonly text: {
    readonly exportTitle: string;
    readonly exporting: (count: number) => string;
    readonly exported: (count: number) => string;
    readonly stop: string;
  };
  /** Null for everything that matches. */
  readonly selection: GridSelection | null;
  readonly collect: (selection: GridSelection, onProgress: (count: number) => boolean) => Promise<CollectedKeys>;
  /** Loads a page. @param ids null for everything that matches */
  readonly loadPage: (ids: readonly string[] | null, cursor: string | undefined) => Promise<Page>;
  readonly onClose: () => void;
}

/** Rows that one call may name. */
const MAX_IDS = 1_000;

export function ExportDialog({ fileName, text, selection, collect, loadPage, onClose }: ExportDialogProps) {
  const [count, setCount] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens for one export; an attempt starts over
  useEffect(() => {
    let isStopped = false;
    const stopped = (): boolean => isStopped;
    const run = async (): Promise<void> => {
      const parts: string[] = [];
      let rows = 0;
      const add = async (ids: readonly string[] | null): Promise<boolean> => {
        let cursor: string | undefined;
        do {
          const page = await loadPage(ids, cursor);
          if (stopped()) return false;
          if (!page.ok) {
            setError(page.title);
            return false;
          }
          const isRepeatedHead = parts.length > 0 && cursor === undefined;
          parts.push(isRepeatedHead ? page.value.csv.slice(page.value.csv.indexOf('\n') + 1) : page.value.csv);
          rows += page.value.rows;
          setCount(rows);
          cursor = page.value.nextCursor ?? undefined;
        } while (cursor !== undefined);
        return true;
      };
      const isEverything = selection === null || (selection.isAllMatching && selection.keys.size === 0);
      if (isEverything) {
        if (!(await add(null))) return;
      } else {
        const collected = await collect(selection, () => !stopped());
        if (!collected.ok) return setError(collected.title);
        for (let from = 0; from < collected.ids.length; from += MAX_IDS)
          if (!(await add(collected.ids.slice(from, from + MAX_IDS)))) return;
      }
      saveFile(`${fileName}-${new Date().toISOString().slice(0, 10)}.csv`, parts, 'text/csv;charset=utf-8');
      toastDone(text.exported(rows));
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
