/**
 * Texts of a retailer about its own shop. They belong to the record of the home page, because the software must not make claims that
 * may be untrue of the retailer (docs/decisions/0077-brand-texts-are-content.md). An empty text is left out or replaced by a neutral
 * one.
 */
import { z } from 'zod';
import { storableText as text } from '#lib/is-storable-text.ts';

export const brandTexts = z.object({
  /** Title of the home page in tabs and search results; the shop's name follows it. */
  pageTitle: text(80).default(''),
  /** Description of the home page for search engines. */
  description: text(300).default(''),
  /** One line in the footer of every page. */
  about: text(300).default(''),
  /** In the footer of every page, for example whose Country the shop is on. */
  acknowledgement: text(400).default(''),
  /** Shown before the phone number on the home page. */
  promise: text(120).default(''),
  /** Heading of the newest offers. */
  newest: z
    .object({ title: text(80).min(1), lede: text(200).default('') })
    .nullable()
    .default(null),
  /** Teaser for the market's other shop. */
  entrance: z
    .object({ title: text(80).min(1), lede: text(300).default(''), action: text(40).min(1) })
    .nullable()
    .default(null),
  /** Below the heading of the list of everything. */
  listLede: text(300).default(''),
  /** Below the heading of the list of a country, region or varietal. `<value>` is replaced by its name. */
  landingLede: text(300).default(''),
  /** Heading above the story of an offer. */
  storyHeading: text(60).default(''),
});

export type BrandTexts = z.output<typeof brandTexts>;

/** Texts of a shop that has not written any. */
export const NO_BRAND: BrandTexts = brandTexts.parse({});
