/** What the inbox of form entries is filtered by. */
export const ENTRY_STATES = ['open', 'handled', 'spam'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

export const INBOX_SORTS = ['received', '-received'] as const;
export type InboxSort = (typeof INBOX_SORTS)[number];

interface Answer {
  readonly label: string;
  readonly value: string;
}

/** Returns the longest answer: what the person wants, after name and address. */
export const mainAnswer = (answers: readonly Answer[]): string =>
  answers.reduce((longest, { value }) => (value.length > longest.length ? value : longest), '');

/** Characters of the quoted message in an address that begins an email. Programs refuse longer ones. */
const MAX_QUOTE = 1_200;

/** Returns the address that begins an answer by email, with the message quoted. */
export function replyAddress(email: string, subject: string, answers: readonly Answer[]): string {
  const quote = answers
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => `> ${label}: ${value.replaceAll('\n', '\n> ')}`)
    .join('\n')
    .slice(0, MAX_QUOTE)
    .toWellFormed();
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`\n\n${quote}`)}`;
}
