/** Text of the office's screens for the records of clubs. */
import type { ClubRecord } from '../model/record.ts';

const members = (count: number): string => `${count.toLocaleString('en-AU')} ${count === 1 ? 'member' : 'members'}`;
const have = (count: number): string => (count === 1 ? 'has' : 'have');

/** Why a change would alter what members agreed to. */
export const clubTermsMessages = {
  priceChanged: (price: number, count: number) =>
    `${members(count)} ${have(count)} this case at $${price.toFixed(2)}. Add a case at the new price instead. Members change to it when they choose to.`,
  wineChanged: (count: number) => `${members(count)} ${have(count)} this case. Add a case with the other wine instead.`,
  caseRemoved: (label: string, count: number) =>
    `“${label}” can’t be removed: ${members(count)} ${have(count)} it. Change their case first.`,
  frequencyChanged: (count: number) => `${members(count)} chose this. Add another frequency instead.`,
  frequencyRemoved: (label: string, count: number) => `“${label}” can’t be removed: ${members(count)} chose it. Change theirs first.`,
  hidden: (count: number) => `The club has ${members(count)}. Close it instead of hiding it, or take no new members.`,
} as const;

export const CLUB_STATE_LABELS: Readonly<Record<ClubRecord['state'], string>> = {
  draft: 'Draft, hidden',
  open: 'Open',
  full: 'Full, takes no new members',
  closed: 'Closed, sends no more cases',
};

export const CLUB_STATE_BADGES: Readonly<Record<ClubRecord['state'], string>> = {
  draft: 'Draft',
  open: 'Open',
  full: 'Full',
  closed: 'Closed',
};

export const clubListMessages = {
  title: 'Wine clubs',
  noun: { one: 'club', many: 'clubs' },
  lowestPrice: 'Lowest price',
  open: 'Clubs',
  members: 'Members',
  create: 'New club',
  columns: { name: 'Club', market: 'Market', state: 'State', cases: 'Cases', members: 'Members', changed: 'Changed' },
  cases: (count: number, from: string) => `${count} from ${from}`,
  emptyTitle: 'No clubs yet',
  emptyText:
    'A club sends its members a case at a price and a rhythm that they choose. Add the first one: it stays hidden until you open it.',
} as const;

export const clubMessages = {
  newTitle: 'New club',
  save: 'Save',
  create: 'Add club',
  discard: 'Discard changes',
  saved: 'Club saved.',
  created: 'Club added.',
  readOnly: 'You can look at clubs, not change them.',
  invalid: (count: number) => (count === 1 ? 'One field needs a correction.' : `${count} fields need a correction.`),
  inUse: (count: number) =>
    count === 1
      ? '1 member is in this club. Their case, price and frequency stay as they are.'
      : `${members(count)} are in this club. Their cases, prices and frequencies stay as they are.`,
  view: 'View in the shop',
  changedAt: (when: string) => `Changed ${when}`,
  closeTitle: 'Close this club?',
  close: 'Close the club',
  closeConsequences: (count: number): string[] => [
    'Nobody can join, and no more cases are sent or charged.',
    ...(count === 0 ? [] : [`${members(count)}: the membership is paused at its next reminder or charge, and an email says why.`]),
  ],
  preview: 'Preview',
  previewWaits: 'The preview waits until every field is valid.',
  perCase: 'a case',
  join: 'Join the club',
  states: {
    draft: 'Shoppers don’t see it.',
    open: 'Shoppers see it and can join.',
    full: 'Shoppers see it and can’t join.',
    closed: 'Its page says that it has closed.',
  },
  wineId: 'Wine of the case',
  wineHint: 'Its stock is sent. Members get it at the price above.',
  findWine: 'Find a wine',
  find: 'Name, producer or number',
  noWines: 'No wine found.',
} as const;

interface FieldText {
  readonly label: string;
  readonly hint?: string;
}

const FIELDS: Readonly<Record<string, FieldText>> = {
  name: { label: 'Name' },
  kicker: { label: 'Kicker', hint: 'A word or two above the name' },
  summary: { label: 'Summary', hint: 'One or two sentences in lists and on its page' },
  picture: { label: 'Picture' },
  market: { label: 'Market', hint: 'A club of two markets is two clubs' },
  shops: { label: 'Sites' },
  state: { label: 'State' },
  position: { label: 'Position', hint: 'Lower numbers come first' },
  slug: { label: 'Address', hint: 'The part after /wine-clubs/. Links to the old address stop working when you change it.' },
  id: { label: 'Id', hint: 'For imports and scripts. It can’t be changed later.' },
  variants: { label: 'Cases' },
  'variants.label': { label: 'Name of the case' },
  'variants.price': { label: 'Price of a case', hint: 'With tax, without delivery' },
  'variants.summary': { label: 'Description' },
  frequencies: { label: 'Frequencies' },
  'frequencies.label': { label: 'How often, in words', hint: 'Such as “Every two months”' },
  'frequencies.every': { label: 'Every' },
  'frequencies.unit': { label: 'Unit' },
  blocks: { label: 'Blocks' },
};

/** Returns label and help of a field of a club; null for fields within the blocks of its page. */
export function clubFieldText(path: readonly (string | number)[]): FieldText | null {
  const names = path.filter((part): part is string => typeof part === 'string');
  return FIELDS[names.join('.')] ?? null;
}

/** Returns the name of a field of a club in a conflict. */
export const clubFieldLabel = (name: keyof ClubRecord): string => FIELDS[name]?.label ?? name;

export const clubOptionTexts: Readonly<Record<string, string>> = {
  'shops.wine': 'Wine',
  'shops.spirits': 'Spirits',
  'frequencies.unit.week': 'Weeks',
  'frequencies.unit.month': 'Months',
};

/** The form in its sections. */
export const CLUB_SECTIONS: readonly {
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly fields: readonly (keyof ClubRecord)[];
}[] = [
  { id: 'club', title: 'Club', help: '', fields: ['name', 'kicker', 'summary', 'picture'] },
  { id: 'cases', title: 'Cases', help: 'What members choose from. Prices contain tax; delivery is added.', fields: ['variants'] },
  { id: 'frequencies', title: 'How often', help: '', fields: ['frequencies'] },
  { id: 'where', title: 'Where and when', help: '', fields: ['state', 'market', 'shops', 'position', 'slug', 'id'] },
  { id: 'page', title: 'Page', help: 'Below the cases on the club’s page.', fields: ['blocks'] },
];
