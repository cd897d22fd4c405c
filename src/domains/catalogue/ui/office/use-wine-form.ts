/** The form of a wine: what was typed, what is wrong with it, and saving it against a wine that others may have changed. */
import { useMemo, useState } from 'react';
import { wineMessages as text } from '#domains/catalogue/messages/office.ts';
import { wineFieldLabel } from '#domains/catalogue/messages/office-fields.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { changedFields, mergeWine } from '#domains/catalogue/model/wine-change.ts';
import { parseDraft, rebaseDraft, toDraft, type WineDraft } from '#domains/catalogue/model/wine-draft.ts';
import type { OfficeWine } from '#domains/catalogue/office-contract.ts';
import type { ConflictField } from '#ui/office/form/ConflictDialog.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { formatField } from './format-field.ts';
import { wineCalls } from './wine-calls.ts';

interface Conflict {
  readonly title: string;
  readonly current: OfficeWine;
}

/** Moves the focus to the first field with a problem. */
function focusProblem(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('.wine-form [aria-invalid="true"],.wine-form [data-invalid] input')?.focus(),
  );
}

/** @param onSaved called with the wine as it is since it was saved */
export function useWineForm(wine: OfficeWine, onSaved: (wine: OfficeWine) => void) {
  const opened = useMemo(() => toDraft(wine.record), [wine]);
  const [typed, setTyped] = useState<{ readonly of: OfficeWine; readonly draft: WineDraft } | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draft = useMemo(() => {
    if (typed?.of.id !== wine.id) return opened;
    return typed.of === wine ? typed.draft : rebaseDraft(typed.draft, toDraft(typed.of.record), opened);
  }, [typed, wine, opened]);
  const parsed = useMemo(() => parseDraft(draft), [draft]);
  const isDirty = typed !== null && JSON.stringify(draft) !== JSON.stringify(opened);

  const send = async (record: OfferRecord, version: string): Promise<void> => {
    setIsPending(true);
    setError(null);
    const saved = await wineCalls.saveWine({ version, record });
    if (saved.ok) {
      setTyped(null);
      setConflict(null);
      setHasTried(false);
      const before = wine.record;
      toastDone(text.saved, () => void undo(before, saved.value));
      onSaved(saved.value);
    } else if (saved.code === 'changed_meanwhile') {
      const current = await wineCalls.wine({ id: wine.id });
      if (current.ok) setConflict({ title: saved.title, current: current.value });
      else setError(current.title);
    } else setError(saved.title);
    setIsPending(false);
  };
  const undo = async (record: OfferRecord, { version }: OfficeWine): Promise<void> => {
    const undone = await wineCalls.saveWine({ version, record });
    if (undone.ok) onSaved(undone.value);
    else setError(undone.title);
  };

  /** What both changed, or what they changed, beside the person's own. */
  const conflictFields = (): ConflictField[] => {
    if (!conflict || !parsed.ok) return [];
    const [theirs, yours] = [changedFields(wine.record, conflict.current.record).after, changedFields(wine.record, parsed.record).after];
    const timeZone = wine.markets[0]?.timeZone ?? 'UTC';
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(yours)])];
    return names.map((name) => ({
      label: wineFieldLabel(name),
      theirs: name in theirs ? formatField(name, theirs[name], timeZone) : '–',
      yours: name in yours ? formatField(name, yours[name], timeZone) : '–',
    }));
  };

  return {
    draft,
    issues: hasTried ? parsed.issues : [],
    /** The record as it would be saved; null while a field is not valid. */
    record: parsed.ok ? parsed.record : null,
    isDirty,
    isPending,
    error,
    change: (next: WineDraft) => setTyped({ of: wine, draft: next }),
    discard: () => {
      setTyped(null);
      setHasTried(false);
      setError(null);
    },
    save: () => {
      setHasTried(true);
      if (!parsed.ok) {
        setError(text.invalid(parsed.issues.length));
        focusProblem();
      } else void send(parsed.record, wine.version);
    },
    conflict: conflict && { title: conflict.title, fields: conflictFields() },
    /** Applies the person's fields to the wine as it is now. */
    keepYours: () => {
      if (conflict && parsed.ok) void send(mergeWine(wine.record, parsed.record, conflict.current.record), conflict.current.version);
    },
    keepTheirs: () => {
      if (!conflict) return;
      setTyped(null);
      setConflict(null);
      onSaved(conflict.current);
    },
  };
}
