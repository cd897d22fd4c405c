/** Text of the office's screens of deliveries and counts. */
import type { SheetKind, SheetState, SheetSummary } from '../model/sheet.ts';
import { stockFormat } from './office.ts';

const { cases, wines, signed, number } = stockFormat;

const differ = (count: number): string => `${wines(count)} ${count === 1 ? 'differs' : 'differ'}`;

export const stockTabs = { label: 'Stock', stock: 'Stock', deliveries: 'Deliveries', counts: 'Counts' } as const;

export const SHEET_STATE_LABELS: Readonly<Record<SheetKind, Readonly<Record<SheetState, string>>>> = {
  delivery: { open: 'Draft', posted: 'Received', undone: 'Taken back', cancelled: 'Cancelled' },
  count: { open: 'Counting', posted: 'Applied', undone: 'Taken back', cancelled: 'Cancelled' },
};

export const sheetListMessages = {
  titles: { delivery: 'Deliveries', count: 'Counts' } satisfies Readonly<Record<SheetKind, string>>,
  nouns: {
    delivery: { one: 'delivery', many: 'deliveries' },
    count: { one: 'count', many: 'counts' },
  } satisfies Readonly<Record<SheetKind, { one: string; many: string }>>,
  columns: {
    name: { delivery: 'Supplier', count: 'Count' },
    state: 'State',
    market: 'Market',
    created: 'Started',
    author: 'Started by',
    changed: 'Last entry',
    progress: 'Counted',
    wines: 'Wines',
    cases: 'Cases',
  },
  filters: { state: 'State', market: 'Market' },
  views: { all: 'All', open: { delivery: 'Drafts', count: 'Being counted' }, posted: { delivery: 'Received', count: 'Applied' } },
  progress: (entered: number, lines: number) => `${number(entered)} of ${number(lines)}`,
  counted: (entered: number, lines: number) => `${number(entered)} of ${wines(lines)} counted`,
  emptyTitle: { delivery: 'No deliveries yet', count: 'No counts yet' } satisfies Readonly<Record<SheetKind, string>>,
  emptyText: {
    delivery:
      'Enter or scan what a supplier brought. Each entry is saved at once. Nothing is in the stock until you have checked and received it.',
    count:
      'Choose wines in the list of stock, then “Count these”. The shop sells on while you count: each number is compared with the shelf of its moment.',
  } satisfies Readonly<Record<SheetKind, string>>,
  newDelivery: 'Receive a delivery',
  newCount: 'Count these',
  countMatching: 'Count what the list shows',
  startCount: 'Start a count',
} as const;

export const sheetMessages = {
  deliveryTitle: (supplier: string, id: number) => (supplier === '' ? `Delivery ${id}` : `Delivery from ${supplier}`),
  countTitle: (note: string, id: number) => (note === '' ? `Count ${id}` : note),
  blind: 'Blind',
  startedBy: (who: string, when: string) => `Started by ${who}, ${when}`,
  postedOn: { delivery: (when: string) => `Received ${when}`, count: (when: string) => `Applied ${when}` },
  head: 'Delivery note',
  supplier: 'Supplier',
  reference: 'Number of the delivery note',
  day: 'Date',
  note: 'Note',
  market: 'Market',
  createTitle: 'Receive a delivery',
  createText: 'You can add the rest later. It stays a draft until you receive it.',
  create: 'Start entering',
  startCounting: 'Start counting',
  countDialogTitle: (count: number) => (count === 0 ? 'Start a count' : `Count ${wines(count)}`),
  countDialogText: 'Several people can count at once. Wines that aren’t on the list can be scanned too.',
  countName: 'What is counted',
  countNameHint: 'Such as “Reds, aisle 3”.',
  countBlind: 'Blind: hide how many cases there should be',
  tooMany: (most: number) => `A count holds up to ${wines(most)}. Choose fewer, or count in parts.`,
  otherMarket: 'None of these wines are in this market’s stock.',
  addLabel: 'Add a wine',
  addHint: 'Scan a bar code, or type a name or SKU.',
  addPlaceholder: 'Name, SKU or bar code',
  found: 'Wines found',
  notFound: (text: string) => `No wine has “${text}”.`,
  entered: (name: string, quantity: number) => `${name}: ${cases(quantity)}`,
  waitingScan: (code: string) => `${code} waits for the connection`,
  takeOneBack: 'Take back 1',
  saved: 'Everything is saved.',
  saving: 'Saving…',
  offline: (count: number) =>
    `No connection. ${count === 1 ? '1 entry is' : `${number(count)} entries are`} kept on this device and saved later.`,
  problems: 'Not saved',
  dismiss: 'Dismiss',
  unknownCode: (code: string) => `No wine has the code ${code}.`,
  chooseCode: (code: string) => `Several wines have the code ${code}. Add the right one by its name.`,
  problemOf: (name: string, title: string) => `${name}: ${title}`,
  linesHeading: 'Wines',
  columns: {
    wine: 'Wine',
    expected: { delivery: 'On the note', count: 'Expected' },
    quantity: { delivery: 'Came', count: 'Counted' },
    difference: 'Difference',
    value: 'Value',
  } as const,
  fieldOf: (column: string, name: string) => `${column}: ${name}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  leaveOut: 'Leave out',
  leaveOutNamed: (name: string) => `Leave out ${name}`,
  include: 'Include',
  includeNamed: (name: string) => `Include ${name}`,
  leftOut: 'Left out',
  countedBy: (who: string, when: string) => `${who}, ${when}`,
  search: 'Find in this sheet',
  show: 'Show',
  shown: { all: 'All', open: 'Not counted', entered: 'Counted', different: 'Differences' },
  noLines: { delivery: 'Nothing entered yet', count: 'No wines on this count yet' },
  noLinesText: 'Scan the first wine, or find it by name above.',
  noneShown: 'No wine matches.',
  more: (count: number) => `Show ${wines(count)} more`,
  conflict: (who: string, what: string, quantity: number) => `${who} changed it by ${signed(quantity)} after it was counted (${what}).`,
  applyBoth: 'Apply both',
  applyBothNamed: (name: string) => `Apply both: ${name}`,
  review: { delivery: 'Check and receive', count: 'Review differences' },
  backToCounting: 'Back to counting',
  receiveTitle: 'Receive this delivery?',
  receiveText: (sum: SheetSummary, market: string) => `${cases(sum.cases)} of ${wines(sum.entered)} are added to the stock of ${market}.`,
  receiveDifferent: (sum: SheetSummary) =>
    `${differ(sum.different)} from the delivery note: ${number(sum.missing)} missing, ${number(sum.surplus)} too many.`,
  receiveEmpty: (count: number) => `${wines(count)} without a number ${count === 1 ? 'is' : 'are'} left out.`,
  receiveUndo: 'You can take it back as long as the cases aren’t sold.',
  receive: (count: number) => `Receive ${cases(count)}`,
  received: (count: number) => `${cases(count)} received.`,
  summary: (sum: SheetSummary) =>
    sum.different === 0
      ? `${wines(sum.entered)} counted, all as expected.`
      : `${wines(sum.entered)} counted. ${differ(sum.different)}: ${number(sum.missing)} cases missing, ${number(sum.surplus)} too many.`,
  summaryValue: (amount: string, unpriced: number) =>
    `The differences are worth ${amount} at the price${unpriced === 0 ? '' : `, without ${wines(unpriced)} that have none`}.`,
  uncounted: (count: number) =>
    `${wines(count)} ${count === 1 ? 'wasn’t counted and stays' : 'weren’t counted and stay'} as ${count === 1 ? 'it is' : 'they are'}.`,
  undecided: (count: number) => `Decide about ${wines(count)} first: ${count === 1 ? 'it was' : 'they were'} corrected after the count.`,
  postTitle: 'Apply this count?',
  postText: 'Only the differences are applied. What was sold since stays sold.',
  post: 'Apply differences',
  posted: 'The count is applied.',
  undo: 'Take back',
  undoTitle: { delivery: 'Take this delivery back?', count: 'Take this count back?' },
  undoText: 'Each entry gets a counter-entry in the ledger. It’s refused if cases were sold since.',
  undoAction: { delivery: 'Take delivery back', count: 'Take count back' },
  undoneToast: 'Taken back.',
  cancel: { delivery: 'Cancel delivery', count: 'Cancel count' },
  cancelled: { delivery: 'Delivery cancelled.', count: 'Count cancelled.' },
  reopen: 'Open again',
  reopened: 'Open again.',
  print: 'Print',
  csv: 'Save as CSV',
  csvColumns: ['sku', 'bar_code', 'wine', 'expected', 'quantity', 'difference', 'entered_by', 'entered_at'],
} as const;
