/** A wine club as an interchange record: `{"record":"club",…}`, one per line. A club of two markets is two records [CLUB-1]. */
import { z } from 'zod';
import { block, picture } from '#domains/content/model/blocks.ts';
import { storableText as text } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** A case and its price for members [CLUB-1]. */
const variant = z.object({
  id: name,
  label: text(80).min(1),
  /** Price of a case in the market's currency, with tax, without delivery. */
  price: z.number().positive().max(100_000).multipleOf(0.01),
  summary: text(300).default(''),
  /** The offer of the case. Deliveries take its stock. */
  offerId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
});

/** A frequency of deliveries. */
const frequency = z.object({
  id: name,
  label: text(80).min(1),
  unit: z.enum(['week', 'month']),
  every: z.number().int().min(1).max(52),
});

const hasOwnIds = (rows: readonly { readonly id: string }[]): boolean => new Set(rows.map(({ id }) => id)).size === rows.length;

export const clubRecord = z.object({
  record: z.literal('club'),
  /** Stable id, independent of the club's name. */
  id: name,
  /** The slug of its page `/wine-clubs/{slug}` [CLUB-6]. */
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
  /** Content of the club's page, as content blocks. */
  blocks: z.array(block).max(60).default([]),
  variants: z.array(variant).min(1).max(12).refine(hasOwnIds, 'need ids of their own'),
  frequencies: z.array(frequency).min(1).max(12).refine(hasOwnIds, 'need ids of their own'),
  /** `open` accepts members, `full` keeps its members, `closed` delivers no more, a `draft` is hidden. */
  state: z.enum(['draft', 'open', 'full', 'closed']).default('open'),
  /** Position in lists, the lowest first. */
  position: z.number().int().default(0),
});

export type ClubRecord = z.output<typeof clubRecord>;
export type ClubVariant = ClubRecord['variants'][number];
export type ClubFrequency = ClubRecord['frequencies'][number];
