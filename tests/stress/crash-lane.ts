/** Processes that a crash test kills and replaces, and its table of failures. */
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { recordStressResult } from './record-result.ts';

/** A process, or the one that is being started to replace it. */
export interface Lane<T extends ShopProcess> {
  readonly start: () => Promise<T>;
  core: Promise<T>;
}

export const createLane = <T extends ShopProcess>(start: () => Promise<T>): Lane<T> => ({ start, core: start() });

/** Replaces a killed process, as a supervisor does. Starts one process however many callers wait. */
export async function living<T extends ShopProcess>(lane: Lane<T>): Promise<T> {
  const before = lane.core;
  const core = await before;
  if (core.isRunning()) return core;
  if (lane.core === before) lane.core = core.end().then(lane.start);
  return lane.core;
}

/** Planned and injected failures, by what failed and how. */
export type FailureTable = Map<string, { readonly planned: number; readonly injected: number }>;

export function countFailure(table: FailureTable, row: string, isInjected: boolean): void {
  const { planned, injected } = table.get(row) ?? { planned: 0, injected: 0 };
  table.set(row, { planned: planned + 1, injected: injected + (isInjected ? 1 : 0) });
}

export const recordFailures = (table: FailureTable, column: string): void =>
  recordStressResult(
    'Injected failures',
    [column, 'planned', 'injected'],
    [...table].sort().map(([row, { planned, injected }]) => [row, planned, injected]),
  );
