/** What staff type into the form of a wine: any JSON until the record's schema accepts it. Pure rules. */
import { z } from 'zod';
import { wineFieldProblems as text } from '../messages/office-fields.ts';
import { type OfferRecord, offerRecord } from './record.ts';
import { wineProblem } from './wine-change.ts';

type Json = z.output<ReturnType<typeof z.json>>;
export type WineDraft = Readonly<Record<string, Json>>;

export interface WineIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type ParsedDraft =
  | { readonly ok: true; readonly record: OfferRecord; readonly issues: readonly WineIssue[] }
  | { readonly ok: false; readonly issues: readonly WineIssue[] };

const draftSchema = z.record(z.string(), z.json());

/** Returns the draft of a record. */
export const toDraft = (record: OfferRecord): WineDraft => draftSchema.parse(JSON.parse(JSON.stringify(record)));

const formatProblem = (path: readonly PropertyKey[]): string => {
  const name = String(path.at(-1) ?? '');
  return Object.entries(text.formats).find(([field]) => field === name)?.[1] ?? text.format;
};

/** Returns the sentence for a problem that the schema found. */
function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' ? text.number : issue.expected === 'int' ? text.whole : text.missing;
    case 'too_small':
      if (issue.origin === 'string') return text.missing;
      return issue.origin === 'array' ? text.chooseOne : text.atLeast(Number(issue.minimum));
    case 'too_big':
      if (issue.origin === 'string') return text.tooLong(Number(issue.maximum));
      return issue.origin === 'array' ? text.tooMany(Number(issue.maximum)) : text.atMost(Number(issue.maximum));
    case 'not_multiple_of':
      return text.cents;
    case 'invalid_format':
      return formatProblem(issue.path);
    case 'invalid_value':
      return text.choose;
    default:
      return text.format;
  }
}

const isPathPart = (part: PropertyKey): part is string | number => typeof part !== 'symbol';

/** Validates a draft by the record's schema, which imports use too. */
export function parseDraft(draft: WineDraft): ParsedDraft {
  const parsed = offerRecord.safeParse(draft);
  if (!parsed.success)
    return { ok: false, issues: parsed.error.issues.map((issue) => ({ path: issue.path.filter(isPathPart), message: describe(issue) })) };
  const problem = wineProblem(parsed.data);
  return problem
    ? { ok: false, issues: [{ path: [problem.path], message: problem.problem }] }
    : { ok: true, record: parsed.data, issues: [] };
}

const isFields = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Moves what was typed to the wine as it was saved since, for example when its sale was ended beside the form: what the person changed
 * stays, the rest is as it is now. Prices are compared by market.
 */
export function rebaseDraft(typed: WineDraft, opened: WineDraft, current: WineDraft): WineDraft {
  const names = [...new Set([...Object.keys(typed), ...Object.keys(current)])];
  const moved = names.map((name): readonly [string, Json | undefined] => {
    const [mine, old, now] = [typed[name], opened[name], current[name]];
    if (JSON.stringify(mine) === JSON.stringify(old)) return [name, now];
    return [name, name === 'prices' && isFields(mine) && isFields(old) && isFields(now) ? rebaseDraft(mine, old, now) : mine];
  });
  return Object.fromEntries(moved.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Returns the draft of a new wine. Its stock is assigned when it is added. */
export const emptyDraft = (audience: OfferRecord['audience']): WineDraft => ({
  record: 'offer',
  offerId: '',
  productId: 1,
  sku: '',
  brand: '',
  name: '',
  vintage: '',
  category: 'Red',
  packSize: 6,
  audience,
  tiersEligible: ['GUEST', 'ALL'],
  prices: {},
});
