/** Removes from a title what the page shows elsewhere. */
import { fold } from './normalize-text.ts';

/**
 * Removes the last bracket of a title if it contains one of the values (the region), including nested brackets: `Muscat
 * (Shenandoah Valley (CA))`. Other brackets are part of the name.
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
