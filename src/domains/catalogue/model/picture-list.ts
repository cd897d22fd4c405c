/** Sort orders and filters of the list of pictures. */
export const PICTURE_SORTS = ['added', '-added', 'name', '-name'] as const;
export type PictureSort = (typeof PICTURE_SORTS)[number];

/** What uses a picture. */
export const PICTURE_USES = ['wine', 'page', 'none'] as const;
export type PictureUse = (typeof PICTURE_USES)[number];
