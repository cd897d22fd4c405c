/** Changes that staff make to one or several wines at once, and what differs between two versions of a wine. Pure rules. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import { isJsonObject } from '#lib/json.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { wineProblems } from '../messages/office-errors.ts';
import { type OfferRecord, offerRecord } from './record.ts';

/** What a new price is rounded to, in cents. `ends_99` is the nearest price that ends in .99. */
export const ROUNDINGS = { cent: 1, five_cents: 5, ten_cents: 10, fifty_cents: 50, dollar: 100, five_dollars: 500, ends_99: 100 } as const;
export type Rounding = keyof typeof ROUNDINGS;
const ROUNDING_NAMES = Object.keys(ROUNDINGS) as [Rounding, ...Rounding[]];

const MAX_PRICE_CENTS = 100_000_000;

const priceChange = z.discriminatedUnion('by', [
  z.object({ by: z.literal('set'), amount: z.number().min(0.01).max(1_000_000).multipleOf(0.01) }),
  z.object({
    by: z.literal('amount'),
    amount: z.number().min(-1_000_000).max(1_000_000).multipleOf(0.01),
    rounding: z.enum(ROUNDING_NAMES).default('cent'),
  }),
  z.object({ by: z.literal('percent'), percent: z.number().min(-100).max(1_000), rounding: z.enum(ROUNDING_NAMES).default('cent') }),
]);
export type PriceChange = z.output<typeof priceChange>;

const tag = storableText(40).refine((text) => text !== '', 'must not be empty');
const { category, startsAt, endsAt, tiersEligible, secret, specialAccess, inventoryStatus } = offerRecord.shape;

/** A change of fields. Those that are missing stay as they are. */
export const wineChange = z.object({
  /** Of the case in the market of the call. */
  price: priceChange.optional(),
  category: category.optional(),
  startsAt: startsAt.unwrap().optional(),
  endsAt: endsAt.unwrap().optional(),
  tiersEligible: tiersEligible.unwrap().optional(),
  secret: secret.unwrap().optional(),
  specialAccess: specialAccess.unwrap().optional(),
  inventoryStatus: inventoryStatus.unwrap().optional(),
  addTags: z.array(tag).max(20).optional(),
  removeTags: z.array(tag).max(20).optional(),
});
export type WineChange = z.output<typeof wineChange>;

/** Returns a price in cents after a change, rounded to the nearest step, halves up. It can be outside of what a price may be. */
export function changedPrice(cents: number, change: PriceChange): number {
  if (change.by === 'set') return Math.round(change.amount * 100);
  const exact =
    change.by === 'amount' ? cents + Math.round(change.amount * 100) : (cents * (100_000 + Math.round(change.percent * 1_000))) / 100_000;
  const step = ROUNDINGS[change.rounding];
  const offset = change.rounding === 'ends_99' ? 1 : 0;
  return Math.round((exact + offset) / step) * step - offset;
}

export type AppliedChange = { readonly ok: true; readonly record: OfferRecord } | { readonly ok: false; readonly problem: string };

const problem = (text: string): AppliedChange => ({ ok: false, problem: text });

/** Returns why a valid record makes no sense as a wine; null if it does. `path` is that of the field to correct. */
export function wineProblem({
  startsAt: start,
  endsAt: end,
  offerId,
  nextOfferId,
}: OfferRecord): { readonly path: string; readonly problem: string } | null {
  if (start !== null && end !== null && Date.parse(end) <= Date.parse(start))
    return { path: 'endsAt', problem: wineProblems.endsBeforeStart };
  return nextOfferId === offerId ? { path: 'nextOfferId', problem: wineProblems.replacesItself } : null;
}

const sameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Applies a change to a wine in a market. */
export function applyWineChange(
  record: OfferRecord,
  market: Market,
  { price, addTags = [], removeTags = [], ...fields }: WineChange,
): AppliedChange {
  const changed: OfferRecord = {
    ...record,
    ...(fields.category === undefined ? {} : { category: fields.category }),
    ...(fields.startsAt === undefined ? {} : { startsAt: fields.startsAt }),
    ...(fields.endsAt === undefined ? {} : { endsAt: fields.endsAt }),
    ...(fields.tiersEligible === undefined ? {} : { tiersEligible: fields.tiersEligible }),
    ...(fields.secret === undefined ? {} : { secret: fields.secret }),
    ...(fields.specialAccess === undefined ? {} : { specialAccess: fields.specialAccess }),
    ...(fields.inventoryStatus === undefined ? {} : { inventoryStatus: fields.inventoryStatus }),
  };
  const kept = changed.tags.filter((one) => !removeTags.some((removed) => sameTag(one, removed)));
  const tags = [...kept, ...addTags.filter((added) => !kept.some((one) => sameTag(one, added)))];
  if (tags.length > 20) return problem(wineProblems.tooManyTags);
  const withTags = { ...changed, tags };
  const nonsense = wineProblem(withTags);
  if (nonsense) return problem(nonsense.problem);
  if (price === undefined) return { ok: true, record: withTags };
  const before = record.prices[market];
  if (before === undefined) return problem(wineProblems.noPrice);
  const cents = changedPrice(Math.round(before.packPrice * 100), price);
  if (cents < 1) return problem(wineProblems.priceTooLow);
  if (cents > MAX_PRICE_CENTS) return problem(wineProblems.priceTooHigh);
  return { ok: true, record: { ...withTags, prices: { ...record.prices, [market]: { ...before, packPrice: cents / 100 } } } };
}

/** Values of fields by name. A price is `prices.AU`. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** Value of a replacement that is not stated, which null is not: null is none. */
const NOT_STATED = '';

function fieldsOf(record: OfferRecord): FieldValues {
  const { record: _, prices, nextOfferId = NOT_STATED, ...fields } = record;
  return { ...fields, nextOfferId, ...Object.fromEntries(MARKETS.map((market) => [priceField(market), prices[market] ?? null])) };
}

const PRICE_PREFIX = 'prices.';

/** Name of the field of a market's price. */
export const priceField = (market: Market): string => `${PRICE_PREFIX}${market}`;

/** Returns the fields that differ between two versions of a wine. */
export function changedFields(before: OfferRecord, after: OfferRecord): { readonly before: FieldValues; readonly after: FieldValues } {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])].filter(
    (name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(current[name] ?? null),
  );
  const pick = (from: FieldValues): FieldValues => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(old), after: pick(current) };
}

/** Sets fields of a record by name, as `changedFields` returns them. The result is to be parsed. */
function withFields({ nextOfferId, pictures, ...record }: OfferRecord, values: FieldValues): Readonly<Record<string, unknown>> {
  const prices = Object.fromEntries(
    MARKETS.flatMap((market) => {
      const name = priceField(market);
      const price = Object.hasOwn(values, name) ? values[name] : record.prices[market];
      return price === undefined || price === null ? [] : [[market, price]];
    }),
  );
  const isStated = ([name, value]: readonly [string, unknown]): boolean =>
    value !== undefined && !(name === 'nextOfferId' && value === NOT_STATED) && !(name === 'pictures' && value === null);
  const fields = Object.entries({ pictures, nextOfferId, ...values }).filter(
    (field) => isStated(field) && !field[0].startsWith(PRICE_PREFIX),
  );
  return { ...record, ...Object.fromEntries(fields), prices };
}

/**
 * Applies a person's changes to the record as it is now: the fields that they changed since they opened it are theirs, the others as they
 * are now.
 */
export const mergeWine = (opened: OfferRecord, yours: OfferRecord, current: OfferRecord): OfferRecord =>
  offerRecord.parse(withFields(current, changedFields(opened, yours).after));

/** Returns a value as text that does not depend on the order of its fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner: unknown) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

const FIXED = new Set(['record', 'offerId', 'productId', 'prices']);
const RESTORABLE = new Set([...Object.keys(offerRecord.shape).filter((name) => !FIXED.has(name)), ...MARKETS.map(priceField)]);

/** Takes a change back, as `changedFields` describes it. It is refused if a field was changed again since. */
export function restoreFields(record: OfferRecord, before: FieldValues, after: FieldValues): AppliedChange {
  const names = Object.keys(before);
  if (names.length === 0 || !names.every((name) => RESTORABLE.has(name))) return problem(wineProblems.notRestorable);
  const current = fieldsOf(record);
  if (names.some((name) => canonical(current[name]) !== canonical(after[name]))) return problem(wineProblems.changedSince);
  const restored = offerRecord.safeParse(withFields(record, before));
  if (!restored.success) return problem(wineProblems.notRestorable);
  const nonsense = wineProblem(restored.data);
  return nonsense ? problem(nonsense.problem) : { ok: true, record: restored.data };
}
