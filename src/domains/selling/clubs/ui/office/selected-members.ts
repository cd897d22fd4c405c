/** Collects and changes a selection of members. */

import { useRef } from 'react';
import type { BulkMemberAction } from '#domains/selling/clubs/model/member-list.ts';
import { type CollectedKeys, collectKeys } from '#ui/office/grid/collect-keys.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { type BulkResult, useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import { memberCalls } from './member-calls.ts';

/** Members of one page while ids are collected: the most that a list returns. */
const PAGE = 200;

/** @param onProgress called with the number of ids so far. Returns false to stop */
export const collectMemberIds = (
  selection: GridSelection,
  input: Readonly<Record<string, string>>,
  onProgress: (count: number) => boolean,
): Promise<CollectedKeys> =>
  collectKeys(selection, (cursor) => memberCalls.members({ ...input, limit: PAGE, ...(cursor === null ? {} : { cursor }) }), onProgress);

export interface MemberResult extends BulkResult {
  readonly name: string;
  readonly on: string | null;
  readonly period: number;
}

export interface MembersChange {
  readonly action: BulkMemberAction;
  readonly reason: string;
}

export function useBulkMembers(selection: GridSelection, input: Readonly<Record<string, string>>) {
  /** Periods of the preview: the change skips these and no later ones. */
  const periods = useRef(new Map<string, number>());
  return useBulkChange<MembersChange, MemberResult>({
    collect: (onProgress) => collectMemberIds(selection, input, onProgress),
    send: async (ids, change, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      const members = ids.map((id) => ({ id, period: isPreview ? 0 : (periods.current.get(id) ?? 0) }));
      const sent = await memberCalls.changeMembers({ members, ...change, isPreview }, isPreview ? {} : { idempotencyKey });
      if (!sent.ok) return sent;
      if (isPreview) for (const { id, period } of sent.value.results) periods.current.set(id, period);
      return { ok: true, value: sent.value.results };
    },
  });
}
