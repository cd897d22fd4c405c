/** The offer's name: a title without what stands beside it on the page anyway. */
import { fold } from './normalize-text.ts';

/**
 * Leaves out the last bracket of a title when it says one of these (the region), brackets inside it included:
 * `Muscat (Shenandoah Valley (CA))`. Any other bracket is part of the name.
 * In: cleaned title, cleaned values. Out: the title, trimmed.
 */
export function withoutBracket(title: string, values: readonly string[]): string {
  if (!title.endsWith(')')) return title;
  const start = openingOfLastBracket(title);
  if (start < 0) return title;
  const inside = fold(title.slice(start + 1, -1).trim());
  return values.some((value) => value !== '' && fold(value) === inside) ? title.slice(0, start).trim() : title;
}

function openingOfLastBracket(title: string): number {
  let depth = 0;
  for (let at = title.length - 1; at >= 0; at--) {
    if (title[at] === ')') depth++;
    else if (title[at] === '(' && --depth === 0) return at;
  }
  return -1;
}
