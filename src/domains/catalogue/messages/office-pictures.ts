/** Text of the office's screens about pictures. */
import type { PictureUse } from '../model/picture-list.ts';

const count = (value: number, one: string, many: string): string => `${value.toLocaleString('en-AU')} ${value === 1 ? one : many}`;
const wines = (value: number): string => count(value, 'wine', 'wines');
const pictures = (value: number): string => count(value, 'picture', 'pictures');

/** `1.4 MB`, `320 KB` */
const fileSize = (bytes: number): string =>
  bytes >= 1_000_000
    ? `${(bytes / 1_000_000).toLocaleString('en-AU', { maximumFractionDigits: 1 })} MB`
    : `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString('en-AU')} KB`;

export const PICTURE_USE_LABELS: Readonly<Record<PictureUse, string>> = { wine: 'Wines', page: 'Pages', none: 'Nothing' };

export const pictureListMessages = {
  title: 'Pictures',
  noun: { one: 'picture', many: 'pictures' },
  columns: { picture: 'Picture', use: 'Used by', size: 'Size', described: 'Description', added: 'Added', by: 'Added by' },
  filters: { use: 'Used by', described: 'Description', added: 'Added' },
  described: 'Described',
  notDescribed: 'No description',
  views: { all: 'All pictures', wines: 'Of wines', pages: 'Of pages', unused: 'Unused' },
  withoutPicture: 'Wines without a picture',
  unnamed: (id: string) => `Picture ${id.slice(0, 6)}`,
  rowName: (name: string) => `picture ${name}`,
  pixels: (width: number, height: number) => `${width.toLocaleString('en-AU')} × ${height.toLocaleString('en-AU')}`,
  fileSize,
  by: (who: string) => (who === '' ? 'import' : who),
  unused: 'Not used',
  /** Names of some users, and how many more there are. */
  usedBy: (names: readonly string[], all: number) =>
    all > names.length ? `${names.join(', ')} and ${(all - names.length).toLocaleString('en-AU')} more` : names.join(', '),
  emptyTitle: 'No pictures yet',
  emptyText: 'The shop draws a bottle for wines without a picture. Drop your own here. Named after the SKU, they find their wine.',
  drop: 'Drop pictures here',
  dropHint: 'JPEG, PNG, WebP, AVIF, GIF or TIFF, up to 30 MB each. A file named after the SKU, id or bar code of a wine finds that wine.',
  choose: 'Choose files',
  remove: (selected: number) => `Remove ${pictures(selected)}`,
  removeTitle: (selected: number) => `Remove ${pictures(selected)}?`,
  removeEffects: ['They are taken off every wine that shows them.', 'Pictures on pages stay. Choose others there first.'],
  removeMany: (most: number) => `Select at most ${most.toLocaleString('en-AU')} pictures.`,
  removing: (done: number, all: number) => `Removed ${done} of ${all}…`,
  removed: (removed: number) => `${pictures(removed)} removed.`,
  notRemoved: (kept: number, reason: string) => `${count(kept, 'picture was', 'pictures were')} not removed: ${reason}`,
  restored: 'Back in place.',
} as const;

export const uploadMessages = {
  title: (files: number) => `Upload ${pictures(files)}`,
  progress: (done: number, all: number) => `${done} of ${all} uploaded`,
  waiting: 'Waiting',
  sending: (percent: number) => `Uploading, ${percent}%`,
  converting: 'Converting…',
  retrying: 'Connection lost. We’re trying again.',
  done: 'Uploaded',
  existing: 'Already in the shop',
  tooLarge: (bytes: number, most: number) => `It’s ${fileSize(bytes)}. The limit is ${fileSize(most)}.`,
  empty: 'It’s empty.',
  svg: 'It’s an SVG drawing, which can hold scripts. Save it as PNG.',
  notPicture: 'It isn’t a picture. Use JPEG, PNG, WebP, AVIF, GIF or TIFF.',
  tooMany: (most: number) => `Only the first ${most} files are taken. Upload the others afterwards.`,
  file: 'File',
  state: 'Upload',
  wine: 'Wine',
  noWine: 'No wine has this name',
  chooseWine: (file: string) => `Choose the wine of ${file}`,
  chooseShort: 'Choose wine',
  removeWine: (wine: string, file: string) => `Don’t give ${file} to ${wine}`,
  /** Number and pictures of a wine: several cases may have its name. */
  wineDetail: (sku: string, existing: number) => `${sku}, ${existing === 0 ? 'no picture' : pictures(existing)}`,
  place: 'Show the new pictures',
  places: { last: 'After the ones a wine has', first: 'Before the ones a wine has' },
  stop: 'Stop uploading',
  stopped: 'Stopped',
  close: 'Done',
  assign: (files: number, offers: number) => `Give ${pictures(files)} to ${wines(offers)}`,
  assigning: (done: number, all: number) => `Wine ${done} of ${all} done`,
  assigned: (offers: number) => `${wines(offers)} changed.`,
  assignFailed: (failed: number) => `${wines(failed)} could not be changed:`,
  stay: 'Pictures without a wine stay in the library.',
} as const;

export const pictureMessages = {
  facts: 'Details',
  name: 'Name',
  nameHint: 'For you to find it. Customers don’t see it.',
  alt: 'What the picture shows',
  altHint: 'For people who can’t see it, in one sentence. It’s proposed where you use the picture next.',
  save: 'Save details',
  saved: 'Details saved.',
  size: 'Size',
  file: 'File',
  added: 'Added',
  uses: 'Where it’s used',
  noUses: 'Nothing uses this picture. You can give it to a wine, or choose it on a page.',
  otherUses: 'Wines or pages of markets where you don’t work use it too.',
  kinds: { wine: 'Wine', page: 'Page', draft: 'Draft of a page', setting: 'Settings' },
  position: (position: number) => (position === 1 ? 'First picture' : `Picture ${position}`),
  altThere: (wine: string) => `Description on ${wine}`,
  altThereHint: 'Empty: the name of the wine',
  saveAlt: 'Save description',
  altSaved: (wine: string) => `Description on ${wine} saved.`,
  takeOff: (wine: string) => `Take it off ${wine}`,
  takenOff: (wine: string) => `Taken off ${wine}.`,
  give: 'Give to a wine',
  given: (wine: string) => `${wine} shows this picture.`,
  alreadyGiven: (wine: string) => `${wine} has this picture already.`,
  makeFirst: (wine: string) => `Show it first on ${wine}`,
  replace: 'Replace',
  replaceTitle: 'Replace this picture',
  replaceText: (offers: number) => `The new picture takes its place on ${wines(offers)}. Descriptions stay.`,
  replacePages: 'Pages keep the old picture until you choose another one there.',
  replaced: (offers: number) => `Replaced on ${wines(offers)}.`,
  remove: 'Remove picture',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeEffects: (offers: number) =>
    offers === 0 ? ['Nothing uses it.'] : [`It’s taken off ${wines(offers)}. A wine without pictures shows its drawn bottle.`],
  removed: (name: string) => `${name} removed.`,
  undone: 'Back in place.',
  undoSkipped: (names: readonly string[]) => `${names.join(', ')} changed since and stayed as they are.`,
} as const;

export const pickerMessages = {
  chooseWine: 'Choose a wine',
  findWine: 'Find a wine',
  noWines: 'No wines found.',
  choosePicture: 'Choose a picture',
  findPicture: 'Find a picture',
  noPictures: 'No pictures found.',
  upload: 'Upload a picture',
  use: (name: string) => `Use ${name}`,
  more: 'Show more',
} as const;
