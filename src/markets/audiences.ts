/** Audiences of offers: the territories they may be seen in. Offers are recorded for New Zealand, where the shop does not sell yet. */
import { MARKETS, type Market } from './market.ts';

const RECORDED = ['AU', 'NZ', 'SG', 'AU+NZ', 'AU+NZ+SG'] as const;

export type Audience = (typeof RECORDED)[number] | Market;

/** Every audience: those of the records, and each market alone. */
export const AUDIENCES: readonly Audience[] = [...new Set<Audience>([...RECORDED, ...MARKETS])];

/** Lists the territories of an audience: `AU+NZ` is `AU` and `NZ`. */
export const territoriesOf = (audience: Audience): readonly string[] => audience.split('+');

/** Lists the audiences that one of some markets belongs to. */
export const audiencesFor = (markets: readonly Market[]): Audience[] =>
  AUDIENCES.filter((audience) => territoriesOf(audience).some((territory) => markets.some((market) => market === territory)));

/** Every territory, in alphabetical order. */
export const TERRITORIES: readonly string[] = [...new Set(AUDIENCES.flatMap(territoriesOf))].sort();
