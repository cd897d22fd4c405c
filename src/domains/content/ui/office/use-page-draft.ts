/**
 * The draft that a person edits. It is on the screen at once, on this device at the next pause, and on the server a moment later. One
 * save runs at a time. What the server does not have is never dropped: not by a lost connection, an ended session or a closed tab.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { pageEditorMessages as text } from '#domains/content/messages/office.ts';
import type { DraftRecord, PageIssue } from '#domains/content/model/page-draft.ts';
import { completePage } from '#domains/content/model/page-draft.ts';
import type { OfficePage } from '#domains/content/office-contract.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { pageCalls } from './page-calls.ts';

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed';

const SAVE_AFTER_MS = 700;
const RETRY_AFTER_MS = 5_000;

const keyOf = (id: string): string => `office.page.${id}`;

interface LocalCopy {
  readonly record: DraftRecord;
  readonly version: number;
  readonly revision: number;
}

function readLocal(id: string): LocalCopy | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('record' in stored) || !('version' in stored) || !('revision' in stored))
      return null;
    const { record, version, revision } = stored;
    const isCopy = typeof record === 'object' && record !== null && typeof version === 'number' && typeof revision === 'number';
    return isCopy ? { record: JSON.parse(JSON.stringify(record)), version, revision } : null;
  } catch {
    return null;
  }
}

function writeLocal(id: string, copy: LocalCopy | null): void {
  try {
    if (copy) localStorage.setItem(keyOf(id), JSON.stringify(copy));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // Storage is off or full: the server's copy remains.
  }
}

export const recordOf = (page: OfficePage): DraftRecord => page.draft?.record ?? page.published ?? {};

/** Returns true if the draft of a page waits for its moment. It cannot be changed until that is taken back. */
export const isScheduled = ({ scheduled }: Pick<OfficePage, 'scheduled'>): boolean => scheduled !== null && scheduled.problem === null;

export interface PageConflict {
  readonly title: string;
  /** The page as it is now. */
  readonly theirs: OfficePage;
}

/** @param onScheduled shows a page whose draft somebody scheduled while this person typed */
export function usePageDraft(page: OfficePage, onScheduled: (page: OfficePage) => void) {
  const { id } = page;
  const [record, setRecord] = useState<DraftRecord>(() => recordOf(page));
  const [state, setState] = useState<SaveState>('saved');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [issues, setIssues] = useState<readonly PageIssue[]>(page.issues);
  const [conflict, setConflict] = useState<PageConflict | null>(null);
  const [seen, setSeen] = useState({ version: page.version, revision: page.draft?.revision ?? 0 });
  const [savedAt, setSavedAt] = useState<string | null>(page.draft?.updatedAt ?? null);
  const latest = useRef({ record, seen, isDirty: false, isSaving: false, hasConflict: false, onScheduled });
  latest.current.record = record;
  latest.current.seen = seen;
  latest.current.onScheduled = onScheduled;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const save = useCallback(async (): Promise<boolean> => {
    const now = latest.current;
    if (!now.isDirty || now.isSaving || now.hasConflict) return !now.isDirty;
    now.isSaving = true;
    now.isDirty = false;
    setRefusal(null);
    setState('saving');
    const saved = await pageCalls.savePageDraft({ id, ...now.seen, record: now.record });
    now.isSaving = false;
    if (saved.ok) {
      const next = { version: now.seen.version, revision: saved.value.revision };
      now.seen = next;
      setSeen(next);
      setSavedAt(saved.value.savedAt);
      if (!now.isDirty) {
        setState('saved');
        setIssues(saved.value.issues);
        writeLocal(id, null);
        return true;
      }
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
      return false;
    }
    now.isDirty = true;
    if (saved.code === 'changed_meanwhile') {
      const theirs = await pageCalls.page({ id });
      if (theirs.ok) {
        now.hasConflict = true;
        setConflict({ title: saved.title, theirs: theirs.value });
      }
      setState('unsaved');
      return false;
    }
    setState('failed');
    // Another attempt would be refused too, for example because a permission was taken away. The next change is one.
    if (saved.status === 403 || saved.code === 'page_scheduled') {
      setRefusal(saved.title);
      const found = saved.code === 'page_scheduled' ? await pageCalls.page({ id }) : null;
      if (found?.ok) now.onScheduled(found.value);
      return false;
    }
    timer.current = setTimeout(() => void save(), RETRY_AFTER_MS);
    return false;
  }, [id]);

  const change = useCallback(
    (next: DraftRecord): void => {
      const now = latest.current;
      now.record = next;
      now.isDirty = true;
      setRecord(next);
      setState('unsaved');
      // What the schema says is known at once; the rest comes with the answer to the save.
      const complete = completePage(next);
      setIssues((before) => ('issues' in complete ? complete.issues : before.filter(({ isBlocking }) => !isBlocking)));
      writeLocal(id, { record: next, ...now.seen });
      if (timer.current) clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
    },
    [id, save],
  );

  /** Brings back what was typed on this device and not saved, if nobody changed the page since. It stays stored while that is scheduled. */
  const restoreLocal = (shown: OfficePage): void => {
    const local = readLocal(id);
    if (!local) return;
    const now = latest.current;
    const isSame = local.version === now.seen.version && local.revision === now.seen.revision;
    if (!isSame || !shown.canEdit || JSON.stringify(local.record) === JSON.stringify(now.record)) writeLocal(id, null);
    else if (!isScheduled(shown)) {
      change(local.record);
      toastDone(text.restored);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => restoreLocal(page), []);

  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      // The screen is left within the pause: the save goes on without it.
      void save();
    },
    [save],
  );

  /** Takes a page as it is on the server in place of what is on the screen. */
  const take = (next: OfficePage): void => {
    if (timer.current) clearTimeout(timer.current);
    const now = latest.current;
    // Whoever keeps the text of a colleague drops their own.
    if (now.hasConflict) writeLocal(id, null);
    now.isDirty = false;
    now.hasConflict = false;
    now.record = recordOf(next);
    now.seen = { version: next.version, revision: next.draft?.revision ?? 0 };
    setRecord(now.record);
    setSeen(now.seen);
    setSavedAt(next.draft?.updatedAt ?? null);
    setIssues(next.issues);
    setState('saved');
    setRefusal(null);
    setConflict(null);
    restoreLocal(next);
  };

  /** Saves this person's record over the page as it is now. */
  const keepYours = (): void => {
    if (!conflict) return;
    const now = latest.current;
    now.seen = { version: conflict.theirs.version, revision: conflict.theirs.draft?.revision ?? 0 };
    now.hasConflict = false;
    now.isDirty = true;
    setSeen(now.seen);
    setConflict(null);
    void save();
  };

  /** Saves what is not saved yet, before an action that needs it. @returns false if that failed */
  const flush = async (): Promise<boolean> => {
    if (timer.current) clearTimeout(timer.current);
    for (let attempts = 0; latest.current.isSaving && attempts < 100; attempts += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return latest.current.isDirty ? save() : true;
  };

  return {
    record,
    change,
    state,
    refusal,
    issues,
    seen,
    savedAt,
    conflict,
    take,
    keepYours,
    flush,
    currentSeen: () => latest.current.seen,
    /** Returns true if the server has everything that was typed. */
    isClean: () => !latest.current.isDirty && !latest.current.isSaving && !latest.current.hasConflict,
  };
}
