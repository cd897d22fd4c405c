/** Puts PDF files together, such as labels that carriers draw. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const open = (bytes: Uint8Array) => getDocument({ data: new Uint8Array(bytes), verbosity: 0 });

/** Counts the pages of a file. @returns 0 for one that is no PDF or can't be opened */
export async function countPages(bytes: Uint8Array): Promise<number> {
  const task = open(bytes);
  try {
    return (await task.promise).numPages;
  } catch {
    return 0;
  } finally {
    await task.destroy();
  }
}

/** Merges files in their order. */
export async function mergePdfs([first, ...others]: readonly Uint8Array[]): Promise<Uint8Array> {
  if (!first) throw new RangeError('there is no file to merge');
  if (others.length === 0) return first;
  const task = open(first);
  try {
    const file = await task.promise;
    return await file.extractPages([{ document: null }, ...others.map((bytes) => ({ document: new Uint8Array(bytes) }))]);
  } finally {
    await task.destroy();
  }
}
