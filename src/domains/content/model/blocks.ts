/** Typed blocks of a page, as a retailer writes them in a record. */
import { z } from 'zod';
import { storableText as text } from '#lib/is-storable-text.ts';
import { isSafeAddress } from './prose.ts';

const heading = text(160).default('');
const prose = text(20_000).min(1);
const offerId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const address = text(500).refine(isSafeAddress, 'must be a path on this site, or begin with https://, mailto: or tel:');

/** Content of a picture: an offer as the shop draws it, one of the shop's engravings, or a file with its real size. */
export const picture = z.discriminatedUnion('of', [
  z.object({ of: z.literal('offer'), offerId, alt: text(200).min(1) }),
  z.object({ of: z.literal('engraving'), name: z.enum(['vineyard']), alt: text(200).min(1) }),
  z.object({
    of: z.literal('file'),
    src: address,
    width: z.number().int().min(1).max(10_000),
    height: z.number().int().min(1).max(10_000),
    alt: text(200).min(1),
  }),
]);

export const FIELD_KINDS = ['text', 'email', 'phone', 'long', 'choice', 'tick'] as const;

const field = z
  .object({
    name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
    label: text(120).min(1),
    kind: z.enum(FIELD_KINDS),
    isRequired: z.boolean().default(false),
    /** Maximum length in characters. */
    longest: z.number().int().min(1).max(5_000).default(500),
    options: z.array(text(120).min(1)).max(40).default([]),
    hint: text(200).default(''),
  })
  .refine(({ kind, options }) => kind !== 'choice' || options.length > 1, 'a choice needs at least two options');

const textBlock = z.object({ type: z.literal('text'), heading, body: prose });

export const imageBlock = z.object({ type: z.literal('image'), picture, caption: text(300).default('') });

export const offersBlock = z
  .object({
    type: z.literal('offers'),
    heading,
    /** These offers in this order, or those that the query string of a list finds. */
    offerIds: z.array(offerId).max(24).default([]),
    search: text(2_000).default(''),
    limit: z.number().int().min(1).max(24).default(4),
  })
  .refine(({ offerIds, search }) => offerIds.length > 0 || search !== '', 'needs offerIds or search');

export const quoteBlock = z.object({ type: z.literal('quote'), words: text(600).min(1), by: text(120).default('') });

const videoBlock = z
  .object({
    type: z.literal('video'),
    title: text(160).min(1),
    /** A file on this site. Videos of other sites are linked, never embedded. */
    src: address,
    captions: address.nullable().default(null),
    /** Text alternative for the soundtrack. */
    transcript: text(20_000).default(''),
  })
  .refine(({ src, captions }) => !src.startsWith('/') || captions !== null, 'a video on this site needs captions');

const faqBlock = z.object({
  type: z.literal('faq'),
  heading,
  questions: z
    .array(z.object({ question: text(300).min(1), answer: prose }))
    .min(1)
    .max(60),
});

export const formBlock = z.object({
  type: z.literal('form'),
  heading,
  formId: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  fields: z.array(field).min(1).max(20),
  button: text(60).default('Send'),
  thanks: text(400).default('Thanks, we’ve got your message.'),
});

/** A block of a page. */
export const block = z.discriminatedUnion('type', [textBlock, imageBlock, offersBlock, quoteBlock, videoBlock, faqBlock, formBlock]);

export type Block = z.output<typeof block>;
export type FormBlock = Extract<Block, { type: 'form' }>;
export type FormField = FormBlock['fields'][number];
export type Picture = z.output<typeof picture>;
