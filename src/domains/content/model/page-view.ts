/** A page as visitors receive it: markup parsed, without drafts, passwords or data of other markets. */
import { z } from 'zod';
import { type Block, type FormBlock, formBlock, imageBlock, offersBlock, picture, quoteBlock } from './blocks.ts';
import { summaryOf } from './page-summaries.ts';
import { proseNode, readProse, stripMarkup } from './prose.ts';
import type { PageRecord } from './record.ts';
import { TEMPLATE_NAMES } from './templates.ts';

const prose = z.array(proseNode);

export const blockView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), heading: z.string(), body: prose }),
  imageBlock,
  offersBlock,
  quoteBlock,
  z.object({
    type: z.literal('video'),
    title: z.string(),
    src: z.string(),
    captions: z.string().nullable(),
    transcript: prose,
  }),
  z.object({
    type: z.literal('faq'),
    heading: z.string(),
    questions: z.array(z.object({ question: z.string(), answer: prose, words: z.string().describe('Answer as plain text') })),
  }),
  formBlock,
]);

const event = z.object({
  startsAt: z.string().describe('ISO time'),
  endsAt: z.string(),
  venue: z.string(),
  street: z.string(),
  suburb: z.string(),
  state: z.string(),
  postcode: z.string(),
  timeZone: z.string(),
  price: z.number(),
  seats: z.number(),
});

/** Summary of a page in lists. */
export const pageLine = z.object({
  id: z.string(),
  template: z.enum(TEMPLATE_NAMES),
  path: z.string(),
  title: z.string(),
  kicker: z.string(),
  summary: z.string(),
  picture: picture.nullable(),
  author: z.string(),
  publishedAt: z.string().nullable().describe('ISO time'),
  event: event.nullable(),
});

export const pageView = pageLine.extend({
  changedAt: z.string().describe('ISO time of the last change'),
  markets: z.array(z.string()).describe('Markets that have the same page'),
  isHidden: z.boolean().describe('True if not every guest may see the page; such a page is not indexed and not in shared caches'),
  isLocked: z.boolean().describe('True if the page is locked; its blocks are left out'),
  search: z.string(),
  offerId: z.string().nullable(),
  blocks: z.array(blockView),
});

export type BlockView = z.output<typeof blockView>;
export type PageSummary = z.output<typeof pageLine>;
export type PageView = z.output<typeof pageView>;
export type EventView = z.output<typeof event>;

/** Converts a block for visitors. */
export function viewBlock(block: Block): BlockView {
  switch (block.type) {
    case 'text':
      return { type: 'text', heading: block.heading, body: readProse(block.body) };
    case 'video':
      return { ...block, transcript: readProse(block.transcript) };
    case 'faq':
      return {
        ...block,
        questions: block.questions.map(({ question, answer }) => ({ question, answer: readProse(answer), words: stripMarkup(answer) })),
      };
    default:
      return block;
  }
}

/** Converts a page for visitors. A page behind a paywall has no blocks unless it was unlocked. */
export function viewOf(page: PageRecord, changedAt: Date, isUnlocked = false): PageView {
  const isLocked = page.paywall !== null && !isUnlocked;
  return {
    ...summaryOf(page),
    changedAt: changedAt.toISOString(),
    markets: page.markets,
    isHidden: !page.tiersEligible.includes('ALL') || page.template === 'secret-offer',
    isLocked,
    search: page.search,
    offerId: isLocked ? null : page.offerId,
    blocks: isLocked ? [] : page.blocks.map(viewBlock),
  };
}

/** Removes the offers that the reader is not eligible for from a page or a summary [CAT-17]. */
export function withoutHidden<T extends PageSummary & Partial<Pick<PageView, 'offerId' | 'blocks'>>>(
  page: T,
  knows: (offerId: string) => boolean,
): T {
  const isDisplayed = (picture: PageSummary['picture']): boolean => picture?.of !== 'offer' || knows(picture.offerId);
  const blocks = page.blocks
    ?.filter((block) => block.type !== 'image' || isDisplayed(block.picture))
    .map((block) => (block.type === 'offers' ? { ...block, offerIds: block.offerIds.filter(knows) } : block));
  return {
    ...page,
    picture: isDisplayed(page.picture) ? page.picture : null,
    ...(page.offerId ? { offerId: knows(page.offerId) ? page.offerId : null } : {}),
    ...(blocks ? { blocks } : {}),
  };
}

/** Returns the form of a page by its id. @returns null if the page has no such form */
export const formOf = (page: PageRecord, formId: string): FormBlock | null =>
  page.blocks.find((candidate): candidate is FormBlock => candidate.type === 'form' && candidate.formId === formId) ?? null;
