import type { Readable } from 'node:stream';

/** Where backups are stored. Names are paths with forward slashes. An object is stored completely or not at all. */
export interface BackupStore {
  /** For messages. */
  readonly location: string;
  /** Stores a stream, and replaces what has the name. */
  put(name: string, content: Readable): Promise<void>;
  /** Stores a buffer unless the name is taken. @returns false if it is */
  putIfAbsent(name: string, content: Buffer): Promise<boolean>;
  /** @returns null if there is nothing of that name */
  get(name: string): Promise<Readable | null>;
  /** Lists the names below a folder, which ends with a slash, in the order of their bytes. */
  list(folder: string): Promise<string[]>;
  /** Does nothing if there is nothing of that name. */
  remove(name: string): Promise<void>;
  /**
   * Deletes what interrupted writes below a folder have left, and `list` does not show.
   * @param before only writes that did nothing since this time
   */
  removeUnfinished(folder: string, before: Date): Promise<void>;
}
