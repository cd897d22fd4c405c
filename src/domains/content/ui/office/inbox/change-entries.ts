/** Changes the state of entries, and takes that back. */
import { inboxMessages as text } from '#domains/content/messages/office-inbox.ts';
import type { EntryState } from '#domains/content/model/inbox.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { inboxCalls } from './inbox-calls.ts';

interface EntryChange {
  readonly id: string;
  readonly state: EntryState;
  /** State that it must still have. */
  readonly expected?: EntryState;
}

interface SentChanges {
  /** Those that were changed, with their state before. */
  readonly before: readonly EntryChange[];
  /** Number of those that somebody changed since. */
  readonly kept: number;
  /** Why it stopped. */
  readonly error: string | null;
}

/** Entries of one call. */
const BATCH = 200;

async function send(entries: readonly EntryChange[]): Promise<SentChanges> {
  let before: readonly EntryChange[] = [];
  let kept = 0;
  for (let start = 0; start < entries.length; start += BATCH) {
    const sent = await inboxCalls.changeEntries({ entries: [...entries.slice(start, start + BATCH)] });
    if (!sent.ok) return { before, kept, error: sent.title };
    before = before.concat(sent.value.changed.map(({ id, before: state }) => ({ id, state })));
    kept += sent.value.kept;
  }
  return { before, kept, error: null };
}

/** Gives entries a state and says what happened, with undo. @param done runs after each change */
export async function changeEntries(ids: readonly string[], state: EntryState, done: () => void): Promise<void> {
  const { before, error } = await send(ids.map((id) => ({ id, state })));
  const undo = async (): Promise<void> => {
    const undone = await send(before.map((entry) => ({ ...entry, expected: state })));
    if (undone.error !== null) toastFailed(undone.error);
    else if (undone.kept > 0) toastFailed(text.changedSince(undone.kept));
    else toastDone(text.undone);
    done();
  };
  if (error !== null) toastFailed(text.partly(before.length, error));
  if (before.length > 0 || error === null) toastDone(text.marked[state](before.length), before.length > 0 ? () => void undo() : undefined);
  done();
}
