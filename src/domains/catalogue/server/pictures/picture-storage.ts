/** The port of storages for the files of pictures. Without one they stay in the database. */
import type { PhotoFormat } from '#domains/catalogue/model/photo.ts';

export interface PictureFileName {
  readonly id: string;
  readonly width: number;
  readonly format: PhotoFormat;
}

export interface PictureStorage {
  /** For messages. */
  readonly location: string;
  /** Creates the place of the files. @returns false if it exists @throws PictureStorageError */
  create(): Promise<boolean>;
  /** Stores a file, completely or not at all. It may exist: its content belongs to its name. @throws PictureStorageError */
  put(name: PictureFileName, bytes: Buffer): Promise<void>;
  /** @returns null if there is no such file @throws PictureStorageError */
  get(name: PictureFileName): Promise<Buffer | null>;
  /** Returns whether there is such a file. @throws PictureStorageError */
  has(name: PictureFileName): Promise<boolean>;
  /** Does nothing for a file that does not exist. @throws PictureStorageError */
  remove(name: PictureFileName): Promise<void>;
}

/** The storage cannot be used. The message is for operators. */
export class PictureStorageError extends Error {
  override name = 'PictureStorageError';
}

export const PICTURE_TYPES: Readonly<Record<PhotoFormat, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** Browsers and caches may keep a file for good: its address changes with its content. */
export const PICTURE_CACHE_CONTROL = 'public, max-age=31536000, immutable';
