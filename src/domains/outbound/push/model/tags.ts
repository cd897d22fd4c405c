import { rasterPicture } from '#domains/catalogue/model/photo.ts';

/** The push tags of a cart [PUSH-5]: its last line [PUSH-6], or blank [PUSH-7]. */
export interface PushTags {
  /** Name of the last line's wine. */
  readonly cart_item: string;
  /** URL of its picture. */
  readonly cart_image: string;
  /** When the cart changed, in Unix seconds. */
  readonly cart_update: string;
}

/** An empty text removes a tag. */
export const NO_TAGS: PushTags = { cart_item: '', cart_image: '', cart_update: '' };

interface TaggedLine {
  readonly brand: string;
  readonly name: string;
  readonly imageUrl: string;
}

/**
 * Returns the tags of a cart: its last line, or blank if it is empty [PUSH-6, PUSH-7].
 * @param now milliseconds
 * @param origin makes URLs absolute
 */
export function tagsOf(lines: readonly TaggedLine[], now: number, origin: string): PushTags {
  const last = lines.at(-1);
  if (!last) return NO_TAGS;
  return {
    cart_item: [last.brand, last.name].filter(Boolean).join(' '),
    cart_image: last.imageUrl.startsWith('/') ? origin + rasterPicture(last.imageUrl) : last.imageUrl,
    cart_update: String(Math.floor(now / 1_000)),
  };
}
