/** Counts the records that colleagues changed while a list is open, so that it can offer to be read again. */
import { useEffect, useState } from 'react';
import { type LiveChange, useLive } from '../live.ts';

const showsAll = (): boolean => true;

/**
 * @param kinds kinds of records that the list shows
 * @param first what the list has loaded: a new object has the changes
 * @param isShown returns false for changes that the list does not show
 */
export function useChangedRows(
  kinds: string | readonly string[],
  first: unknown,
  isShown: (change: LiveChange) => boolean = showsAll,
): number {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useLive(kinds, (change) => {
    // A list is read again after what the person does in it.
    if (!change.isOwn && isShown(change)) setChanged((before) => new Set(before).add(`${change.kind} ${change.id}`));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has the changes
  useEffect(() => setChanged(new Set()), [first]);
  return changed.size;
}
