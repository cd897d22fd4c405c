/**
 * Changes many records: first a preview that changes nothing, then the change in portions. If it is interrupted, it says exactly what was
 * done and continues with the rest; a portion that was done but not answered is not done twice.
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

export interface BulkInterrupted<Result extends BulkResult> extends Interruption {
  readonly step: 'interrupted';
  /** Nothing has been changed: it stopped while it was checked what would change. */
  readonly isPreview: boolean;
  /** What became of the records that were answered. */
  readonly changed: readonly Result[];
  readonly refused: readonly Result[];
  /** Records without a result, as the preview has them: they may be changed. */
  readonly unanswered: readonly Result[];
}

export type BulkState<Result extends BulkResult> =
  | { readonly step: 'idle' }
  | { readonly step: 'checking'; readonly done: number; readonly count: number }
  | { readonly step: 'preview'; readonly possible: readonly Result[]; readonly refused: readonly Result[] }
  | { readonly step: 'working'; readonly done: number; readonly count: number }
  | BulkInterrupted<Result>
  | { readonly step: 'finished'; readonly done: readonly Result[]; readonly refused: readonly Result[] };

/** Returns what was changed so far and is known, also if the change was interrupted. */
export function changedSoFar<Result extends BulkResult>(state: BulkState<Result>): readonly Result[] {
  if (state.step === 'finished') return state.done;
  return state.step === 'interrupted' ? state.changed : [];
}

/** Records of one call. */
const PORTION = 50;

export function useBulkChange<Change, Result extends BulkResult>({ collect, send }: BulkCalls<Change, Result>) {
  const [state, setState] = useState<BulkState<Result>>({ step: 'idle' });
  /** What is still to be changed, and the results so far. */
  const work = useRef<Portions<string, readonly Result[]>>(null);
  /** What is known of the records before the change, by id. */
  const previewed = useRef<ReadonlyMap<string, Result>>(new Map());

  /** Stops a preview, which has changed nothing. */
  const stop = (title: string, count: number): void =>
    setState({ step: 'interrupted', isPreview: true, title, done: 0, unknown: 0, count, changed: [], refused: [], unanswered: [] });

  const preview = async (change: Change): Promise<void> => {
    setState({ step: 'checking', done: 0, count: 0 });
    const collected = await collect((count) => {
      setState({ step: 'checking', done: 0, count });
      return true;
    });
    if (!collected.ok) return stop(collected.title, 0);
    const count = collected.ids.length;
    const results: Result[] = [];
    for (const ids of portionsOf(collected.ids, PORTION)) {
      const checked = await send(ids, change, null);
      if (!checked.ok) return stop(checked.title, count);
      for (const result of checked.value) results.push(result);
      setState({ step: 'checking', done: results.length, count });
    }
    const possible = results.filter(({ isDone }) => isDone);
    previewed.current = new Map(possible.map((result) => [result.id, result]));
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
    const results = answers.flat();
    const changed = results.filter(({ isDone }) => isDone);
    const refused = results.filter(({ isDone }) => !isDone);
    if (interruption === null) return setState({ step: 'finished', done: changed, refused });
    const unanswered = interruption.unanswered.flatMap((id) => previewed.current.get(id) ?? []);
    setState({ step: 'interrupted', isPreview: false, ...interruption, changed, refused, unanswered });
  };

  /** Changes records whose ids are known, without a preview. @param known what is known of them, such as their names */
  const start = async (ids: readonly string[], change: Change, known: readonly Result[]): Promise<void> => {
    previewed.current = new Map(known.map((result) => [result.id, result]));
    work.current = createPortions(ids, PORTION);
    await run(change);
  };

  /** Continues what was interrupted. */
  const resume = (change: Change): Promise<void> => (state.step === 'interrupted' && state.isPreview ? preview(change) : run(change));

  return { state, preview, run, start, resume };
}
