/** Splits text into lines of bounded length. */

export type TextLine = { readonly line: number; readonly text: string } | { readonly line: number; readonly head: string };

/**
 * Returns a splitter for text in chunks cut anywhere, with `\n` as line ending. Of a line longer than `longest` characters it
 * returns only the `head` and never buffers the rest. `feed(text)` returns complete lines, `end()` a last line without a line
 * ending.
 */
export function textLines(longest: number) {
  let buffer = '';
  let line = 1;
  let isSkipping = false;
  const give = (text: string): TextLine => (text.length > longest ? { line, head: text.slice(0, 2_000) } : { line, text });

  return {
    feed(text: string): TextLine[] {
      const out: TextLine[] = [];
      const parts = text.split('\n');
      for (const [index, part] of parts.entries()) {
        if (!isSkipping) buffer += part;
        if (index < parts.length - 1) {
          if (!isSkipping) out.push(give(buffer));
          buffer = '';
          isSkipping = false;
          line++;
        } else if (buffer.length > longest) {
          out.push(give(buffer));
          buffer = '';
          isSkipping = true;
        }
      }
      return out;
    },
    end: (): TextLine[] => (isSkipping || buffer === '' ? [] : [give(buffer)]),
  };
}
