/**
 * Changes many records: first a preview that changes nothing, then the change in portions. If the connection is lost, it says exactly what
 * was done and continues with the rest; a portion that was done but not answered is not done twice.
 */
import { useRef, useState } from 'react';
import type { CollectedKeys } from './collect-keys.ts';
import { createPortions, type Interruption, type PortionAnswer, type Portions, portionsOf } from './portions.ts';

/** What became of a record. */
export interface BulkResult {
  readonly id: string;
  readonly isDone: boolean;
  readonly reason: string;
}

export interface BulkCalls<Change, Result extends BulkResult> {
  /** Collects the ids of the selection. */
  readonly collect: (onProgress: (count: number) => boolean) => Promise<CollectedKeys>;
  /** Changes a portion; with a key it is not done twice, without one it is a preview. */
  readonly send: (ids: readonly string[], change: Change, idempotencyKey: string | null) => Promise<PortionAnswer<readonly Result[]>>;
}

export interface BulkInterrupted extends Interruption {
  readonly step: 'interrupted';
  /** Nothing has been changed: it stopped while it was checked what would change. */
  readonly isPreview: boolean;
}

export type BulkState<Result extends BulkResult> =
  | { readonly step: 'idle' }
  | { readonly step: 'checking'; readonly done: number; readonly count: number }
  | { readonly step: 'preview'; readonly possible: readonly Result[]; readonly refused: readonly Result[] }
  | { readonly step: 'working'; readonly done: number; readonly count: number }
  | BulkInterrupted
  | { readonly step: 'finished'; readonly done: readonly Result[]; readonly refused: readonly Result[] };

/** Records of one call. */
const PORTION = 50;

export function useBulkChange<Change, Result extends BulkResult>({ collect, send }: BulkCalls<Change, Result>) {
  const [state, setState] = useState<BulkState<Result>>({ step: 'idle' });
  /** What is still to be changed, and the results so far. */
  const work = useRef<Portions<string, readonly Result[]>>(null);

  const stop = (interruption: Interruption, isPreview: boolean): void => setState({ step: 'interrupted', isPreview, ...interruption });

  const preview = async (change: Change): Promise<void> => {
    setState({ step: 'checking', done: 0, count: 0 });
    const collected = await collect((count) => {
      setState({ step: 'checking', done: 0, count });
      return true;
    });
    if (!collected.ok) return stop({ title: collected.title, done: 0, unknown: 0, count: 0 }, true);
    const count = collected.ids.length;
    const results: Result[] = [];
    for (const ids of portionsOf(collected.ids, PORTION)) {
      const checked = await send(ids, change, null);
      if (!checked.ok) return stop({ title: checked.title, done: 0, unknown: 0, count }, true);
      for (const result of checked.value) results.push(result);
      setState({ step: 'checking', done: results.length, count });
    }
    const possible = results.filter(({ isDone }) => isDone);
    work.current = createPortions(
      possible.map(({ id }) => id),
      PORTION,
    );
    setState({ step: 'preview', possible, refused: results.filter(({ isDone }) => !isDone) });
  };

  const run = async (change: Change): Promise<void> => {
    if (work.current === null) return;
    const { answers, interruption } = await work.current.run(
      (ids, key) => send(ids, change, key),
      (done, count) => setState({ step: 'working', done, count }),
    );
    if (interruption) return stop(interruption, false);
    const results = answers.flat();
    setState({ step: 'finished', done: results.filter(({ isDone }) => isDone), refused: results.filter(({ isDone }) => !isDone) });
  };

  /** Changes records whose ids are known, without a preview. */
  const start = async (ids: readonly string[], change: Change): Promise<void> => {
    work.current = createPortions(ids, PORTION);
    await run(change);
  };

  /** Continues what was interrupted. */
  const resume = (change: Change): Promise<void> => (state.step === 'interrupted' && state.isPreview ? preview(change) : run(change));

  return { state, preview, run, start, resume };
}
