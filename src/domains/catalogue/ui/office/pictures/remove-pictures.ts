/** Removes pictures one by one, and takes that back. */
import { pictureListMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import type { PictureRow, WinePictures } from '#domains/catalogue/picture-office-contract.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { pictureCalls } from './picture-calls.ts';
import { undoWinePictures } from './undo-pictures.ts';

type ListInput = Readonly<Record<string, string>>;

/** The most that a list returns. */
const PAGE = 200;
/** Pictures that one action removes. */
export const MAX_REMOVED = 1_000;

/** Reads the selected pictures. @returns null if the list cannot be read */
async function selectedPictures({ isAllMatching, keys }: GridSelection, input: ListInput): Promise<readonly PictureRow[] | null> {
  let rows: readonly PictureRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pictureCalls.pictures>> = await pictureCalls.pictures({
      ...input,
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    if (!page.ok) return null;
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

/** Removes the selected pictures and says what happened. */
export async function removePictures(
  selection: GridSelection,
  input: ListInput,
  onProgress: (done: number, all: number) => void,
  reload: () => void,
): Promise<void> {
  const rows = await selectedPictures(selection, input);
  if (rows === null) return toastFailed(text.notRemoved(selection.keys.size, ''));
  const removed: string[] = [];
  let wines: readonly WinePictures[] = [];
  const reasons: string[] = [];
  for (const [index, { id, version }] of rows.entries()) {
    onProgress(index, rows.length);
    const result = await pictureCalls.removePicture({ id, version });
    if (result.ok) {
      removed.push(id);
      wines = wines.concat(result.value.wines);
    } else reasons.push(result.title);
  }
  reload();
  if (removed.length > 0) toastDone(text.removed(removed.length), () => void restorePictures(removed, wines, reload));
  if (reasons.length > 0) toastFailed(text.notRemoved(reasons.length, [...new Set(reasons)].join(' ')));
}
