/**
 * Saves the entries of a sheet one after the other. What cannot be saved for want of a connection or a session stays in a queue on the
 * device and is sent again, also after the page was closed.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { findByCode, parseEntries, type SheetEntry } from '#domains/selling/stock/model/entry-queue.ts';
import type { Sheet, SheetLine } from '#domains/selling/stock/sheets-contract.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { sheetCalls } from './sheet-calls.ts';

/** Pause before a failed request is sent again, in ms. */
const RETRY_MS = 3_000;

export interface EntryProblem {
  readonly entry: SheetEntry;
  readonly title: string;
  /** True if a colleague entered another number, which the person may replace. */
  readonly isConflict: boolean;
}

export interface NewEntry extends Partial<Pick<SheetEntry, 'productId' | 'code' | 'name' | 'field' | 'version'>> {
  readonly mode: 'add' | 'set';
  readonly value: number | null;
}

/** Failures that may pass by themselves. */
const mayPass = (status: number): boolean => status === 0 || status === 401 || status === 429 || status >= 500;

/** @param onSaved called with each line as it is since */
export function useSheetEntries({ id, wines }: Pick<Sheet, 'id' | 'wines'>, onSaved: (line: SheetLine) => void) {
  const place = `office-stock-sheet-${id}`;
  const [waiting, setWaiting] = useState<readonly SheetEntry[]>(() => parseEntries(localStorage.getItem(place)));
  const [isStuck, setIsStuck] = useState(false);
  const [problems, setProblems] = useState<readonly EntryProblem[]>([]);
  const [last, setLast] = useState<{ readonly line: SheetLine; readonly entry: SheetEntry } | null>(null);
  const queue = useRef(waiting);
  const isRunning = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Versions that this device made: a second number of the same person is no conflict. */
  const own = useRef(new Map<number, number>());
  const latest = useRef({ wines, onSaved });
  latest.current = { wines, onSaved };

  const store = useCallback(
    (entries: readonly SheetEntry[]): void => {
      queue.current = entries;
      setWaiting(entries);
      if (entries.length === 0) localStorage.removeItem(place);
      else localStorage.setItem(place, JSON.stringify(entries));
    },
    [place],
  );

  /** Finds the wine of a scanned code. */
  const resolve = useCallback(async (entry: SheetEntry) => {
    if (entry.productId !== null) return { ok: true as const, productId: entry.productId };
    const known = findByCode(latest.current.wines, entry.code);
    if (known) return { ok: true as const, productId: known.productId };
    const found = await sheetCalls.findSheetWines({ code: entry.code });
    if (!found.ok) return found;
    const [only] = found.value.rows;
    if (found.value.rows.length === 1 && only) return { ok: true as const, productId: only.productId };
    return { ok: false as const, status: 404, code: 'not_found', title: only ? text.chooseCode(entry.code) : text.unknownCode(entry.code) };
  }, []);

  const send = useCallback(
    async (entry: SheetEntry) => {
      const wine = await resolve(entry);
      if (!wine.ok) return wine;
      const { productId } = wine;
      const { key, at, mode, field, value } = entry;
      return sheetCalls.enterSheetLine(
        {
          id,
          productId,
          mode,
          field,
          value,
          version: Math.max(entry.version, own.current.get(productId) ?? 0),
          ageSeconds: Math.max(0, Math.round((Date.now() - at) / 1_000)),
        },
        { idempotencyKey: key },
      );
    },
    [id, resolve],
  );

  const run = useCallback(async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    clearTimeout(timer.current);
    for (let entry = queue.current[0]; entry !== undefined; entry = queue.current[0]) {
      const current = entry;
      const result = await send(current);
      if (!result.ok && mayPass(result.status)) {
        setIsStuck(true);
        timer.current = setTimeout(() => void run(), RETRY_MS);
        break;
      }
      setIsStuck(false);
      if (result.ok) {
        own.current.set(result.value.productId, result.value.version);
        setLast({ line: result.value, entry: current });
        latest.current.onSaved(result.value);
      } else {
        const { title, code } = result;
        setProblems((before) => [...before, { entry: current, title, isConflict: code === 'changed_meanwhile' }]);
      }
      store(queue.current.slice(1));
    }
    isRunning.current = false;
  }, [send, store]);

  useEffect(() => {
    const retry = (): void => void run();
    retry();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      clearTimeout(timer.current);
    };
  }, [run]);

  const enter = useCallback(
    (entry: NewEntry): void => {
      const { productId = null, code = '', name = '', field = 'quantity', version = 0, mode, value } = entry;
      store([...queue.current, { key: randomKey(), at: Date.now(), mode, field, value, productId, code, name, version }]);
      void run();
    },
    [run, store],
  );
  return {
    enter,
    waiting,
    isStuck,
    problems,
    /** The last entry that was saved. */
    last,
    dismiss: (problem: EntryProblem) => setProblems((before) => before.filter((each) => each !== problem)),
  };
}

export type SheetEntries = ReturnType<typeof useSheetEntries>;
