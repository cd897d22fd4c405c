/** Compiled audience of a search. It limits the results, and no request can widen it [SRCH-39] [SRCH-40]. */
import { TIERS_ELIGIBLE, type TierEligible } from '#domains/catalogue/model/record.ts';
import { AUDIENCES, TERRITORIES, territoriesOf } from '#markets/audiences.ts';
import type { Eligibility } from '#packages/search-engine/index.ts';
import type { SearchDocument } from './search-attributes.ts';

const tierBits = new Map<string, number>(TIERS_ELIGIBLE.map((tier, index) => [tier, 1 << index]));
const ALL_TIERS = (1 << TIERS_ELIGIBLE.length) - 1;
const territoryBits = new Map<string, number>(TERRITORIES.map((territory, index) => [territory, 1 << (TIERS_ELIGIBLE.length + index)]));
const SECRET = 1 << (TIERS_ELIGIBLE.length + TERRITORIES.length);
const audienceBits = new Map<string, number>(
  AUDIENCES.map((audience) => [
    audience,
    territoriesOf(audience).reduce((bits, territory) => bits | (territoryBits.get(territory) ?? 0), 0),
  ]),
);

/** The territory, tiers and secrecy that a search is limited to. */
export interface AudienceDefinition {
  readonly territory: string;
  /** `['GUEST', 'ALL']` for a guest, `['GOLD', 'ALL']` for a customer of a tier, `any` for staff. */
  readonly tiers: readonly TierEligible[] | 'any';
  /** True if secret offers may appear. */
  readonly secret: boolean;
}

/** Compares the tiers, territories and secrecy of documents with those of a shopper. A class, so that parsed JSON cannot pass as one. */
export class SearchAudience implements Eligibility {
  readonly #tiers: number;
  readonly #territory: number;
  readonly #secret: boolean;
  readonly key: number;

  constructor({ territory, tiers, secret }: AudienceDefinition) {
    this.#tiers = tiers === 'any' ? ALL_TIERS : tiers.reduce((bits, tier) => bits | (tierBits.get(tier) ?? 0), 0);
    this.#territory = territoryBits.get(territory) ?? 0;
    this.#secret = secret;
    this.key = this.#tiers | this.#territory | (secret ? SECRET : 0);
  }

  allows(accessBits: number): boolean {
    return (accessBits & this.#tiers) !== 0 && (accessBits & this.#territory) !== 0 && (this.#secret || (accessBits & SECRET) === 0);
  }
}

/** Returns the tiers, territories and secrecy of a document as one number below 2^16. */
export const accessBits = ({ audience, tiersEligible, secret }: Pick<SearchDocument, 'audience' | 'tiersEligible' | 'secret'>): number => {
  let bits = audienceBits.get(audience) ?? 0;
  for (const tier of tiersEligible) bits |= tierBits.get(tier) ?? 0;
  return secret ? bits | SECRET : bits;
};
