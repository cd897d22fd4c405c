/** Limits of pictures that staff upload and imports bring. */

/** Largest file, in bytes. */
export const MAX_PICTURE_BYTES = 30 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 60_000_000;
export const MAX_PICTURES_PER_OFFER = 8;
