/** Collects the ids of a selection of claims. */
import { type CollectedKeys, collectKeys } from '#ui/office/grid/collect-keys.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { claimCalls } from './claim-calls.ts';

/** Claims of one page while ids are collected: the most that a list returns. */
const PAGE = 200;

/** @param onProgress called with the number of ids so far. Returns false to stop */
export const collectClaimIds = (
  selection: GridSelection,
  input: Readonly<Record<string, string>>,
  onProgress: (count: number) => boolean,
): Promise<CollectedKeys> =>
  collectKeys(selection, (cursor) => claimCalls.claims({ ...input, limit: PAGE, ...(cursor === null ? {} : { cursor }) }), onProgress);
