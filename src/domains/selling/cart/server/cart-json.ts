/**
 * A cart as text for the wire. What a line says of its offer is most of it and seldom changes, so its text is kept; of a line
 * that the caller holds already only its place is written; and all of it is ASCII, because one "é" in a hundred lines would make
 * every step from here to the socket three times as dear.
 */
import type { Cart, LineItem } from '../contract.ts';
import { answeredWith, cacheSentLines } from './answered-lines.ts';

/** What an offer gives its lines; everything else in a line is the line's own. */
const OF_OFFER = [
  'productId',
  'sku',
  'name',
  'brand',
  'vintage',
  'offerVariant',
  'imageUrl',
  'offerId',
  'hidden',
  'slug',
  'hideRRP',
  'packSize',
  'bottleMl',
  'skuType',
  'category',
  'isSpirit',
  'hasHeroImages',
] as const satisfies readonly (keyof LineItem)[];

type OfOffer = Pick<LineItem, (typeof OF_OFFER)[number]>;

/** Offers whose text is kept: a few megabytes. */
const MAX_CACHE_ENTRIES = 4_000;
const kept = new Map<string, { readonly item: OfOffer; readonly text: string }>();

/** JSON in ASCII: what is outside stands as `\uXXXX`, which every reader of JSON reads as the character. */
function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  const ascii = json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  // What was replaced keeps two bytes a character, and one such piece makes two of every character it is joined with.
  return ascii === json ? json : Buffer.from(ascii, 'latin1').toString('latin1');
}

/** Members of an object, without its braces. */
const members = (value: object): string => asciiJson(value).slice(1, -1);

function offerText(item: LineItem): string {
  const known = kept.get(item.offerId);
  if (known && OF_OFFER.every((name) => known.item[name] === item[name])) return known.text;
  const text = members(Object.fromEntries(OF_OFFER.map((name) => [name, item[name]])));
  kept.delete(item.offerId);
  const [oldest] = kept.keys();
  if (kept.size >= MAX_CACHE_ENTRIES && oldest !== undefined) kept.delete(oldest);
  kept.set(item.offerId, { item, text });
  return text;
}

/** Lines whose text is kept as long as they are: those that a change left as they were (view.ts). */
const linesKept = new WeakMap<LineItem, string>();

function lineText(item: LineItem): string {
  const known = linesKept.get(item);
  if (known !== undefined) return known;
  const text = writeLine(item);
  linesKept.set(item, text);
  return text;
}

function writeLine(item: LineItem): string {
  const own: Omit<LineItem, keyof OfOffer> = {
    id: item.id,
    quantity: item.quantity,
    listPrice: item.listPrice,
    salePrice: item.salePrice,
    comparisonPrice: item.comparisonPrice,
    extendedListPrice: item.extendedListPrice,
    extendedSalePrice: item.extendedSalePrice,
    extendedComparisonPrice: item.extendedComparisonPrice,
    discountAmount: item.discountAmount,
    discounts: item.discounts,
    addedByPromotion: item.addedByPromotion,
    isSoldOut: item.isSoldOut,
    inventoryStatus: item.inventoryStatus,
    currentStock: item.currentStock,
    availableStock: item.availableStock,
    orderQuantityMaximum: item.orderQuantityMaximum,
    ...(item.gift && { gift: item.gift }),
  };
  return `{${members(own)},${offerText(item)}}`;
}

/** The lines as they are written: of one that is among those that the caller holds, its place there. */
function linesText(texts: readonly string[], held: readonly string[] | null): string {
  if (!held) return texts.join(',');
  return texts
    .map((text, index) => {
      const place = held[index] === text ? index : held.indexOf(text);
      return place < 0 ? text : String(place);
    })
    .join(',');
}

const isCart = (data: unknown): data is Cart => typeof data === 'object' && data !== null && 'lineItems' in data;

/**
 * The body of an answer as JSON; any body will do, one with a cart as its `data` is what this is made for.
 * @param basedOn the tag of an answer that the caller holds, null for none; one that is not known here counts as none
 */
export function cartJson(body: unknown, basedOn: string | null = null): string {
  if (typeof body !== 'object' || body === null || !('data' in body) || !isCart(body.data)) return JSON.stringify(body);
  const { data, ...rest } = body;
  const { lineItems, ...cart } = data;
  const texts = lineItems.map(lineText);
  const held = basedOn === null ? null : answeredWith(basedOn);
  const tag = cacheSentLines(texts, basedOn);
  const others = members(tag === null ? rest : { ...rest, tag });
  return `{"data":{${members(cart)},"lineItems":[${linesText(texts, held ?? null)}]}${others && `,${others}`}}`;
}
