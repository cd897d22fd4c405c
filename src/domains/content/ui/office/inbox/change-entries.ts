/** Changes the state of entries, and takes that back. */
import { inboxMessages as text } from '#domains/content/messages/office-inbox.ts';
import type { EntryState } from '#domains/content/model/inbox.ts';
import { createPortions, type Portions } from '#ui/office/grid/portions.ts';
import { gridMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { inboxCalls } from './inbox-calls.ts';

interface EntryChange {
  readonly id: string;
  readonly state: EntryState;
  /** State that was shown, which it must still have. */
  readonly expected: EntryState;
}

/** Entries of one call. */
const BATCH = 200;

type Changes = Portions<EntryChange, { readonly before: readonly Omit<EntryChange, 'expected'>[]; readonly kept: number }>;

/** Sends what is left of changes. @returns the entries that were changed with their states before, and the number of those left as they are */
async function send(changes: Changes) {
  const { answers, interruption } = await changes.run(async (entries, idempotencyKey) => {
    const sent = await inboxCalls.changeEntries({ entries: [...entries] }, { idempotencyKey });
    if (!sent.ok) return sent;
    const before = sent.value.changed.map(({ id, before: state }) => ({ id, state }));
    return { ok: true, value: { before, kept: sent.value.kept } };
  });
  const kept = answers.reduce((sum, answer) => sum + answer.kept, 0);
  return { before: answers.flatMap((answer) => answer.before), kept, interruption };
}

/** Takes changes back. @param done runs after each attempt */
async function undo(changes: Changes, done: () => void): Promise<void> {
  const { kept, interruption } = await send(changes);
  if (interruption) toastFailed(gridMessages.stopped(interruption), () => void undo(changes, done));
  else if (kept > 0) toastFailed(text.changedSince(kept));
  else toastDone(text.undone);
  done();
}

async function change(changes: Changes, state: EntryState, done: () => void): Promise<void> {
  const { before, kept, interruption } = await send(changes);
  const takeBack = (): void =>
    void undo(
      createPortions(
        before.map((entry) => ({ ...entry, expected: state })),
        BATCH,
      ),
      done,
    );
  if (interruption) toastFailed(gridMessages.stopped(interruption), () => void change(changes, state, done));
  else if (kept > 0) toastFailed(text.changedMeanwhile(kept));
  if (before.length > 0 || (interruption === null && kept === 0))
    toastDone(text.marked[state](before.length), before.length > 0 ? takeBack : undefined);
  done();
}

/**
 * Gives entries a state and says what happened, with undo, or with a way to continue if it stopped.
 * @param entries with the state that was shown
 * @param done runs after each change
 */
export const changeEntries = (entries: readonly Omit<EntryChange, 'state'>[], state: EntryState, done: () => void): Promise<void> =>
  change(
    createPortions(
      entries.map((entry) => ({ ...entry, state })),
      BATCH,
    ),
    state,
    done,
  );
