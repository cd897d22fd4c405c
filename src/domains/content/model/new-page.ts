/** New pages and copies of pages. */
import { trimEndOf, trimOf } from '#lib/trim.ts';
import type { Market } from '#markets/market.ts';
import type { DraftRecord } from './page-draft.ts';
import { TEMPLATES, type TemplateName } from './templates.ts';

const MAX_ID = 64;
const HYPHEN = /-/;

/** Returns the part of an address for a title: `Winter whites!` → `winter-whites`. */
export const slugOf = (title: string): string =>
  trimEndOf(
    trimOf(
      title
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[\u0300-\u036f’']/g, '')
        .replace(/[^a-z0-9]+/g, '-'),
      HYPHEN,
    ).slice(0, MAX_ID - 4),
    HYPHEN,
  );

/** Returns the address that a page of a template has by default. */
export const pathFor = (template: TemplateName, title: string): string =>
  TEMPLATES[template].path.replace(':slug', slugOf(title) || 'new-page');

/** Returns an id that is not taken: `winter`, `winter-2`. */
export function freeId(wanted: string, isTaken: (id: string) => boolean): string {
  const base = slugOf(wanted) || 'page';
  if (!isTaken(base)) return base;
  for (let count = 2; ; count += 1) if (!isTaken(`${base}-${count}`)) return `${base}-${count}`;
}

/** Returns the draft of a new page. */
export const newPage = (id: string, template: TemplateName, title: string, markets: readonly Market[]): DraftRecord => ({
  record: 'page',
  id,
  template,
  path: pathFor(template, title),
  title,
  markets: [...markets],
  ...(template === 'home' ? { brand: {} } : { blocks: [{ type: 'text', heading: '', body: '' }] }),
});

/** Returns the draft of a copy: without its place in the menu and its times, at an address of its own. */
export function copyOfPage(record: DraftRecord, id: string, title: string): DraftRecord {
  const { publishAt: _from, endAt: _until, menu: _menu, state: _state, ...rest } = record;
  const path = typeof record.path === 'string' ? record.path : '/';
  const own = path === '/' || path === TEMPLATES['gift-card'].path ? path : `${path.slice(0, path.lastIndexOf('/'))}/${id}`;
  return { ...rest, id, title, path: own };
}
