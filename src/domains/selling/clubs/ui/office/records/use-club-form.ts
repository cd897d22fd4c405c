/** The form of a club: what was typed, what is wrong with it, and saving it against a club that others may have changed. */
import { useMemo, useState } from 'react';
import type { OfficeClub } from '#domains/selling/clubs/club-record-office-contract.ts';
import { clubFieldLabel, clubMessages as text } from '#domains/selling/clubs/messages/club-records.ts';
import { type ClubDraft, changedClubFields, mergeClub, parseClubDraft, toClubDraft } from '#domains/selling/clubs/model/club-draft.ts';
import { brokenTerms } from '#domains/selling/clubs/model/club-terms.ts';
import type { ClubRecord } from '#domains/selling/clubs/model/record.ts';
import type { ConflictField } from '#ui/office/form/ConflictDialog.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { clubRecordCalls } from './club-record-calls.ts';
import { formatClubField } from './format-club-field.ts';

interface Conflict {
  readonly title: string;
  readonly current: OfficeClub;
}

/** Moves the focus to the first field with a problem. */
export function focusClubProblem(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('.club-form [aria-invalid="true"],.club-form [data-invalid] input')?.focus(),
  );
}

/** @param onSaved called with the club as it is since it was saved */
export function useClubForm(club: OfficeClub, onSaved: (club: OfficeClub) => void) {
  // The club that the person edits. It stays while a change of somebody else arrives.
  const [typed, setTyped] = useState<{ readonly of: OfficeClub; readonly draft: ClubDraft } | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const opened = typed?.of.id === club.id ? typed.of : club;
  const draft = useMemo(() => (typed?.of === opened ? typed.draft : toClubDraft(opened.record)), [typed, opened]);
  const parsed = useMemo(() => parseClubDraft(draft), [draft]);
  // What members agreed to is known at once.
  const broken = useMemo(() => (parsed.record ? brokenTerms(opened.record, parsed.record, opened.use) : []), [parsed, opened]);
  const isDirty = typed !== null && JSON.stringify(draft) !== JSON.stringify(toClubDraft(opened.record));

  const take = (next: OfficeClub): void => {
    setTyped(null);
    setConflict(null);
    setHasTried(false);
    setError(null);
    onSaved(next);
  };
  const undo = async (record: ClubRecord, { version }: OfficeClub): Promise<void> => {
    const undone = await clubRecordCalls.saveClub({ version, record });
    if (undone.ok) take(undone.value);
    else setError(undone.title);
  };
  const send = async (record: ClubRecord, { version, record: before }: OfficeClub): Promise<void> => {
    setIsPending(true);
    setError(null);
    const saved = await clubRecordCalls.saveClub({ version, record });
    if (saved.ok) {
      toastDone(text.saved, () => void undo(before, saved.value));
      take(saved.value);
    } else if (saved.code === 'changed_meanwhile') {
      const current = await clubRecordCalls.clubRecord({ id: club.id });
      if (current.ok) setConflict({ title: saved.title, current: current.value });
      else setError(current.title);
    } else {
      setConflict(null);
      setError(saved.title);
    }
    setIsPending(false);
  };

  /** What both changed, or what they changed, beside the person's own. */
  const conflictFields = ({ current }: Conflict): ConflictField[] => {
    const mine = parsed.record;
    if (!mine) return [];
    const [theirs, yours] = [changedClubFields(opened.record, current.record), changedClubFields(opened.record, mine)];
    return [...new Set([...theirs, ...yours])].map((name) => ({
      label: clubFieldLabel(name),
      theirs: theirs.includes(name) ? formatClubField(current.record, name) : '–',
      yours: yours.includes(name) ? formatClubField(mine, name) : '–',
    }));
  };

  return {
    draft,
    issues: [...(hasTried ? parsed.issues : []), ...broken],
    /** The record as it would be saved; null while a field is not valid. */
    record: parsed.record,
    isDirty,
    isPending,
    error,
    change: (next: ClubDraft) => setTyped({ of: opened, draft: next }),
    discard: () => {
      setTyped(null);
      setHasTried(false);
      setError(null);
    },
    /** Checks the form. @returns the record to save; null if a field needs a correction */
    check: (): ClubRecord | null => {
      setHasTried(true);
      const problems = parsed.issues.length + broken.length;
      if (parsed.record && problems === 0) return parsed.record;
      setError(text.invalid(problems));
      focusClubProblem();
      return null;
    },
    save: (record: ClubRecord) => send(record, opened),
    conflict: conflict && { title: conflict.title, fields: conflictFields(conflict) },
    /** Applies the person's fields to the club as it is now. */
    keepYours: () => {
      if (conflict && parsed.record) void send(mergeClub(opened.record, parsed.record, conflict.current.record), conflict.current);
    },
    keepTheirs: () => conflict && take(conflict.current),
  };
}
