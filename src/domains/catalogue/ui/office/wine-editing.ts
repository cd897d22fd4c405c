/** Editing wines in the list: what a cell changes, how it is undone, and what happens if someone else was faster. */
import { createContext, useContext, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { wineListMessages as text } from '#domains/catalogue/messages/office.ts';
import { priceField, type WineChange } from '#domains/catalogue/model/wine-change.ts';
import type { WineRow } from '#domains/catalogue/office-contract.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { formatField } from './format-field.ts';
import { wineCalls } from './wine-calls.ts';

export interface WineEdit {
  readonly change: WineChange;
  /** Takes it back. */
  readonly undo: WineChange;
  /** Name of the field as in a change: `endsAt` or `prices.AU`. */
  readonly field: string;
  /** Its label and the new value, for the conflict. */
  readonly label: string;
  readonly shown: string;
}

interface Conflict {
  readonly title: string;
  readonly row: WineRow;
  readonly edit: WineEdit;
  /** The value as it is now, and its version. */
  readonly theirs: string;
  readonly version: string;
}

export interface WineEditing {
  readonly canEdit: boolean;
  /** Returns the row as it is since it was edited. */
  readonly rowOf: (row: WineRow) => WineRow;
  /** Saves a change. @returns why not; null if it was saved or a conflict is shown */
  readonly save: (row: WineRow, edit: WineEdit) => Promise<string | null>;
}

/** Provided by the list. */
export const WineEditingContext = createContext<WineEditing>({ canEdit: false, rowOf: (row) => row, save: async () => null });

export const useWineEditing = (): WineEditing => useContext(WineEditingContext);

/** @param first changes when the list was loaded again, which has all edits */
export function useWineEdits(first: unknown, canEdit: boolean) {
  const revalidator = useRevalidator();
  const [edited, setEdited] = useState<ReadonlyMap<string, WineRow>>(new Map());
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isPending, setIsPending] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has the edits
  useEffect(() => setEdited(new Map()), [first]);
  const rowOf = (row: WineRow): WineRow => edited.get(row.id) ?? row;
  const keep = (row: WineRow): void => setEdited((before) => new Map(before).set(row.id, row));

  const send = async (row: WineRow, version: string, edit: WineEdit): Promise<string | null> => {
    const name = text.rowName(row.brand, row.name);
    const changed = await wineCalls.changeWine({ id: row.id, version, market: row.market, change: edit.change });
    if (changed.ok) {
      const saved = changed.value.row;
      keep(saved);
      toastDone(text.saved(name), () => void undo(saved, edit));
      return null;
    }
    if (changed.code !== 'changed_meanwhile') return changed.title;
    const current = await wineCalls.wine({ id: row.id });
    if (!current.ok) return current.title;
    const { record, version: latest } = current.value;
    const values: Readonly<Record<string, unknown>> = { ...record, [priceField(row.market)]: record.prices[row.market] };
    setConflict({
      title: changed.title,
      row,
      edit,
      version: latest,
      theirs: formatField(edit.field, values[edit.field], timeZoneOf(row.market)),
    });
    return null;
  };
  const undo = async (row: WineRow, { undo: change }: WineEdit): Promise<void> => {
    const changed = await wineCalls.changeWine({ id: row.id, version: row.version, market: row.market, change });
    if (!changed.ok) return toastFailed(changed.title);
    keep(changed.value.row);
    toastDone(text.undone(text.rowName(row.brand, row.name)));
  };

  const editing: WineEditing = { canEdit, rowOf, save: (row, edit) => send(row, row.version, edit) };
  return {
    editing,
    editedVersionOf: (id: string): string | undefined => edited.get(id)?.version,
    conflict,
    isPending,
    /** Applies the person's change to the wine as it is now. */
    keepYours: async (): Promise<void> => {
      if (!conflict) return;
      setIsPending(true);
      setConflict(null);
      const problem = await send(conflict.row, conflict.version, conflict.edit);
      setIsPending(false);
      if (problem !== null) toastFailed(problem);
    },
    /** Drops the person's change and shows the list as it is. */
    keepTheirs: (): void => {
      setConflict(null);
      void revalidator.revalidate();
    },
  };
}
