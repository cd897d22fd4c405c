/** Text of imports, exports and tests of redirects in the office. */
export const redirectPlanMessages = {
  kind: (kind: string) => `“${kind}” is no kind. Write permanent or temporary.`,
  market: (name: string, known: readonly string[]) => `“${name}” is no market. Write ${known.join(' or ')}, or nothing for all.`,
  foreign: (markets: readonly string[]) => `It holds for ${markets.join(', ')}, where you don’t work.`,
  badFrom: (rule: string) => `The old address ${rule}.`,
  badTo: (rule: string) => `The new address ${rule}.`,
  duplicate: (line: number) => `Line ${line} has this old address already.`,
  loop: 'It leads back to where it began.',
  hasPage: 'A page is at the old address, so it is shown instead.',
  chain: (steps: readonly string[]) => `It leads on: ${steps.join(' → ')}.`,
  missing: (to: string, markets: readonly string[]) => `Nothing is at ${to} in ${markets.join(', ')}.`,
} as const;

const count = (value: number, one: string, many: string): string => `${value.toLocaleString('en-AU')} ${value === 1 ? one : many}`;
const redirects = (value: number): string => count(value, 'redirect', 'redirects');

export const redirectImportMessages = {
  open: 'Import CSV',
  title: 'Import redirects',
  hint: 'Columns from, to, kind (permanent or temporary) and markets. Only from and to are needed. “Export CSV” makes such a file.',
  choose: 'Choose a file',
  paste: 'Or paste rows',
  example: '/old-page,/delivery',
  check: 'Check rows',
  another: 'Choose other rows',
  states: { added: 'New', changed: 'Changed', unchanged: 'Unchanged', refused: 'Left out' },
  summary: (added: number, changed: number, unchanged: number, refused: number) =>
    `${added} new, ${changed} changed, ${unchanged} unchanged, ${refused} left out`,
  rows: 'What will change',
  columns: { line: 'Line', from: 'Old address', to: 'Leads to', state: 'Change', notes: 'Look at' },
  before: (to: string) => `before: ${to}`,
  onlyNotes: 'Show only rows to look at',
  import: (changes: number) => `Import ${redirects(changes)}`,
  nothing: 'These rows change nothing.',
  done: (changes: number) => `${redirects(changes)} imported.`,
  undone: 'The redirects are as before.',
  changedSince: (value: number) => `${redirects(value)} changed since and ${value === 1 ? 'stays' : 'stay'}. The others are as before.`,
  exportTitle: 'Export redirects',
  exporting: (value: number) => `${redirects(value)} so far…`,
  exported: (value: number) => `${redirects(value)} exported.`,
  stop: 'Stop',
} as const;

export const redirectBulkMessages = {
  delete: 'Delete',
  title: (value: number) => `Delete ${redirects(value)}?`,
  consequences: ['Visitors of the old addresses no longer reach the new ones.', 'You can undo this right after.'],
  cancel: 'Cancel',
  confirm: (value: number) => `Delete ${redirects(value)}`,
  progress: (done: number, all: number) => `${done.toLocaleString('en-AU')} of ${redirects(all)}…`,
  deleted: (value: number) => `${redirects(value)} deleted.`,
  kept: (value: number) =>
    `${redirects(value)} stayed: a colleague has changed or deleted ${value === 1 ? 'it' : 'them'}, or ${value === 1 ? 'it is' : 'they are'} for another market too.`,
  restored: (value: number) => `${redirects(value)} ${value === 1 ? 'is' : 'are'} back.`,
  notRestored: (value: number) => `${redirects(value)} can’t come back, because the old address leads elsewhere now.`,
} as const;

export const redirectTestMessages = {
  open: 'Test an address',
  title: 'Test an address',
  address: 'Address',
  addressHint: 'A path such as /old-page, or an address copied from the browser',
  site: 'Site',
  test: 'Test',
  steps: 'Where it leads',
  start: (path: string) => `A visitor opens ${path}`,
  redirect: (to: string, isPermanent: boolean) => `A redirect leads to ${to} (${isPermanent ? 'permanent' : 'for now'})`,
  found: (name: string) => (name === '' ? 'The shop has a page there' : `“${name}” is shown`),
  missing: 'Nothing is there: visitors see “not found”',
  outside: 'Visitors leave the shop',
  direct: (to: string) => `Visitors go to ${to} in one step.`,
} as const;
