/** Removes pictures one by one, and takes that back. */
import { pictureListMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import type { PictureRow, WinePictures } from '#domains/catalogue/picture-office-contract.ts';
import { createPortions, type Portions } from '#ui/office/grid/portions.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { gridMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { pictureCalls } from './picture-calls.ts';
import { undoWinePictures } from './undo-pictures.ts';

type ListInput = Readonly<Record<string, string>>;

/** The most that a list returns. */
const PAGE = 200;
/** Pictures that one action removes. */
export const MAX_REMOVED = 1_000;

/** Reads the selected pictures. @returns why not, if the list cannot be read */
async function selectedPictures({ isAllMatching, keys }: GridSelection, input: ListInput): Promise<readonly PictureRow[] | string> {
  let rows: readonly PictureRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pictureCalls.pictures>> = await pictureCalls.pictures({
      ...input,
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    if (!page.ok) return page.title;
    rows = rows.concat(page.value.rows.filter(({ id }) => keys.has(id) !== isAllMatching));
    cursor = page.value.nextCursor;
  } while (cursor !== null && rows.length < (isAllMatching ? MAX_REMOVED : keys.size));
  return rows;
}

/** Brings pictures back, with their places on wines. */
export async function restorePictures(ids: readonly string[], wines: readonly WinePictures[], done: () => void): Promise<void> {
  for (const id of ids) {
    const restored = await pictureCalls.restorePicture({ id });
    if (!restored.ok) {
      toastFailed(restored.title);
      return done();
    }
  }
  // The last change first, because two pictures may be of one wine.
  if (wines.length > 0) for (const wine of wines.toReversed()) await undoWinePictures([wine], () => undefined);
  toastDone(text.restored);
  done();
}

type Removal = { readonly id: string; readonly wines: readonly WinePictures[] } | { readonly reason: string };

async function remove(
  portions: Portions<PictureRow, Removal>,
  onProgress: (done: number, all: number) => void,
  reload: () => void,
): Promise<void> {
  const { answers, interruption } = await portions.run(async ([row], idempotencyKey) => {
    if (row === undefined) return { ok: true, value: { reason: '' } };
    const { id, version } = row;
    const sent = await pictureCalls.removePicture({ id, version }, { idempotencyKey });
    if (sent.ok) return { ok: true, value: { id, wines: sent.value.wines } };
    // A picture that cannot be removed does not stop the others.
    return sent.status === 0 ? sent : { ok: true, value: { reason: sent.title } };
  }, onProgress);
  const removed = answers.flatMap((answer) => ('id' in answer ? [answer] : []));
  const reasons = answers.flatMap((answer) => ('reason' in answer ? [answer.reason] : []));
  reload();
  if (removed.length > 0)
    toastDone(
      text.removed(removed.length),
      () =>
        void restorePictures(
          removed.map(({ id }) => id),
          removed.flatMap(({ wines }) => wines),
          reload,
        ),
    );
  if (interruption) toastFailed(gridMessages.stopped(interruption), () => void remove(portions, () => undefined, reload));
  else if (reasons.length > 0) toastFailed(text.notRemoved(reasons.length, [...new Set(reasons)].join(' ')));
}

/** Removes the selected pictures and says what happened, with a way to continue if the connection was lost. */
export async function removePictures(
  selection: GridSelection,
  input: ListInput,
  onProgress: (done: number, all: number) => void,
  reload: () => void,
): Promise<void> {
  const rows = await selectedPictures(selection, input);
  if (typeof rows === 'string') return toastFailed(rows);
  await remove(createPortions(rows, 1), onProgress, reload);
}
