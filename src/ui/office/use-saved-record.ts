/** Shows a record as it was saved, until the screen is read again. */
import { useState } from 'react';

/**
 * Returns the newer of the record that was loaded and the one that was saved since. A screen that began to load before the save may
 * arrive after it, and is then the older one.
 * @param changedAt returns when a record was last changed, ISO 8601
 * @returns the record, and the function that takes what the server returned for a save
 */
export function useSavedRecord<Saved extends { readonly id: string }>(
  loaded: Saved,
  changedAt: (one: Saved) => string,
): readonly [Saved, (saved: Saved) => void] {
  const [saved, setSaved] = useState<Saved | null>(null);
  const isNewer = saved !== null && saved.id === loaded.id && changedAt(saved) > changedAt(loaded);
  return [isNewer ? saved : loaded, setSaved];
}
