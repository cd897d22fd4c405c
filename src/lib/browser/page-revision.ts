/**
 * Revision of the settings that the page was made with. Calls send it. A response that names another one means that the page is outdated:
 * it shows, for example, former delivery fees.
 */
export const REVISION_HEADER = 'settings-revision';

let current = '';
let answered = '';
let onOutdated = (): void => {};

/** Sets the revision of the page, and what happens when a response has another one. */
export function setPageRevision(revision: string, handleOutdated: () => void): void {
  current = revision;
  onOutdated = handleOutdated;
}

/** Returns the revision of the page. Empty if it is not known. */
export const pageRevision = (): string => current;

/** Returns true if a response has named another revision than the page's. */
export const isPageOutdated = (): boolean => answered !== '' && answered !== current;

/** Notes the revision that a response names, null if it names none. Reports each new one once. */
export function noteRevision(revision: string | null): void {
  if (revision === null || revision === answered) return;
  answered = revision;
  if (isPageOutdated()) onOutdated();
}
