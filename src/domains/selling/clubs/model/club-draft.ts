/** What staff type into the form of a club: any JSON until the record's schema accepts it. Pure rules. */
import { z } from 'zod';
import { pageIssueText } from '#domains/content/messages/office-errors.ts';
import { freeId, slugOf } from '#domains/content/model/new-page.ts';
import { isJsonObject } from '#lib/json.ts';
import type { Market } from '#markets/market.ts';
import { type ClubRecord, clubRecord } from './record.ts';

type Json = z.output<ReturnType<typeof z.json>>;
export type ClubDraft = Readonly<Record<string, Json>>;

export interface ClubIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type ParsedClub = { readonly record: ClubRecord | null; readonly issues: readonly ClubIssue[] };

const draftSchema = z.record(z.string(), z.json());

/** Returns the draft of a record. */
export const toClubDraft = (record: ClubRecord): ClubDraft => draftSchema.parse(JSON.parse(JSON.stringify(record)));

/** Gives new cases and frequencies an id after their name. Those that are stored keep theirs, because memberships refer to them. */
function withIds(rows: Json | undefined): Json {
  if (!Array.isArray(rows)) return [];
  const taken = new Set(rows.flatMap((row) => (isJsonObject(row) && typeof row.id === 'string' ? [row.id] : [])));
  return rows.map((row) => {
    if (!isJsonObject(row) || (typeof row.id === 'string' && row.id !== '')) return row;
    const id = freeId(typeof row.label === 'string' ? row.label : '', (one) => taken.has(one));
    taken.add(id);
    return draftSchema.parse({ ...row, id });
  });
}

/** Validates a draft by the record's schema, which imports use too. */
export function parseClubDraft(draft: ClubDraft): ParsedClub {
  const parsed = clubRecord.safeParse({ ...draft, variants: withIds(draft.variants), frequencies: withIds(draft.frequencies) });
  if (parsed.success) return { record: parsed.data, issues: [] };
  const issues = parsed.error.issues.map((issue) => ({
    path: issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
    message: pageIssueText(issue),
  }));
  return { record: null, issues };
}

/** Returns the draft of a new club. It is hidden until somebody opens it. */
export const emptyClub = (market: Market): ClubDraft => ({
  record: 'club',
  id: '',
  slug: '',
  market,
  name: '',
  state: 'draft',
  variants: [{ id: '', label: '', price: '', summary: '', offerId: '' }],
  frequencies: [{ id: 'monthly', label: 'Every month', unit: 'month', every: 1 }],
});

/** Returns id and slug for a name, as far as they were not typed. @param isShared true if the shop has several markets, whose clubs need ids of their own */
export function withAddress(draft: ClubDraft, isShared: boolean): ClubDraft {
  const name = typeof draft.name === 'string' ? slugOf(draft.name) : '';
  const slug = draft.slug === '' ? name : draft.slug;
  const market = typeof draft.market === 'string' ? draft.market.toLowerCase() : '';
  const id = draft.id === '' && name !== '' ? (isShared ? `${name}-${market}` : name) : draft.id;
  return { ...draft, ...(slug === undefined ? {} : { slug }), ...(id === undefined ? {} : { id }) };
}

const FIELDS = Object.keys(clubRecord.shape) as (keyof ClubRecord)[];

/** Lists the fields in which two records differ. */
export const changedClubFields = (before: ClubRecord, after: ClubRecord): (keyof ClubRecord)[] =>
  FIELDS.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/** Applies what a person changed to the record as it is now. */
export const mergeClub = (opened: ClubRecord, mine: ClubRecord, current: ClubRecord): ClubRecord =>
  clubRecord.parse({ ...current, ...Object.fromEntries(changedClubFields(opened, mine).map((name) => [name, mine[name]])) });
