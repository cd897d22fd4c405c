/** A wine club as an interchange record: `{"record":"club",…}`, one a line; a club of two markets is two records (SPEC.md §3 "Wine club"). */
import { z } from 'zod';
import { block, picture } from '#domains/content/model/blocks.ts';
import { storableText as text } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** What is in a case, and what a member pays for it. */
const variant = z.object({
  id: name,
  label: text(80).min(1),
  /** Of a case, in the market's currency, tax contained, delivery not. */
  price: z.number().positive().max(100_000).multipleOf(0.01),
  summary: text(300).default(''),
  /** The case itself: its stock is what deliveries take from. */
  offerId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
});

/** How often a case is sent. */
const frequency = z.object({
  id: name,
  label: text(80).min(1),
  unit: z.enum(['week', 'month']),
  every: z.number().int().min(1).max(52),
});

const hasOwnIds = (rows: readonly { readonly id: string }[]): boolean => new Set(rows.map(({ id }) => id)).size === rows.length;

export const clubRecord = z.object({
  record: z.literal('club'),
  /** Stays the same whatever the club is called. */
  id: name,
  /** It stands at `/wine-clubs/{slug}`. */
  slug: name.refine((slug) => slug !== 'checkout' && slug !== 'success', 'is taken by a page of the shop'),
  market: z.enum(MARKETS),
  shops: z
    .array(z.enum(['wine', 'spirits']))
    .min(1)
    .default(['wine']),
  name: text(80).min(1),
  kicker: text(60).default(''),
  summary: text(400).default(''),
  picture: picture.nullable().default(null),
  /** What the club's page says, in the blocks of pages. */
  blocks: z.array(block).max(60).default([]),
  variants: z.array(variant).min(1).max(12).refine(hasOwnIds, 'need ids of their own'),
  frequencies: z.array(frequency).min(1).max(12).refine(hasOwnIds, 'need ids of their own'),
  /** `open` takes members; `full` keeps those it has; `closed` delivers no more; a `draft` is not seen. */
  state: z.enum(['draft', 'open', 'full', 'closed']).default('open'),
  /** Place in lists, the lowest first. */
  position: z.number().int().default(0),
});

export type ClubRecord = z.output<typeof clubRecord>;
export type ClubVariant = ClubRecord['variants'][number];
export type ClubFrequency = ClubRecord['frequencies'][number];
