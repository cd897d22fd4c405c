/** A club as visitors see it [CLUB-1]. */

import { z } from 'zod';
import { picture } from '#domains/content/model/blocks.ts';
import { blockView, viewBlock } from '#domains/content/model/page-view.ts';
import { minOf } from '#lib/extremes.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import type { ClubRecord, ClubVariant } from './record.ts';

export const frequencyView = z.object({ id: z.string(), label: z.string() });

/** The case of a variant, if the visitor may see its offer. */
const caseView = z.object({
  offerId: z.string(),
  url: z.string(),
  imageUrl: z.string(),
  packSize: z.number().int(),
  packPrice: z.number().describe('Price of the case without the club'),
  isSoldOut: z.boolean(),
});
export type CaseView = z.output<typeof caseView>;

export const variantView = z.object({
  id: z.string(),
  label: z.string(),
  price: z.number().describe('Price of a case without delivery'),
  summary: z.string(),
  bottlePrice: z.number().nullable(),
  saving: z.number().describe('Saving compared with the price without the club; 0 for none'),
  case: caseView.nullable(),
});

/** Fields of a club in the index of clubs. */
export const clubLine = z.object({
  id: z.string(),
  slug: z.string(),
  path: z.string().describe('/wine-clubs/{slug}'),
  name: z.string(),
  kicker: z.string(),
  summary: z.string(),
  picture: picture.nullable(),
  /** False if the club accepts no new members. */
  isOpen: z.boolean(),
  isClosed: z.boolean().describe('True if the club sends no more cases and is on no list'),
  fromPrice: z.number().describe('Price of the cheapest case'),
  variants: z.array(variantView),
  frequencies: z.array(frequencyView),
});
export const clubView = clubLine.extend({ blocks: z.array(blockView), changedAt: z.string().describe('ISO time') });

export type ClubLine = z.output<typeof clubLine>;
export type ClubView = z.output<typeof clubView>;
type VariantView = z.output<typeof variantView>;

/** Returns the case of an offer, or null if the visitor may not see it. */
export type FindCase = (offerId: string) => CaseView | null;

/** Returns the URL of a club's page [CLUB-6]. */
export const clubPath = (slug: string): string => `/wine-clubs/${slug}`;

/** Returns a variant with its case, and its bottle price and saving as decimals. */
export function viewVariant({ id, label, price, summary, offerId }: ClubVariant, findCase: FindCase): VariantView {
  const found = findCase(offerId);
  return {
    id,
    label,
    price,
    summary,
    bottlePrice: found && toDecimal(Math.round(toCents(price) / found.packSize)),
    saving: found ? toDecimal(Math.max(0, toCents(found.packPrice) - toCents(price))) : 0,
    case: found,
  };
}

/** Returns a club for a list. */
export const lineOfClub = (club: ClubRecord, findCase: FindCase): ClubLine => ({
  id: club.id,
  slug: club.slug,
  path: clubPath(club.slug),
  name: club.name,
  kicker: club.kicker,
  summary: club.summary,
  picture: club.picture?.of === 'offer' && findCase(club.picture.offerId) === null ? null : club.picture,
  isOpen: club.state === 'open',
  isClosed: club.state === 'closed',
  fromPrice: minOf(club.variants.map(({ price }) => price)),
  variants: club.variants.map((variant) => viewVariant(variant, findCase)),
  frequencies: club.frequencies.map(({ id, label }) => ({ id, label })),
});

/** Returns a club in full. */
export const viewClub = (club: ClubRecord, changedAt: Date, findCase: FindCase): ClubView => {
  const knows = (offerId: string): boolean => findCase(offerId) !== null;
  return {
    ...lineOfClub(club, findCase),
    changedAt: changedAt.toISOString(),
    blocks: club.blocks
      .map(viewBlock)
      .filter((block) => block.type !== 'image' || block.picture.of !== 'offer' || knows(block.picture.offerId))
      .map((block) => (block.type === 'offers' ? { ...block, offerIds: block.offerIds.filter(knows) } : block)),
  };
};
