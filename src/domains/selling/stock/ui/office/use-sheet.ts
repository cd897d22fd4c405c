/** A sheet on the screen: its lines as they are saved, and what can be done with it. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { stockFormat } from '#domains/selling/stock/messages/office.ts';
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { summarizeSheet } from '#domains/selling/stock/model/sheet.ts';
import type { Sheet, SheetLine } from '#domains/selling/stock/sheets-contract.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { sheetCalls } from './sheet-calls.ts';
import { sheetListPath, sheetPath } from './sheet-list-spec.tsx';
import { useSheetEntries } from './use-sheet-entries.ts';

/** Returns the lines of the loader with those that were saved since. */
function mergeLines(loaded: readonly SheetLine[], saved: ReadonlyMap<number, SheetLine>): readonly SheetLine[] {
  const known = new Set(loaded.map(({ productId }) => productId));
  const merged = loaded.map((line) => {
    const newer = saved.get(line.productId);
    return newer && newer.version > line.version ? newer : line;
  });
  return [...[...saved.values()].filter(({ productId }) => !known.has(productId)), ...merged];
}

/** @param isDialogOpen true while the numbers on the screen must not change */
export function useSheet(sheet: Sheet, isDialogOpen: boolean) {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [saved, setSaved] = useState<ReadonlyMap<number, SheetLine>>(new Map());
  const [isPending, setIsPending] = useState(false);
  const onSaved = useCallback((line: SheetLine) => setSaved((before) => new Map(before).set(line.productId, line)), []);
  const entries = useSheetEntries(sheet, onSaved);
  const lines = useMemo(() => mergeLines(sheet.wines, saved), [sheet.wines, saved]);
  const summary = useMemo(() => summarizeSheet(lines), [lines]);
  useLiveReload('stock_sheet', { id: String(sheet.id), isPaused: isDialogOpen });
  // The loader has what was saved before the last change that it knows.
  useEffect(() => {
    setSaved((before) => new Map([...before].filter(([, line]) => line.enteredAt > sheet.changedAt)));
  }, [sheet.changedAt]);

  /** Runs a change of the whole sheet and shows what is true then. */
  const change = async <Value>(
    work: Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false; readonly title: string }>,
    done: ((value: Value) => void) | null,
  ): Promise<boolean> => {
    setIsPending(true);
    const result = await work;
    if (result.ok) done?.(result.value);
    else toastFailed(result.title);
    await revalidator.revalidate();
    setIsPending(false);
    return result.ok;
  };
  const { id, kind, changeNumber } = sheet;
  const reopen = (): Promise<boolean> => change(sheetCalls.cancelSheet({ id, isCancelled: false }), () => toastDone(text.reopened));
  return {
    lines,
    summary,
    entries,
    isPending,
    /** Reads the sheet, so that what is reviewed is what is posted. */
    refresh: () => revalidator.revalidate(),
    versionOf: (productId: number) => lines.find((line) => line.productId === productId)?.version ?? 0,
    remove: (line: SheetLine) =>
      void change(sheetCalls.removeSheetLine({ id, productId: line.productId, version: line.version }), () => {
        setSaved((before) => new Map([...before].filter(([productId]) => productId !== line.productId)));
      }),
    decide: (line: SheetLine, decision: 'apply' | 'skip') =>
      void change(
        sheetCalls.decideSheetLine({ id, productId: line.productId, decision, movementId: line.conflict?.movementId ?? 0 }),
        null,
      ),
    post: () =>
      change(sheetCalls.postSheet({ id, changeNumber }), ({ cases }) => {
        toastDone(kind === 'delivery' ? text.received(cases) : text.posted);
        void navigate(sheetPath(sheet), { replace: true });
      }),
    undo: () => change(sheetCalls.undoSheet({ id }), ({ wines }) => toastDone(`${text.undoneToast} ${stockFormat.wines(wines)}.`)),
    cancel: () =>
      change(sheetCalls.cancelSheet({ id, isCancelled: true }), () => {
        toastDone(
          text.cancelled[kind],
          () => void sheetCalls.cancelSheet({ id, isCancelled: false }).then(() => navigate(sheetPath(sheet))),
        );
        void navigate(sheetListPath(kind));
      }),
    reopen,
  };
}

export type OpenSheet = ReturnType<typeof useSheet>;
