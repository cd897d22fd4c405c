/** Shows in the editor what a colleague did to the page, unless something on the screen is not saved. */
import { useCallback, useEffect, useRef } from 'react';
import { pageEditorMessages as text } from '#domains/content/messages/office.ts';
import type { OfficePage } from '#domains/content/office-contract.ts';
import { useLive, useLiveOpened } from '#ui/office/live.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { pageCalls } from './page-calls.ts';
import type { usePageDraft } from './use-page-draft.ts';

interface LivePageOptions {
  /** True behind a dialog. The page is read afterwards. */
  readonly isPaused: boolean;
  /** When the shown draft is published, or why it was not; null if it is not scheduled. */
  readonly scheduled: OfficePage['scheduled'];
  readonly draft: Pick<ReturnType<typeof usePageDraft>, 'isClean' | 'currentSeen' | 'refusal' | 'flush'>;
  /** Shows a page in place of the one on the screen. */
  readonly take: (page: OfficePage) => void;
}

/** What is not saved yet is saved a moment later, and the editor then shows the conflict. */
export function useLivePage(id: string, { isPaused, scheduled, draft, take }: LivePageOptions): void {
  const latest = useRef({ isPaused, scheduled, draft, take });
  latest.current = { isPaused, scheduled, draft, take };
  const isStale = useRef(false);
  const follow = useCallback(async (): Promise<void> => {
    isStale.current = latest.current.isPaused;
    if (isStale.current) return;
    const read = await pageCalls.page({ id });
    const now = latest.current;
    if (!read.ok) return;
    if (!now.draft.isClean()) {
      // The change may allow what was refused, or be in conflict with it.
      if (now.draft.refusal !== null && (await now.draft.flush())) await follow();
      return;
    }
    const seen = now.draft.currentSeen();
    const { version, draft: theirs, scheduled: until } = read.value;
    const isSame = version === seen.version && (theirs?.revision ?? 0) === seen.revision;
    if (isSame && until?.at === now.scheduled?.at && until?.problem === now.scheduled?.problem) return;
    now.take(read.value);
    toastDone(text.followed);
  }, [id]);
  useLive('page', (change) => {
    if (change.id === id && !change.isOwn) void follow();
  });
  useLiveOpened(() => void follow());
  useEffect(() => {
    if (!isPaused && isStale.current) void follow();
  }, [isPaused, follow]);
}
