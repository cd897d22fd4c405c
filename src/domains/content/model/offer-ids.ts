import type { Block, Picture } from './blocks.ts';
import type { BlockView } from './page-view.ts';

interface NamesOffers {
  readonly picture: Picture | null;
  readonly offerId?: string | null;
  readonly blocks?: readonly (Block | BlockView)[];
}

/** Returns the ids of the offers that a page, a summary of it or a club names. */
export const offerIdsOf = ({ picture, offerId, blocks = [] }: NamesOffers): string[] => [
  ...(picture?.of === 'offer' ? [picture.offerId] : []),
  ...(offerId ? [offerId] : []),
  ...blocks.flatMap((block) => {
    if (block.type === 'offers') return block.offerIds;
    return block.type === 'image' && block.picture.of === 'offer' ? [block.picture.offerId] : [];
  }),
];
