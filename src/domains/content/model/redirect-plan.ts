/** What an import of redirects will change, row by row, before it changes anything. */
import { MARKETS, type Market } from '#markets/market.ts';
import { redirectPlanMessages as text } from '../messages/office-redirects.ts';
import { followRedirects, makesLoop, type RedirectRecord, redirectRecord } from './redirect.ts';
import type { RedirectLine } from './redirect-csv.ts';

export const PLAN_STATES = ['added', 'changed', 'unchanged', 'refused'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export interface PlannedRedirect {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly state: PlanState;
  /** Why the row is refused, or what to look at. */
  readonly notes: readonly string[];
  /** Null if the row is refused. */
  readonly redirect: RedirectRecord | null;
  /** The redirect that it replaces. */
  readonly before: RedirectRecord | null;
}

export interface PlanContext {
  readonly existing: ReadonlyMap<string, RedirectRecord>;
  /** Markets of the person. */
  readonly markets: readonly Market[];
  /** Returns true if a page is at a path, which then comes first. */
  readonly hasPage: (path: string) => boolean;
  /** Returns true if visitors of a market find something at an address. */
  readonly hasTarget: (to: string, market: Market) => boolean;
}

interface Parsed {
  readonly line: RedirectLine;
  readonly redirect: RedirectRecord | null;
  readonly refusal: string;
}

const KINDS: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['permanent', true],
  ['301', true],
  ['308', true],
  ['temporary', false],
  ['for now', false],
  ['302', false],
  ['307', false],
]);

function parseLine(line: RedirectLine, own: readonly Market[]): Parsed {
  const refuse = (refusal: string): Parsed => ({ line, redirect: null, refusal });
  const isPermanent = KINDS.get(line.kind.toLowerCase());
  if (isPermanent === undefined) return refuse(text.kind(line.kind));
  const named = line.markets
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const unknown = named.find((name) => !MARKETS.some((market) => market === name));
  if (unknown !== undefined) return refuse(text.market(unknown, MARKETS));
  const markets = named.length === 0 ? own : MARKETS.filter((market) => named.includes(market));
  const foreign = markets.filter((market) => !own.includes(market));
  if (foreign.length > 0) return refuse(text.foreign(foreign));
  const parsed = redirectRecord.safeParse({ record: 'redirect', from: line.from, to: line.to, isPermanent, markets: [...markets] });
  if (parsed.success) return { line, redirect: parsed.data, refusal: '' };
  const [issue] = parsed.error.issues;
  return refuse(issue?.path[0] === 'from' ? text.badFrom(issue.message) : text.badTo(issue?.message ?? ''));
}

const isSame = (a: RedirectRecord, b: RedirectRecord): boolean =>
  a.to === b.to && a.isPermanent === b.isPermanent && a.markets.toSorted().join() === b.markets.toSorted().join();

/** Plans an import. Rows that are refused do not count for the others. */
export function planRedirects(
  lines: readonly RedirectLine[],
  { existing, markets: own, hasPage, hasTarget }: PlanContext,
): PlannedRedirect[] {
  const firstLines = new Map<string, number>();
  const checked = lines.map((line): Parsed => {
    const parsed = parseLine(line, own);
    const { redirect } = parsed;
    if (!redirect) return parsed;
    const first = firstLines.get(redirect.from);
    if (first !== undefined) return { line, redirect: null, refusal: text.duplicate(first) };
    firstLines.set(redirect.from, line.line);
    const foreign = (existing.get(redirect.from)?.markets ?? []).filter((market) => !own.includes(market));
    return foreign.length > 0 ? { line, redirect: null, refusal: text.foreign(foreign) } : parsed;
  });
  const all = new Map(existing);
  for (const { redirect } of checked) if (redirect) all.set(redirect.from, redirect);
  const find = (path: string): RedirectRecord | null => all.get(path) ?? null;
  const loops = new Set(checked.flatMap(({ redirect }) => (redirect && makesLoop(find, redirect) ? [redirect.from] : [])));
  for (const from of loops) {
    const before = existing.get(from);
    if (before) all.set(from, before);
    else all.delete(from);
  }

  return checked.map(({ line, redirect, refusal }): PlannedRedirect => {
    const at = { line: line.line, from: redirect?.from ?? line.from, to: line.to };
    const before = (redirect && existing.get(redirect.from)) ?? null;
    if (!redirect) return { ...at, state: 'refused', notes: [refusal], redirect: null, before: null };
    if (loops.has(redirect.from)) return { ...at, state: 'refused', notes: [text.loop], redirect: null, before };
    const state = before === null ? 'added' : isSame(before, redirect) ? 'unchanged' : 'changed';
    return { ...at, state, notes: notesOf(redirect, find, { hasPage, hasTarget }), redirect, before };
  });
}

/** Returns what to look at before a redirect is saved. */
function notesOf(
  redirect: RedirectRecord,
  find: (path: string) => RedirectRecord | null,
  { hasPage, hasTarget }: Pick<PlanContext, 'hasPage' | 'hasTarget'>,
): string[] {
  const [market] = redirect.markets;
  const followed = market ? followRedirects(find, redirect.from, market, hasPage) : null;
  const steps = followed === null || followed === 'loop' ? [] : followed.steps;
  const last = followed === null || followed === 'loop' ? redirect.to : followed.target.to;
  const missing = redirect.markets.filter((each) => !hasTarget(last, each));
  return [
    ...(hasPage(redirect.from) ? [text.hasPage] : []),
    ...(steps.length > 2 ? [text.chain(steps)] : []),
    ...(missing.length > 0 ? [text.missing(last, missing)] : []),
  ];
}
