/** Extracts the objects of a JSON array, or of one object per line, from chunks of text. */

export interface JsonItem {
  /** First line, from 1. */
  readonly line: number;
  readonly raw: string;
  /** Exceeds the limit. `raw` is its beginning. */
  readonly isTooLong?: true;
}

/** Maximum length of an object in characters. */
export const MAX_OBJECT_LENGTH = 1024 * 1024;
const TURNS = /["{}[\]\n]/g;

/**
 * Returns a parser that extracts the raw text of each object and skips text between objects. After an object that is too long or
 * broken it continues with the next line that starts with `{`. `feed(text)` returns complete objects, `end()` the broken rest as
 * one item. @param list key of the array, null if there is no object around it
 */
export function jsonItems(list: string | null) {
  const opening = list === null ? null : new RegExp(`${JSON.stringify(list).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*:\\s*\\[`);
  let buffer = '';
  let line = 1;
  let isInside = opening === null;
  /** Index in the buffer at which scanning continues. */
  let at = 0;
  let depth = 0;
  let start = -1;
  let startLine = 1;

  const enter = (): boolean => {
    const found = opening?.exec(buffer);
    if (!found) return false;
    line += buffer.slice(0, found.index + found[0].length).split('\n').length - 1;
    buffer = buffer.slice(found.index + found[0].length);
    isInside = true;
    return true;
  };

  /** Returns false if a string is not closed yet. */
  const skipString = (open: number): boolean => {
    for (let close = buffer.indexOf('"', open + 1); close >= 0; close = buffer.indexOf('"', close + 1)) {
      let slashes = 0;
      while (buffer[close - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 1) continue;
      at = close + 1;
      return true;
    }
    return false;
  };

  const resume = (items: JsonItem[]): void => {
    items.push({ line: startLine, raw: `${buffer.slice(start, start + 2_000)}…`, isTooLong: true });
    const next = /\n[^\S\n]*\{/.exec(buffer.slice(start + 1));
    const from = next === null ? buffer.length : start + 1 + next.index;
    line = startLine + buffer.slice(start, from).split('\n').length - 1;
    buffer = buffer.slice(from);
    at = 0;
    depth = 0;
    start = -1;
  };

  const scan = (items: JsonItem[]): void => {
    for (;;) {
      TURNS.lastIndex = at;
      const found = TURNS.exec(buffer);
      if (found === null) {
        at = buffer.length;
        return;
      }
      const sign = found[0];
      if (sign === '"') {
        if (depth === 0) at = found.index + 1;
        else if (!skipString(found.index)) {
          at = found.index;
          return;
        }
        line += depth === 0 ? 0 : buffer.slice(found.index, at).split('\n').length - 1;
        continue;
      }
      at = found.index + 1;
      if (sign === '\n') line++;
      else if (sign === '{' || sign === '[') {
        if (depth === 0 && sign === '[') continue;
        if (depth === 0) {
          start = found.index;
          startLine = line;
        }
        depth++;
      } else if (depth > 0) {
        depth--;
        if (depth > 0) continue;
        items.push({ line: startLine, raw: buffer.slice(start, at) });
        start = -1;
      } else if (sign === ']' && opening !== null) {
        // Text after the end of the list is ignored.
        buffer = '';
        at = 0;
        isInside = false;
        return;
      }
    }
  };

  return {
    feed(text: string): JsonItem[] {
      buffer += text;
      if (!isInside && !enter()) {
        buffer = buffer.slice(-MAX_OBJECT_LENGTH);
        return [];
      }
      const items: JsonItem[] = [];
      scan(items);
      if (start >= 0 && buffer.length - start > MAX_OBJECT_LENGTH) {
        resume(items);
        scan(items);
      }
      const done = start >= 0 ? start : at;
      buffer = buffer.slice(done);
      at -= done;
      if (start >= 0) start = 0;
      return items;
    },
    end: (): JsonItem[] => (start >= 0 ? [{ line: startLine, raw: buffer.slice(start) }] : []),
  };
}
