/**
 * Changes many records: first a preview that changes nothing, then the change in portions. If the connection is lost, it says exactly what
 * was done and continues with the rest; a portion that was done but not answered is not done twice.
 */
import { useRef, useState } from 'react';
import { randomKey } from '#lib/browser/random-id.ts';
import type { CollectedKeys } from './collect-keys.ts';

/** What became of a record. */
export interface BulkResult {
  readonly id: string;
  readonly isDone: boolean;
  readonly reason: string;
}

type Answer<Result> = { readonly ok: true; readonly results: readonly Result[] } | { readonly ok: false; readonly title: string };

export interface BulkCalls<Change, Result extends BulkResult> {
  /** Collects the ids of the selection. */
  readonly collect: (onProgress: (count: number) => boolean) => Promise<CollectedKeys>;
  /** Changes a portion; with a key it is not done twice, without one it is a preview. */
  readonly send: (ids: readonly string[], change: Change, idempotencyKey: string | null) => Promise<Answer<Result>>;
}

export type BulkState<Result extends BulkResult> =
  | { readonly step: 'idle' }
  | { readonly step: 'checking'; readonly done: number; readonly count: number }
  | { readonly step: 'preview'; readonly possible: readonly Result[]; readonly refused: readonly Result[] }
  | { readonly step: 'working'; readonly done: number; readonly count: number }
  | { readonly step: 'interrupted'; readonly done: number; readonly count: number; readonly title: string }
  | { readonly step: 'finished'; readonly done: readonly Result[]; readonly refused: readonly Result[] };

/** Records of one call. */
const PORTION = 50;

const portions = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / PORTION) }, (_, index) => ids.slice(index * PORTION, (index + 1) * PORTION));

export function useBulkChange<Change, Result extends BulkResult>({ collect, send }: BulkCalls<Change, Result>) {
  const [state, setState] = useState<BulkState<Result>>({ step: 'idle' });
  /** Portions that are still to be sent, each with its idempotency key, and the results so far. */
  const work = useRef<{ left: { ids: readonly string[]; key: string }[]; results: Result[]; count: number }>({
    left: [],
    results: [],
    count: 0,
  });

  const prepare = (ids: readonly string[]): void => {
    work.current = { left: portions(ids).map((portion) => ({ ids: portion, key: randomKey() })), results: [], count: ids.length };
  };

  const preview = async (change: Change): Promise<void> => {
    setState({ step: 'checking', done: 0, count: 0 });
    const collected = await collect((count) => {
      setState({ step: 'checking', done: 0, count });
      return true;
    });
    if (!collected.ok) return setState({ step: 'interrupted', done: 0, count: 0, title: collected.title });
    const results: Result[] = [];
    for (const ids of portions(collected.ids)) {
      const checked = await send(ids, change, null);
      if (!checked.ok) return setState({ step: 'interrupted', done: 0, count: collected.ids.length, title: checked.title });
      for (const result of checked.results) results.push(result);
      setState({ step: 'checking', done: results.length, count: collected.ids.length });
    }
    const possible = results.filter(({ isDone }) => isDone);
    prepare(possible.map(({ id }) => id));
    setState({ step: 'preview', possible, refused: results.filter(({ isDone }) => !isDone) });
  };

  const run = async (change: Change): Promise<void> => {
    const { left, results, count } = work.current;
    for (let portion = left[0]; portion; portion = left[0]) {
      setState({ step: 'working', done: results.length, count });
      const changed = await send(portion.ids, change, portion.key);
      if (!changed.ok) return setState({ step: 'interrupted', done: results.length, count, title: changed.title });
      for (const result of changed.results) results.push(result);
      left.shift();
    }
    setState({ step: 'finished', done: results.filter(({ isDone }) => isDone), refused: results.filter(({ isDone }) => !isDone) });
  };

  /** Changes records whose ids are known, without a preview. */
  const start = async (ids: readonly string[], change: Change): Promise<void> => {
    prepare(ids);
    await run(change);
  };

  return { state, preview, run, start };
}
