/** What the emails of a market say. */
import { SHOP_NAME } from '#lib/shop-identity.ts';
import type { Market } from '#markets/market.ts';
import type { MailDefinition, MailText } from '../messages/mail-parts.ts';
import { MAILS } from '../messages/mails.ts';

export type MailId = keyof typeof MAILS;
type Texts<I extends MailId> = (typeof MAILS)[I]['texts'];
export type MailTextName<I extends MailId> = keyof Texts<I> & string;
type Used<T> = T extends { readonly uses: readonly (infer P extends string)[] } ? P : never;
/** Values of the placeholders that a text may have. The name of the shop is added. */
type Values<T> = { readonly [P in Used<T>]: string };

export interface MailTexts {
  /** Name of the shop: above each email, below it, and where a text names the shop. */
  readonly shopName: string;
  /** Returns a text of one line with its values. */
  line<I extends MailId, N extends MailTextName<I>>(mail: I, name: N, values: Values<Texts<I>[N]>): string;
  /** Returns the paragraphs of a text with its values. */
  paragraphs<I extends MailId, N extends MailTextName<I>>(mail: I, name: N, values: Values<Texts<I>[N]>): string[];
}

/** Returns what the emails of a market say now. */
export type MailTextsOf = (market: Market) => MailTexts;

const PLACEHOLDER = /\{([a-z]+)\}/g;

/** Returns every email by its id. */
export const mailById = (id: string): MailDefinition | null =>
  Object.entries<MailDefinition>(MAILS).find(([each]) => each === id)?.[1] ?? null;

/** Returns the placeholders that a text may have. */
const allowedPlaceholders = ({ uses = [] }: Pick<MailText, 'uses'>): readonly string[] => [...uses, 'shop'];

/** Returns the names of placeholders as they are written: `{shop}, {number}`. */
export const formatPlaceholders = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');

/** Returns what is wrong with the placeholders of a text, as the end of a sentence. @returns null if nothing is */
export function placeholderProblem(text: string, definition: MailText): string | null {
  if (text.trim() === '') return null;
  const allowed = allowedPlaceholders(definition);
  const found = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = found.find((name) => !allowed.includes(name));
  if (unknown !== undefined) return `has no value for {${unknown}}; it may have ${formatPlaceholders(allowed)}`;
  if (/[{}]/.test(text.replaceAll(PLACEHOLDER, '')))
    return `has a brace that belongs to no placeholder; it may have ${formatPlaceholders(allowed)}`;
  const missing = (definition.needs ?? []).filter((name) => !found.includes(name));
  return missing.length === 0 ? null : `must contain ${formatPlaceholders(missing)}`;
}

/**
 * Creates the texts of a market.
 * @param changed returns the changed texts of an email by name. One that is left out or empty says what the release says
 */
export function createMailTexts(shopName: string, changed: (mail: MailId) => Readonly<Record<string, unknown>>): MailTexts {
  const fill = (text: string, values: Readonly<Record<string, string>>): string =>
    text.replaceAll(PLACEHOLDER, (whole, name: string) => (name === 'shop' ? shopName : (values[name] ?? whole)));
  const textOf = (mail: MailId, name: string): string => {
    const text = changed(mail)[name];
    return typeof text === 'string' && text.trim() !== '' ? text : (mailById(mail)?.texts[name]?.text ?? '');
  };
  return {
    shopName,
    line: (mail, name, values) => fill(textOf(mail, name), values).trim(),
    paragraphs: (mail, name, values) =>
      textOf(mail, name)
        .split(/\r?\n/)
        .map((paragraph) => paragraph.trim())
        .filter((paragraph) => paragraph !== '')
        .map((paragraph) => fill(paragraph, values)),
  };
}

/** What emails say that nobody has changed. */
export const DEFAULT_MAIL_TEXTS: MailTexts = createMailTexts(SHOP_NAME, () => ({}));
