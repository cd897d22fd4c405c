/** Follows a record while it is open, and leaves what is being typed alone. */
import { useEffect, useState } from 'react';
import { useLive } from './live.ts';
import { useLiveReload } from './use-live-reload.ts';

interface LiveRecordOptions {
  readonly id: string;
  /** True while a dialog is open or a call runs. The screen is read again afterwards. */
  readonly isPaused: boolean;
  /** True while the form has what is not saved. The screen is read again once it is saved or discarded. */
  readonly isEditing: boolean;
}

/**
 * Reads the screen again after each change of the record, but not while somebody edits it.
 * @returns true if a colleague changed the record while the person edits it
 */
export function useLiveRecord(kind: string, { id, isPaused, isEditing }: LiveRecordOptions): boolean {
  const [isChanged, setIsChanged] = useState(false);
  useLiveReload(kind, { id, isPaused: isPaused || isEditing });
  useLive(kind, (change) => {
    if (change.id === id && !change.isOwn && isEditing) setIsChanged(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record, or one that is shown as it is again
  useEffect(() => setIsChanged(false), [id, isEditing]);
  return isChanged;
}
