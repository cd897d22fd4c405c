/** Office calls about pictures: the library, uploads, and the pictures of wines. */
import { z } from 'zod';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, listInput, listOf, version } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { OFFICE_PICTURE_ERRORS } from './messages/office-picture-errors.ts';
import { MAX_PICTURES_PER_OFFER } from './model/picture-limits.ts';
import { PICTURE_SORTS, PICTURE_USES } from './model/picture-list.ts';
import { ownPicture } from './model/record.ts';

const REFERENCE = 'docs/decisions/0139-pictures-in-the-office.md';

const pictureId = ownPicture.shape.id;
const offerId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be the id of an offer');
const alt = storableText(200);
const day = z.iso.date();
/** `from..to`, either may be missing. */
const dayRange = z
  .string()
  .max(30)
  .transform((text) => text.split('..'))
  .pipe(z.tuple([z.union([day, z.literal('')]), z.union([day, z.literal('')])]))
  .optional()
  .describe('Days, `2026-11-01..2026-11-30`; either may be missing');

const pictureUse = z.object({
  kind: z.enum(['wine', 'page', 'draft', 'setting']),
  id: z.string().describe('Id of the offer or page; group and scope of a setting'),
  title: z.string(),
  position: z.number().int().describe('Place among the pictures of the wine, from 1; 0 on pages'),
  alt: z.string().describe('Text alternative there; empty for the name of the wine'),
});
export type PictureUseRow = z.output<typeof pictureUse>;

const pictureRow = ownPicture.pick({ id: true, width: true, height: true }).extend({
  src: z.string().describe('Path of a small JPEG'),
  name: z.string().describe('Name of the uploaded file; empty for an import'),
  alt: z.string(),
  bytes: z.number().int().nullable().describe('Size of the uploaded file; null for an import'),
  addedAt: isoTime,
  addedBy: z.string().describe('Empty for an import'),
  version: z.number().int(),
  wines: z.number().int().describe('Wines of one’s markets that use it'),
  pages: z.number().int().describe('Pages and drafts of one’s markets that use it'),
  usedBy: z.array(z.string()).describe('Names of the first three of them'),
});
export type PictureRow = z.output<typeof pictureRow>;

const officePicture = pictureRow.extend({
  page: z.string().describe('Path of a large JPEG'),
  placeholder: ownPicture.shape.placeholder,
  uses: z.array(pictureUse).describe('At most 200'),
  neighbours: z.object({ previous: pictureId.nullable().describe('The next newer picture'), next: pictureId.nullable() }),
  hasOtherUses: z.boolean().describe('Whether wines or pages of other markets use it too'),
});
export type OfficePicture = z.output<typeof officePicture>;

const wineOption = z.object({
  id: offerId,
  name: z.string(),
  sku: z.string(),
  pictures: z.number().int().describe('Pictures that it has'),
});
export type WineOption = z.output<typeof wineOption>;

const placedPicture = z.object({ id: pictureId, alt });
/** Pictures of a wine before and after a change, for undo. */
const winePictures = z.object({
  offer: offerId,
  name: z.string(),
  before: z.array(placedPicture),
  after: z.array(placedPicture),
});
export type WinePictures = z.output<typeof winePictures>;

const READ = { method: 'GET', reference: REFERENCE, permission: 'catalogue.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'pictures.write', mutates: true } as const;
const WINES = { ...WRITE, permission: 'catalogue.write' } as const;
const { PICTURE_NOT_FOUND, WINE_NOT_FOUND, PICTURE_REFUSED, OTHER_MARKET, TOO_MANY_PICTURES, ON_PAGES, BEING_CHANGED } =
  OFFICE_PICTURE_ERRORS;
const ids = z.array(pictureId).max(MAX_PICTURES_PER_OFFER).default([]);

/** The upload, whose body is the file itself (serve-picture-upload.ts). */
export const pictureUploadContract = officeCalls({
  uploadPicture: {
    ...WRITE,
    // The same bytes are the same picture.
    handlesRepeats: true,
    path: '/office/v1/pictures/upload',
    summary: 'Adds a picture. The body is the file, sent as application/octet-stream; `name` in the query is its name',
    input: z.object({ name: storableText(200).refine((name) => name !== '', 'must not be empty') }),
    output: z.object({ picture: pictureRow, isNew: z.boolean().describe('False if the shop had this picture already') }),
    errors: PICTURE_REFUSED,
  },
});

export const pictureOfficeContract = officeCalls({
  pictures: {
    ...READ,
    path: '/office/v1/pictures',
    summary: 'Lists pictures by name, description, or the wine or page that uses them',
    input: listInput.extend({
      sort: z.enum(PICTURE_SORTS).default('-added'),
      'filter[use]': z.enum(PICTURE_USES).optional().describe('What uses it; none: nothing does'),
      'filter[described]': z.enum(['yes', 'no']).optional(),
      'filter[added]': dayRange,
    }),
    output: listOf(pictureRow),
    errors: CURSOR_ERRORS,
  },
  picture: {
    ...READ,
    path: '/office/v1/pictures/picture',
    summary: 'Returns a picture and where it is used',
    input: z.object({ id: pictureId }),
    output: officePicture,
    errors: PICTURE_NOT_FOUND,
  },
  describePicture: {
    ...WRITE,
    path: '/office/v1/pictures/describe',
    summary: 'Changes name and description of a picture',
    input: z.object({ id: pictureId, version, name: storableText(200), alt }),
    output: officePicture,
    errors: { ...PICTURE_NOT_FOUND, ...CHANGED_MEANWHILE },
  },
  removePicture: {
    ...WRITE,
    path: '/office/v1/pictures/remove',
    summary: 'Removes a picture from the library and from all wines. Pages have to use another one first',
    input: z.object({ id: pictureId, version }),
    output: z.object({ wines: z.array(winePictures) }),
    errors: { ...PICTURE_NOT_FOUND, ...CHANGED_MEANWHILE, ...OTHER_MARKET, ...ON_PAGES, ...BEING_CHANGED },
  },
  restorePicture: {
    ...WRITE,
    path: '/office/v1/pictures/restore',
    summary: 'Brings a removed picture back to the library',
    input: z.object({ id: pictureId }),
    output: officePicture,
    errors: PICTURE_NOT_FOUND,
  },
  replacePicture: {
    ...WINES,
    path: '/office/v1/pictures/replace',
    summary: 'Shows another picture in its place on all wines',
    input: z.object({ id: pictureId, version, by: pictureId }),
    output: z.object({ wines: z.array(winePictures) }),
    errors: { ...PICTURE_NOT_FOUND, ...CHANGED_MEANWHILE, ...OTHER_MARKET, ...BEING_CHANGED },
  },
  matchPictureFiles: {
    method: 'POST',
    reference: REFERENCE,
    permission: 'catalogue.read',
    // Changes nothing, but many names do not fit an address.
    mutates: true,
    handlesRepeats: true,
    path: '/office/v1/pictures/match',
    summary: 'Returns the wines that files are named after: by id, SKU or bar code',
    input: z.object({ files: z.array(z.string().max(200)).max(200) }),
    output: z.object({ rows: z.array(z.object({ file: z.string(), wines: z.array(wineOption) })) }),
    errors: {},
  },
  findPictureWines: {
    ...READ,
    path: '/office/v1/pictures/wines',
    summary: 'Finds wines by words, to give them pictures',
    input: z.object({ q: storableText(200).default('') }),
    output: z.object({ rows: z.array(wineOption) }),
    errors: {},
  },
  changeWinePictures: {
    ...WINES,
    path: '/office/v1/pictures/wine',
    summary: 'Adds pictures to a wine, takes them away or describes them',
    input: z.object({
      offer: offerId,
      add: ids,
      isFirst: z.boolean().default(false).describe('Whether added pictures come before the others'),
      remove: ids,
      describe: z
        .array(placedPicture.extend({ was: alt.describe('Text alternative there that was shown') }))
        .max(MAX_PICTURES_PER_OFFER)
        .default([]),
    }),
    output: winePictures,
    errors: { ...WINE_NOT_FOUND, ...CHANGED_MEANWHILE, ...OTHER_MARKET, ...TOO_MANY_PICTURES, ...BEING_CHANGED },
  },
  restoreWinePictures: {
    ...WINES,
    path: '/office/v1/pictures/wines/restore',
    summary: 'Takes changes of wines’ pictures back, where nobody changed them since',
    input: z.object({ wines: z.array(winePictures.omit({ name: true })).max(100) }),
    output: z.object({ restored: z.number().int(), skipped: z.array(z.string()).describe('Names of wines that changed since') }),
    errors: { ...OTHER_MARKET, ...BEING_CHANGED },
  },
});
