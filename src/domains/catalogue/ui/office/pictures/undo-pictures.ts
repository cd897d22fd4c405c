/** Takes changes of wines' pictures back. */
import { pictureMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import type { WinePictures } from '#domains/catalogue/picture-office-contract.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { pictureCalls } from './picture-calls.ts';

/** Wines of one call. */
const BATCH = 100;

/** Takes changes back and says what stayed. @param done runs after the last call */
export async function undoWinePictures(wines: readonly WinePictures[], done: () => void): Promise<void> {
  let skipped: readonly string[] = [];
  for (let start = 0; start < wines.length; start += BATCH) {
    const part = wines.slice(start, start + BATCH).map(({ offer, before, after }) => ({ offer, before, after }));
    const undone = await pictureCalls.restoreWinePictures({ wines: part });
    if (!undone.ok) {
      toastFailed(undone.title);
      return done();
    }
    skipped = skipped.concat(undone.value.skipped);
  }
  if (skipped.length > 0) toastFailed(text.undoSkipped(skipped));
  else toastDone(text.undone);
  done();
}
