/** Names of the fields of pages and blocks in the office's forms. */
import type { Block } from '../model/blocks.ts';

export const BLOCK_LABELS: Readonly<Record<Block['type'], { readonly label: string; readonly hint: string }>> = {
  text: { label: 'Text', hint: 'Paragraphs, lists and links' },
  image: { label: 'Picture', hint: 'With a caption' },
  offers: { label: 'Wines', hint: 'Cards of wines to buy' },
  quote: { label: 'Quote', hint: 'A sentence that stands out' },
  video: { label: 'Video', hint: 'With captions or a transcript' },
  faq: { label: 'Questions', hint: 'Questions that open to their answers' },
  form: { label: 'Form', hint: 'Entries arrive under Form entries' },
};

export interface FieldText {
  readonly label: string;
  readonly hint?: string;
}

/** By path without numbers, such as `questions.answer`, or by the last name alone. */
const FIELDS: Readonly<Record<string, FieldText>> = {
  title: { label: 'Title' },
  path: { label: 'Address', hint: 'Links to the old address stop working when you change it. Add a redirect then.' },
  kicker: { label: 'Kicker', hint: 'A word or two above the title' },
  summary: { label: 'Summary', hint: 'One or two sentences below the title, in lists and for search engines' },
  author: { label: 'Author' },
  picture: { label: 'Picture' },
  markets: { label: 'Markets' },
  shops: { label: 'Sites' },
  tiersEligible: { label: 'Who may see it', hint: 'Guests and everyone: the page is public.' },
  publishAt: { label: 'Visible from', hint: 'Leave empty for at once. Also the date of an article.' },
  endAt: { label: 'Visible until', hint: 'Leave empty for no end' },
  menu: { label: 'Place in the footer' },
  'menu.group': { label: 'Column' },
  'menu.label': { label: 'Name in the menu' },
  'menu.position': { label: 'Position', hint: 'Lower numbers come first' },
  paywall: { label: 'Password' },
  'paywall.password': { label: 'Password that opens the page' },
  event: { label: 'Event' },
  startsAt: { label: 'Begins' },
  endsAt: { label: 'Ends' },
  venue: { label: 'Venue' },
  street: { label: 'Street' },
  suburb: { label: 'Suburb' },
  state: { label: 'State' },
  postcode: { label: 'Postcode' },
  timeZone: { label: 'Time zone', hint: 'Such as Australia/Melbourne' },
  price: { label: 'Price per person', hint: '0 for free' },
  seats: { label: 'Seats' },
  brand: { label: 'Texts' },
  pageTitle: { label: 'Title in tabs and search results' },
  description: { label: 'Description for search engines' },
  about: { label: 'About the shop', hint: 'One line in the footer of every page' },
  acknowledgement: { label: 'Acknowledgement', hint: 'In the footer, for example whose Country you are on' },
  promise: { label: 'Promise', hint: 'Before the phone number on the home page' },
  storyHeading: { label: 'Heading of a wine’s story' },
  newest: { label: 'Line-up of new wines' },
  'newest.title': { label: 'Heading' },
  lede: { label: 'Introduction' },
  entrance: { label: 'Door to your other shop', hint: 'How the other shop leads here' },
  'entrance.title': { label: 'Heading' },
  action: { label: 'Text of the link' },
  listLede: { label: 'Below the heading of the full list' },
  landingLede: { label: 'Below the heading of a country, region or grape', hint: '<value> becomes its name' },
  search: { label: 'Search', hint: 'Open a list in the shop, set its filters, and copy what follows the ? in its address' },
  offerId: { label: 'Wine' },
  offerIds: { label: 'Wines' },
  heading: { label: 'Heading' },
  body: { label: 'Text' },
  caption: { label: 'Caption' },
  limit: { label: 'At most', hint: 'Number of wines shown' },
  words: { label: 'Quote', hint: 'Without quotation marks, the page sets them' },
  by: { label: 'Who said it' },
  src: { label: 'Address of the file', hint: 'A path on this site, or an address that begins with https://' },
  captions: { label: 'Address of the captions' },
  transcript: { label: 'Transcript' },
  questions: { label: 'Questions' },
  question: { label: 'Question' },
  answer: { label: 'Answer' },
  formId: { label: 'Name of the form', hint: 'Small letters and hyphens. Entries are listed under it.' },
  fields: { label: 'Fields' },
  'fields.name': { label: 'Short name', hint: 'For exports: small letters, digits and _' },
  'fields.label': { label: 'Label' },
  kind: { label: 'Kind of field' },
  isRequired: { label: 'Must be filled in' },
  longest: { label: 'Longest answer', hint: 'In characters' },
  options: { label: 'Options' },
  hint: { label: 'Help text' },
  button: { label: 'Text of the button' },
  thanks: { label: 'Message after sending' },
  of: { label: 'What the picture shows' },
  name: { label: 'Drawing' },
  width: { label: 'Width in pixels' },
  height: { label: 'Height in pixels' },
  alt: { label: 'Description for people who can’t see it', hint: 'What is in the picture, in one sentence' },
};

const OPTIONS: Readonly<Record<string, string>> = {
  'picture.of.offer': 'A wine, as the shop shows it',
  'picture.of.engraving': 'The shop’s engraving',
  'picture.of.file': 'One of your pictures',
  'name.vineyard': 'Vineyard',
  'shops.wine': 'Wine',
  'shops.spirits': 'Spirits',
  'group.shop': 'Shop',
  'group.read': 'Read',
  'group.help': 'Help',
  'group.about': 'About',
  'kind.text': 'Line of text',
  'kind.email': 'Email address',
  'kind.phone': 'Phone number',
  'kind.long': 'Long text',
  'kind.choice': 'Choice',
  'kind.tick': 'Tick box',
  'tiersEligible.ALL': 'Everyone',
  'tiersEligible.GUEST': 'Guests',
};

/** Returns label and hint of a field by its path. */
export function fieldText(path: readonly (string | number)[]): FieldText {
  const names = path.filter((part): part is string => typeof part === 'string');
  const last = names.at(-1) ?? '';
  return FIELDS[names.slice(-2).join('.')] ?? FIELDS[last] ?? { label: last };
}

/** Returns the name of an option of a field. */
export function optionText(path: readonly (string | number)[], option: string): string {
  const names = path.filter((part): part is string => typeof part === 'string');
  const known = OPTIONS[[...names.slice(-2), option].join('.')] ?? OPTIONS[[...names.slice(-1), option].join('.')];
  return known ?? (/^[A-Z]{3,}$/.test(option) ? `${option.charAt(0)}${option.slice(1).toLowerCase()}` : option);
}

export const fieldMessages = {
  bold: 'Bold',
  italic: 'Italic',
  link: 'Link',
  bullets: 'List',
  numbers: 'Numbered list',
  subheading: 'Small heading',
  formatting: 'Formatting',
  proseHint: 'An empty line begins a new paragraph. Ctrl B makes text bold, Ctrl I italic, Ctrl K links it.',
  counted: (used: number, max: number) =>
    `${used.toLocaleString('en-AU')} of ${max.toLocaleString('en-AU')} ${max === 1 ? 'character' : 'characters'}`,
  chooseWine: 'Choose a wine',
  addWine: 'Add a wine',
  findWine: 'Name, producer or number',
  noWines: 'No wine found.',
  unknownWine: (id: string) => `${id} (not in the shop)`,
  removeWine: (name: string) => `Remove ${name}`,
  choosePicture: 'Choose a picture',
  otherPicture: 'Choose another picture',
  linkTitle: 'Add a link',
  linkText: 'Text of the link',
  linkTo: 'Where it leads',
  linkToHint: 'Search your pages and wines, or paste an address that begins with https://',
  linkAdd: 'Add link',
  linkBad: 'Enter a path such as /delivery, or an address that begins with https://, mailto: or tel:',
  pages: 'Pages',
  wines: 'Wines',
  choose: 'Please choose',
  none: 'None',
} as const;
