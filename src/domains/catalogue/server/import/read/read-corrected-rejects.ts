/** Reads the rows of a corrected rejects file. */
import { z } from 'zod';
import { ImportFileError } from './open-file.ts';
import type { TextEnd } from './read-text.ts';
import { textLines } from './text-lines.ts';

/** A row of the rejects file that an import writes [CAT-29]. */
const rejected = z.object({ line: z.number(), code: z.string(), reason: z.string(), raw: z.string(), header: z.string().optional() });
const LONGEST = 4 * 1024 * 1024;

/**
 * Passes text through unchanged. Replaces a rejects file, detected by its first line, by its header and raw rows. @throws
 * ImportFileError if its rows belong to tables with different headers, or if a line is broken
 */
export async function* readCorrectedRejects(path: string, pieces: AsyncGenerator<string, TextEnd>): AsyncGenerator<string, TextEnd> {
  try {
    let next = await pieces.next();
    // The first key of a rejects file is the name of the original file.
    if (next.done === true || !/^\s*\{\s*"file"\s*:/.test(next.value)) {
      while (next.done !== true) {
        yield next.value;
        next = await pieces.next();
      }
      return next.value;
    }
    const lines = textLines(LONGEST);
    let header: string | null = null;
    for (; ; next = await pieces.next()) {
      const found = next.done === true ? lines.end() : lines.feed(next.value);
      let text = '';
      for (const one of found) {
        if ('text' in one && one.text.trim() === '') continue;
        const reject = rejected.safeParse('text' in one ? parsed(one.text) : null);
        if (!reject.success)
          throw new ImportFileError(path, `Line ${one.line} of this rejects file is broken. Keep one JSON object per line.`);
        if (reject.data.header !== undefined && reject.data.header !== header) {
          if (header !== null) throw new ImportFileError(path, 'It holds rejects of files with different headers; import them one by one.');
          header = reject.data.header;
          text += `${header}\n`;
        }
        text += `${reject.data.raw}\n`;
      }
      if (text !== '') yield text;
      if (next.done === true) return next.value;
    }
  } finally {
    await pieces.return({ truncationReason: null, notices: [] });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
