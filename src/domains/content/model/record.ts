/** Interchange record of a page: `{"record":"page",…}` [CONT-1] [CAT-23]. */
import { z } from 'zod';
import { TIERS_ELIGIBLE } from '#domains/catalogue/model/record.ts';
import { storableText as text } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { block, picture } from './blocks.ts';
import { brandTexts } from './brand.ts';
import { isAllowedPath, isReservedPath, TEMPLATE_NAMES, TEMPLATES } from './templates.ts';

const isoDateTime = z.iso.datetime({ offset: true });
const KINDS = ['wine', 'spirits'] as const;

/** Time and place of an event. */
const event = z.object({
  startsAt: isoDateTime,
  endsAt: isoDateTime,
  venue: text(120).min(1),
  street: text(160).default(''),
  suburb: text(80).default(''),
  state: text(20).default(''),
  postcode: text(10).default(''),
  /** IANA time zone of the event. */
  timeZone: text(60).default('Australia/Melbourne'),
  /** In the market's currency; 0 is free. */
  price: z.number().nonnegative().max(100_000).multipleOf(0.01).default(0),
  seats: z.number().int().min(0).max(100_000).default(0),
});

export const pageRecord = z
  .object({
    record: z.literal('page'),
    /** Does not change when the URL changes. */
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
    template: z.enum(TEMPLATE_NAMES),
    path: text(200),
    title: text(160).min(1),
    /** Small text above the title. */
    kicker: text(60).default(''),
    /** One or two sentences below the title and in lists. */
    summary: text(400).default(''),
    picture: picture.nullable().default(null),
    author: text(80).default(''),
    markets: z
      .array(z.enum(MARKETS))
      .min(1)
      .default([...MARKETS]),
    /** Kinds of sites that show the page. */
    shops: z
      .array(z.enum(KINDS))
      .min(1)
      .default([...KINDS]),
    tiersEligible: z.array(z.enum(TIERS_ELIGIBLE)).min(1).default(['GUEST', 'ALL']),
    /** Drafts are visible in previews only. */
    state: z.enum(['draft', 'published']).default('published'),
    /** Time range of visibility. Null is unlimited. `publishAt` is also the date of an article. */
    publishAt: isoDateTime.nullable().default(null),
    endAt: isoDateTime.nullable().default(null),
    /** Column of the footer and position in it. */
    menu: z
      .object({ group: z.enum(['shop', 'read', 'help', 'about']), label: text(40).min(1), position: z.number().int().default(0) })
      .nullable()
      .default(null),
    /** Condition that unlocks a page behind a paywall [ACCESS-14]. */
    paywall: z
      .object({ password: text(200).min(4) })
      .nullable()
      .default(null),
    event: event.nullable().default(null),
    /** The shop's texts about itself, on the record of the home page. */
    brand: brandTexts.nullable().default(null),
    /** The query string of a saved search. */
    search: text(2_000).default(''),
    /** Offer of an open or secret offer page. */
    offerId: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .nullable()
      .default(null),
    blocks: z.array(block).max(60).default([]),
  })
  .superRefine((page, context) => {
    const addIssue = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if (!isAllowedPath(page.template, page.path)) addIssue('path', `a page of this template stands at ${TEMPLATES[page.template].path}`);
    if (isReservedPath(page.template, page.path)) addIssue('path', `the shop has its own page at ${page.path}: choose another path`);
    if (page.template === 'event' && !page.event) addIssue('event', 'an event needs its time and place');
    if (page.event && page.event.endsAt <= page.event.startsAt) addIssue('event', 'must end after it begins');
    if (page.brand && page.template !== 'home') addIssue('brand', 'what the shop says about itself stands in the record of the home page');
    if (page.template === 'home' && (page.blocks.length > 0 || page.paywall || !page.tiersEligible.includes('GUEST')))
      addIssue('template', 'the home page is for everyone and shows the catalogue: it has no blocks, paywall or tiers of its own');
    if (page.template === 'saved-search' && page.search === '') addIssue('search', 'a saved search needs its query string');
    if (/(^|&)(query|page|sortBy)=/.test(page.search)) addIssue('search', 'facets and ranges can be saved, words, pages and orders cannot');
    if ((page.template === 'open-offer' || page.template === 'secret-offer') && !page.offerId) addIssue('offerId', 'needs an offer');
    if (page.paywall && (page.template === 'saved-search' || page.offerId !== null))
      addIssue('paywall', 'a page of words can be locked; offers are kept back by their tiers');
    if (page.publishAt && page.endAt && page.endAt <= page.publishAt) addIssue('endAt', 'must come after publishAt');
  });

export type PageRecord = z.output<typeof pageRecord>;
