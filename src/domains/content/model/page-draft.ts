/** Drafts of pages: what staff type, which may be incomplete, and what can be shown of it. */
import { z } from 'zod';
import { pageIssueText } from '../messages/office-errors.ts';
import { block as anyBlock } from './blocks.ts';
import { type PageRecord, pageRecord } from './record.ts';
import { TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.ts';

/** The fields of a page as they were typed. Which of them are complete is decided when the page is published. */
export const draftRecord = z.record(z.string().max(40), z.json());
export type DraftRecord = z.output<typeof draftRecord>;

export const pageId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be small letters, digits and hyphens, at most 64');

/** A problem at a place of a record. */
export interface PageIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** True if the page cannot be published with it. */
  readonly isBlocking: boolean;
}

const place = (path: readonly PropertyKey[]): (string | number)[] => path.map((key) => (typeof key === 'symbol' ? String(key) : key));

/** Returns the page of a complete draft, or what is wrong with it. */
export function completePage(draft: DraftRecord): { readonly page: PageRecord } | { readonly issues: readonly PageIssue[] } {
  const parsed = pageRecord.safeParse(draft);
  if (parsed.success) return { page: parsed.data };
  return { issues: parsed.error.issues.map((issue) => ({ path: place(issue.path), message: pageIssueText(issue), isBlocking: true })) };
}

/** The fields without the rules that concern several of them. */
const anyPage = z.object(pageRecord.shape);

/** Values of fields that a page cannot be without. */
const fallbacks = (id: string, template: TemplateName): Readonly<Record<string, unknown>> => ({
  record: 'page',
  id,
  template,
  path: TEMPLATES[template].path.replace(':slug', id),
  title: 'Untitled',
});

const templateOf = (value: unknown): TemplateName => TEMPLATE_NAMES.find((name) => name === value) ?? 'content';

/** Returns as much of a draft as can be shown: incomplete blocks are left out, incomplete fields are as by default. */
export function showableDraft(id: string, draft: DraftRecord): PageRecord {
  const blocks = Array.isArray(draft.blocks) ? draft.blocks.filter((candidate) => anyBlock.safeParse(candidate).success) : [];
  const fields: Record<string, unknown> = { ...draft, blocks };
  const defaults = fallbacks(id, templateOf(draft.template));
  const shown = Object.fromEntries(
    Object.entries(anyPage.shape).map(([name, schema]) => [name, schema.safeParse(fields[name]).success ? fields[name] : defaults[name]]),
  );
  return anyPage.parse(shown);
}

/** Returns the short text of a field of a draft. */
export const draftText = (draft: DraftRecord, name: string): string => {
  const value = draft[name];
  return typeof value === 'string' ? value : '';
};

const DRAFT_SUFFIX = '~draft';

/** Returns the id by which a preview shows the draft of a page. Ids of pages cannot be such a text. */
export const draftPreviewId = (id: string): string => `${id}${DRAFT_SUFFIX}`;

/** Returns the id of the page whose draft a preview shows. @returns null for a preview of what is published */
export const pageOfDraftPreview = (previewId: string): string | null =>
  previewId.endsWith(DRAFT_SUFFIX) ? previewId.slice(0, -DRAFT_SUFFIX.length) : null;
