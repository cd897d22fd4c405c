/** What labels of an order would cost. */
import { labelRefusals as text } from '#domains/selling/orders/messages/labels.ts';
import { isDelivered } from '#domains/selling/orders/model/format-address.ts';
import { parcelGrams } from '#domains/selling/orders/model/labels/label.ts';
import { toDecimal } from '#lib/money.ts';
import { readOrder } from '../order-view.ts';
import type { LabelDeps } from './label-deps.ts';
import { readLinesToPack } from './packed-together.ts';
import { reasonOf } from './reason-of.ts';

/** A person waits for it. */
const QUOTE_TIMEOUT_MS = 8_000;

export interface LabelQuotes {
  readonly carrier: string;
  readonly hasPrices: boolean;
  /** The cheapest first. Prices are those of all parcels, in dollars. */
  readonly services: { readonly id: string; readonly name: string; readonly price: number; readonly estimate: string }[];
  readonly reason: string;
}

/** Asks the carrier of the market. Labels can be bought without an answer. @returns null if there is no such order */
export async function quoteLabels(
  { database, carriers, documentShopOf }: LabelDeps,
  orderId: string,
  parcels: number,
): Promise<LabelQuotes | null> {
  const order = await readOrder(database, orderId);
  if (!order) return null;
  const { carrier, bottleGrams, box } = carriers.choiceOf(order.market);
  const about = { carrier: carrier.name, hasPrices: carrier.quote !== null };
  if (carrier.quote === null) return { ...about, services: [], reason: '' };
  if (!isDelivered(order)) return { ...about, services: [], reason: text.noAddress };
  const weightGrams = parcelGrams(await readLinesToPack(database, order), parcels, bottleGrams);
  try {
    const services = await carrier.quote(
      { order, shop: documentShopOf(order.market, new Date()), weightGrams, box },
      AbortSignal.timeout(QUOTE_TIMEOUT_MS),
    );
    return {
      ...about,
      services: services
        .toSorted((a, b) => a.priceCents - b.priceCents)
        .map(({ id, name, priceCents, estimate }) => ({ id, name, price: toDecimal(priceCents * parcels), estimate })),
      reason: '',
    };
  } catch (error) {
    return { ...about, services: [], reason: reasonOf(error) };
  }
}
