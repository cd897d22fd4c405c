/** Where a person was in a list, so that the way back from a record ends there: filters, scroll position, rows that were loaded. */

export interface ListMemory {
  /** The query of the list, without the question mark. */
  readonly query: string;
  /** Scroll position in px. */
  readonly top: number;
  readonly active: number;
  readonly rows: number;
}

const memories = new Map<string, ListMemory>();

export const rememberList = (path: string, memory: ListMemory): void => void memories.set(path, memory);

/** Returns where the person was in a list with this query, or null. */
export function recallList(path: string, query: string): ListMemory | null {
  const memory = memories.get(path);
  return memory?.query === query ? memory : null;
}

/** Returns the address of a list as the person left it. */
export function listAddress(path: string): string {
  const query = memories.get(path)?.query ?? '';
  return query === '' ? path : `${path}?${query}`;
}
