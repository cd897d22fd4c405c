/** Changes the state of entries, and takes that back. */
import { inboxMessages as text } from '#domains/content/messages/office-inbox.ts';
import type { EntryState } from '#domains/content/model/inbox.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { inboxCalls } from './inbox-calls.ts';

interface EntryChange {
  readonly id: string;
  readonly state: EntryState;
}

/** Entries of one call. */
const BATCH = 200;

/** @returns those that were changed with their state before, and why it stopped */
async function send(entries: readonly EntryChange[]): Promise<{ readonly before: readonly EntryChange[]; readonly error: string | null }> {
  let before: readonly EntryChange[] = [];
  for (let start = 0; start < entries.length; start += BATCH) {
    const sent = await inboxCalls.changeEntries({ entries: entries.slice(start, start + BATCH).map(({ id, state }) => ({ id, state })) });
    if (!sent.ok) return { before, error: sent.title };
    before = before.concat(sent.value.changed.map(({ id, before: state }) => ({ id, state })));
  }
  return { before, error: null };
}

/** Gives entries a state and says what happened, with undo. @param done runs after each change */
export async function changeEntries(ids: readonly string[], state: EntryState, done: () => void): Promise<void> {
  const { before, error } = await send(ids.map((id) => ({ id, state })));
  const undo = async (): Promise<void> => {
    const undone = await send(before);
    if (undone.error === null) toastDone(text.undone);
    else toastFailed(undone.error);
    done();
  };
  if (error !== null) toastFailed(text.partly(before.length, error));
  if (before.length > 0 || error === null) toastDone(text.marked[state](before.length), before.length > 0 ? () => void undo() : undefined);
  done();
}
