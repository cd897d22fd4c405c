/** Text of the office's kit: shell, grids, dialogs and forms. */

const count = (value: number): string => value.toLocaleString('en-AU');

export const officeMessages = {
  office: 'Office',
  skip: 'Skip to main content',
  navigation: 'Office',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  search: 'Search orders, customers, wines…',
  searchShortcut: { mac: '⌘K', other: 'Ctrl K' },
  account: (name: string) => `${name}, your account`,
  theme: 'Appearance',
  themes: { system: 'Same as device', light: 'Light', dark: 'Dark' },
  signOut: 'Sign out',
  notifications: 'Notifications',
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  back: (to: string) => `Back to ${to}`,
  previous: 'Previous',
  next: 'Next',
  more: 'More',
  loading: 'Loading…',
  optional: '(optional)',
  chooseDate: 'Choose a date',
  fillIn: 'Fill this in',
  tryAgain: 'Try again',
  somethingWrong: 'We couldn’t load this',
  noConnection: 'We can’t reach the shop',
  noConnectionText: 'Check your connection. This loads by itself once it’s back.',
  continue: 'Continue',
  networkError: 'We can’t reach the shop. Check your connection and try again.',
  unexpected: 'Something went wrong. Nothing was changed. Try again in a moment.',
  notFound: 'We couldn’t find that',
  notFoundText: 'It may have been deleted, or it belongs to a market you don’t work in.',
  noPermission: 'Your role doesn’t include this screen',
  noPermissionText: (label: string) => `Ask an owner or manager for permission to ${label}.`,
  unsavedTitle: 'Leave without saving?',
  unsavedText: 'What you typed on this page will be lost.',
  stay: 'Keep editing',
  leave: 'Leave',
  reconnecting: 'Live updates have stopped. We’re reconnecting. You can keep working.',
} as const;

interface Interruption {
  readonly done: number;
  /** Records that may be done. */
  readonly unknown: number;
  readonly count: number;
}

const interrupted = ({ done, unknown, count: all }: Interruption): string =>
  unknown === 0
    ? `${count(done)} of ${count(all)} are done. The rest is as it was.`
    : `${count(done)} of ${count(all)} are done, and the next ${count(unknown)} may be. If you continue, nothing is done twice.`;

export const gridMessages = {
  search: (label: string) => `Search ${label}`,
  clearSearch: 'Clear search',
  views: (label: string) => `Views of ${label}`,
  filter: 'Filter',
  addFilter: 'Add filter',
  removeFilter: (label: string) => `Remove filter: ${label}`,
  clearAll: 'Clear all',
  apply: 'Apply',
  anyOf: (label: string, values: readonly string[]) => `${label}: ${values.join(', ')}`,
  from: 'From',
  to: 'To',
  between: (label: string, from: string, to: string) =>
    from === '' ? `${label} up to ${to}` : to === '' ? `${label} from ${from}` : `${label} ${from} to ${to}`,
  columns: 'Columns',
  columnsHeading: 'Show columns',
  export: 'Export CSV',
  exportMatching: (total: string) => `Export ${total} as CSV`,
  allView: 'All',
  saveView: 'Save view',
  updateView: 'Save changes to view',
  viewName: 'Name of the view',
  viewShared: 'Show it to everyone',
  deleteView: 'Delete view',
  deleteViewTitle: (name: string) => `Delete the view “${name}”?`,
  changed: 'Changed',
  sort: 'Sort',
  viewActions: (name: string) => `Actions of the view “${name}”`,
  rowActions: (name: string) => `Actions of ${name}`,
  sortedAscending: (label: string) => `${label}, sorted ascending`,
  sortedDescending: (label: string) => `${label}, sorted descending`,
  total: (total: number, isExact: boolean, noun: { readonly one: string; readonly many: string }) =>
    isExact ? `${count(total)} ${total === 1 ? noun.one : noun.many}` : `More than ${count(total)} ${noun.many}`,
  selectAll: (label: string) => `Select all ${label} shown`,
  selectRow: (name: string) => `Select ${name}`,
  selected: (selected: number) => `${count(selected)} selected`,
  selectMatching: (total: string) => `Select all ${total} that match`,
  allMatching: (total: string) => `All ${total} that match are selected`,
  clearSelection: 'Clear selection',
  loadingMore: 'Loading more…',
  end: 'End of the list',
  nothingDone: 'Nothing has been changed.',
  interrupted,
  /** The same with the reason, where there is no dialog. */
  stopped: (interruption: Interruption & { readonly title: string }) => `${interruption.title} ${interrupted(interruption)}`,
  newRows: (rows: number) => (rows === 1 ? '1 change since you opened this list' : `${count(rows)} changes since you opened this list`),
  showNew: 'Update list',
  noMatches: 'No matches',
  noMatchesText: 'Nothing matches this search and these filters.',
  clearFilters: 'Clear search and filters',
  keyboardHelp: 'Use the arrow keys to move, Enter to open, Space to select, Shift with the arrow keys to select several.',
} as const;

export const fieldListMessages = {
  add: (label: string) => `Add ${label.toLowerCase()}`,
  remove: (label: string) => `Remove ${label.toLowerCase()}`,
  item: (label: string, position: number) => `${label} ${position}`,
  moveUp: (label: string) => `Move ${label} up`,
  moveDown: (label: string) => `Move ${label} down`,
} as const;

/** What a dialog says that changes several records. */
export const bulkMessagesOf = ({ one, many }: { readonly one: string; readonly many: string }) => {
  const records = (count: number): string => `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
  return {
    records,
    checking: (done: number, count: number) => `Checking ${done} of ${records(count)}…`,
    working: (done: number, count: number) => `${done} of ${records(count)} done…`,
    willChange: (count: number) => `${records(count)} will change.`,
    more: (count: number) => `and ${count.toLocaleString('en-AU')} more`,
    wontChange: (count: number) => `${records(count)} won’t change:`,
    nothing: 'None of them can change.',
    done: (count: number) => `${records(count)} changed.`,
    partly: (done: number, left: number) => `${records(done)} changed, ${left.toLocaleString('en-AU')} not.`,
    undo: (count: number) => `Undo for ${records(count)}`,
    undone: (count: number) => `${records(count)} ${count === 1 ? 'is as it was' : 'are as they were'}.`,
    stayChanged: (count: number) => `${records(count)} ${count === 1 ? 'stays' : 'stay'} changed:`,
    continue: (left: number) => `Continue with ${records(left)}`,
  } as const;
};

export const paletteMessages = {
  title: 'Go to or do anything',
  placeholder: 'Order number, name, email or a command',
  empty: 'Nothing found. Try an order number, a name or an email address.',
  hint: 'Enter opens, Esc closes',
  goTo: 'Go to',
  screens: 'Screens',
  actions: 'Actions',
} as const;

export const conflictMessages = {
  title: 'This changed while you were working',
  changedWhileEditing: 'A colleague changed this while you were working. What you typed stays. When you save, you see both and choose.',
  theirs: 'Keep theirs',
  yours: 'Keep yours',
  theirsText: 'Drop what you typed and show the current record.',
  yoursText: 'Apply your change to the current record.',
  field: 'Field',
  theirValue: 'Theirs',
  yourValue: 'Yours',
} as const;
