/**
 * Who is looking, compiled: the part of a search that the server decides and no request can widen (SPEC.md §3 audiences, §6
 * eligibility; DECISIONS.md: an offer not eligible for the shopper appears in no answer). Each document carries the same bits.
 */
import { AUDIENCES, TIERS_ELIGIBLE, type TierEligible } from '#domains/catalogue/model/record.ts';
import type { SearchDocument } from './document.ts';

const TERRITORIES = ['AU', 'NZ', 'SG'] as const;
export type Territory = (typeof TERRITORIES)[number];

const tierBits = new Map<string, number>(TIERS_ELIGIBLE.map((tier, index) => [tier, 1 << index]));
const ALL_TIERS = (1 << TIERS_ELIGIBLE.length) - 1;
const territoryBits = new Map<string, number>(TERRITORIES.map((territory, index) => [territory, 1 << (TIERS_ELIGIBLE.length + index)]));
const SECRET = 1 << (TIERS_ELIGIBLE.length + TERRITORIES.length);
const audienceBits = new Map<string, number>(
  AUDIENCES.map((audience) => [audience, audience.split('+').reduce((bits, territory) => bits | (territoryBits.get(territory) ?? 0), 0)]),
);

declare const compiled: unique symbol;

/** Made by `compileAudience` only, so that no parsed request can pass for one. */
export interface Audience {
  readonly tiers: number;
  readonly territory: number;
  readonly secret: boolean;
  readonly [compiled]: true;
}

/**
 * In: the shopper's territory, the tiers that may show an offer (`['GUEST', 'ALL']` for a guest, `['GOLD', 'ALL']`, or `'any'`
 * for staff), and whether secret offers may appear. Out: the filter to hand to every search of this shopper.
 */
export const compileAudience = (who: { territory: Territory; tiers: readonly TierEligible[] | 'any'; secret: boolean }): Audience =>
  ({
    tiers: who.tiers === 'any' ? ALL_TIERS : who.tiers.reduce((bits, tier) => bits | (tierBits.get(tier) ?? 0), 0),
    territory: territoryBits.get(who.territory) ?? 0,
    secret: who.secret,
  }) as Audience;

/** A document's side of the comparison: its tiers, territories and secrecy as one number below 2^16. */
export const accessBits = (document: SearchDocument): number => {
  let bits = audienceBits.get(document.audience) ?? 0;
  for (const tier of document.tiersEligible) bits |= tierBits.get(tier) ?? 0;
  return document.secret ? bits | SECRET : bits;
};

/** Whether a document with these bits may be shown to this audience. */
export const isVisibleTo = (audience: Audience, bits: number): boolean =>
  (bits & audience.tiers) !== 0 && (bits & audience.territory) !== 0 && (audience.secret || (bits & SECRET) === 0);

/** One number per distinct audience, to key what is kept for it. */
export const audienceKey = (audience: Audience): number => audience.tiers | audience.territory | (audience.secret ? SECRET : 0);
