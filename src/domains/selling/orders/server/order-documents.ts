/** Reads what the documents of orders say. */

import type { Queryable } from '#lib/db/pool.ts';
import type { PrintedDocument } from '#lib/document.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDate, todayIn } from '#markets/market-day.ts';
import type { OrderView } from '../contract.ts';
import { orderDocumentMessages, packingSlipMessages, pickListMessages } from '../messages/documents.ts';
import { buildCreditNote } from '../model/documents/credit-note.ts';
import type { DocumentShop, OrderDocument } from '../model/documents/document-shop.ts';
import { buildPackingSlip } from '../model/documents/packing-slip.ts';
import { type BinOf, buildPickList } from '../model/documents/pick-list.ts';
import { buildTaxInvoice } from '../model/documents/tax-invoice-document.ts';
import type { LineFulfilment } from '../model/line-fulfilment.ts';
import type { OrderDocumentKind } from '../model/order-document-kind.ts';
import { isLater } from '../model/order-timing.ts';
import { creditNoteTitle, invoiceTitle, sellerLine } from '../model/tax-invoice.ts';
import { deliveryChangesOf } from './delivery-change.repository.ts';
import { type Refund, readLineFulfilments, refundsOf } from './fulfilment.repository.ts';
import { readOrder } from './order-view.ts';

/** Returns what documents say about the shop: the seller and the tax of an instant. */
export type DocumentShopOf = (market: Market, at: Date) => DocumentShop;

export interface OrderDocumentOptions {
  readonly documentShopOf: DocumentShopOf;
  /** Stock is a domain above orders. */
  readonly readBins: ReadBins;
}

export interface NamedDocument {
  /** `tax-invoice-1042.pdf` */
  readonly fileName: string;
  readonly document: PrintedDocument;
  /** Numbers of the orders that are not in it, because there is nothing to print of them. */
  readonly omitted: readonly number[];
}

interface ReadOrder extends OrderDocument {
  /** The order with the delivery details of the day it was placed, as its invoice showed them. */
  readonly placed: OrderView;
  readonly fulfilments: readonly LineFulfilment[];
  readonly refunds: readonly Refund[];
}

/** Staff may have changed the delivery since the order was placed. Its invoice stays as it was. */
async function readAsPlaced(db: Queryable, order: OrderView): Promise<OrderView> {
  const [first] = await deliveryChangesOf(db, order.id);
  return first ? { ...order, details: { ...order.details, ...first.before } } : order;
}

/** Returns what invoices and the notes about refunds are built from. */
const asPlaced = ({ placed, shop }: ReadOrder): OrderDocument => ({ order: placed, shop });

async function readOrders(db: Queryable, ids: readonly string[], shopOf: DocumentShopOf): Promise<ReadOrder[]> {
  const orders: ReadOrder[] = [];
  for (const id of ids) {
    const order = await readOrder(db, id);
    if (!order) continue;
    const [fulfilments, refunds] = [await readLineFulfilments(db, id), await refundsOf(db, id)];
    orders.push({
      order,
      placed: await readAsPlaced(db, order),
      shop: shopOf(order.market, new Date(order.placedAt)),
      fulfilments,
      refunds,
    });
  }
  return orders;
}

/** Reads the bins of products in a market. Products without one are left out. */
export type ReadBins = (db: Queryable, market: Market, productIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** Reads where the wines of orders stand. */
async function readBinsOf(db: Queryable, orders: readonly OrderDocument[], readBins: ReadBins): Promise<BinOf> {
  const bins = new Map<Market, ReadonlyMap<number, string>>();
  for (const [market, group] of Map.groupBy(orders, ({ order }) => order.market)) {
    const ids = group.flatMap(({ order }) => order.lineItems.map(({ productId }) => productId));
    bins.set(market, await readBins(db, market, ids));
  }
  return (market, productId) => bins.get(market)?.get(productId) ?? '';
}

const creditNotes = (read: ReadOrder) =>
  read.refunds
    .filter(({ state }) => state === 'done')
    .map(({ completedAt, createdAt, ...refund }) => buildCreditNote(asPlaced(read), { ...refund, completedAt: completedAt ?? createdAt }));

/** Builds the sections of one order. Empty if there is nothing to print of it. */
function sectionsOf(kind: Exclude<OrderDocumentKind, 'pick-list'>, read: ReadOrder) {
  if (kind === 'invoice') return [buildTaxInvoice(asPlaced(read))];
  if (kind === 'credit-note') return creditNotes(read);
  const slip = buildPackingSlip(read, read.fulfilments);
  return slip ? [slip] : [];
}

const titleOf = (kind: OrderDocumentKind, { order, shop }: OrderDocument): string =>
  ({
    invoice: invoiceTitle(shop.seller, order),
    'credit-note': creditNoteTitle(order.market, shop.seller),
    'packing-slip': packingSlipMessages.title,
    'pick-list': pickListMessages.title,
  })[kind];

/**
 * Reads a document about some orders, which the caller may see.
 * @returns null if there is nothing to print of any
 */
export async function readOrderDocument(
  db: Queryable,
  kind: OrderDocumentKind,
  ids: readonly string[],
  { documentShopOf, readBins }: OrderDocumentOptions,
  now: Date,
): Promise<NamedDocument | null> {
  const orders = await readOrders(db, ids, documentShopOf);
  const [first] = orders;
  if (!first) return null;
  const { market } = first.order;
  const made = formatDate(market, now);
  const today = todayIn(market, now);
  // What is to be sent later is not picked yet.
  const due = orders.filter(({ order }) => !isLater(order, todayIn(order.market, now)));
  const picks = kind === 'pick-list' ? buildPickList(due, made, await readBinsOf(db, due, readBins)) : null;
  const pages = kind === 'pick-list' ? [] : orders.map((read) => ({ number: read.order.number, sections: sectionsOf(kind, read) }));
  const sections = picks ? [picks] : pages.flatMap((page) => page.sections);
  if (sections.length === 0) return null;
  const title = titleOf(kind, first);
  const isOne = orders.length === 1;
  const name = title.toLowerCase().replaceAll(' ', '-');
  return {
    fileName: kind === 'pick-list' ? `${name}-${today}.pdf` : isOne ? `${name}-${first.order.number}.pdf` : `${name}s-${today}.pdf`,
    document: {
      title: isOne ? orderDocumentMessages.titleOf(title, first.order.number) : title,
      author: first.shop.shopName,
      language: getMarketConfig(market).locale,
      createdAt: now,
      sections,
      footer: sellerLine(market, first.shop.seller),
    },
    omitted: picks
      ? orders.filter((order) => !due.includes(order)).map(({ order }) => order.number)
      : pages.filter((page) => page.sections.length === 0).map(({ number }) => number),
  };
}
