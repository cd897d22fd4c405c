/** Labels and manifests as documents. */

import type { OrderView } from '#domains/selling/orders/contract.ts';
import { addressLabelMessages, manifestDocumentMessages } from '#domains/selling/orders/messages/labels.ts';
import { buildAddressLabel } from '#domains/selling/orders/model/documents/address-label.ts';
import { buildManifest } from '#domains/selling/orders/model/documents/manifest.ts';
import { parcelCode } from '#domains/selling/orders/model/labels/label.ts';
import { sellerLine } from '#domains/selling/orders/model/tax-invoice.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { DocumentSection, PrintedDocument } from '#lib/document.ts';
import { createPdf, mergePdfs } from '#lib/server/documents/create-pdf.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDay, todayIn } from '#markets/market-day.ts';
import type { DocumentShopOf } from '../order-documents.ts';
import { readOrder } from '../order-view.ts';
import { labelsOf, manifestLabels, readLabelDocuments } from './label.repository.ts';
import { isMoved } from './label-deps.ts';

export interface NamedLabels {
  readonly fileName: string;
  /** The labels as PDF. */
  readonly content: Uint8Array;
  /** Numbers of the orders that have no label to print. */
  readonly omitted: number[];
}

/** A label that the shop draws, or one that a carrier drew. */
type LabelPage = { readonly section: DocumentSection } | { readonly drawn: Uint8Array };

async function readOrders(db: Queryable, ids: readonly string[]): Promise<Map<string, OrderView>> {
  const orders = new Map<string, OrderView>();
  for (const id of ids) {
    const order = await readOrder(db, id);
    if (order) orders.set(id, order);
  }
  return orders;
}

/** Draws labels in their order. Those that a carrier drew are put between the shop's own. */
async function drawLabels(
  pages: readonly LabelPage[],
  about: Pick<PrintedDocument, 'title' | 'author' | 'language' | 'createdAt'>,
): Promise<Uint8Array> {
  const files: Uint8Array[] = [];
  let sections: DocumentSection[] = [];
  const drawOwn = async (): Promise<void> => {
    if (sections.length > 0) files.push(await createPdf({ ...about, paper: 'label', sections, footer: '' }));
    sections = [];
  };
  for (const page of pages) {
    if ('section' in page) sections.push(page.section);
    else {
      await drawOwn();
      files.push(page.drawn);
    }
  }
  await drawOwn();
  return mergePdfs(files);
}

/** Reads the bought labels of orders, which the caller may see. A label for another address is not printed. */
export async function readLabels(db: Queryable, ids: readonly string[], shopOf: DocumentShopOf, now: Date): Promise<NamedLabels | null> {
  const orders = await readOrders(db, ids);
  const labels = await labelsOf(db, ids);
  const printed = [...orders].map(([id, order]) => ({
    order,
    labels: labels.filter((label) => label.orderId === id && label.state === 'bought' && !label.isCancelling && !isMoved(label)),
  }));
  const documents = await readLabelDocuments(
    db,
    printed.flatMap(({ labels: own }) => own.map(({ id }) => id)),
  );
  const pages = printed.flatMap(({ order, labels: own }) => {
    const shop = shopOf(order.market, now);
    return own.map(({ id, orderNumber, number, ...label }): LabelPage => {
      const drawn = documents.get(id);
      return drawn ? { drawn } : { section: buildAddressLabel({ order, shop }, { ...label, code: parcelCode(orderNumber, number) }) };
    });
  });
  const [first] = printed;
  if (!first || pages.length === 0) return null;
  const { market, number } = first.order;
  return {
    fileName: printed.length === 1 ? `labels-${number}.pdf` : `labels-${todayIn(market, now)}.pdf`,
    content: await drawLabels(pages, {
      title: addressLabelMessages.title,
      author: shopOf(market, now).shopName,
      language: getMarketConfig(market).locale,
      createdAt: now,
    }),
    omitted: printed.filter(({ labels: own }) => own.length === 0).map(({ order }) => order.number),
  };
}

/** Reads the manifest of a day. @returns null if no parcel is on it */
export async function readManifest(
  db: Queryable,
  market: Market,
  day: string,
  shopOf: DocumentShopOf,
  now: Date,
): Promise<{ readonly fileName: string; readonly document: PrintedDocument } | null> {
  const labels = await manifestLabels(db, market, day);
  const orders = await readOrders(db, [...new Set(labels.map(({ orderId }) => orderId))]);
  const parcels = labels.flatMap(({ orderId, orderNumber, number, trackingNumber }) => {
    const order = orders.get(orderId);
    return order ? [{ order, code: parcelCode(orderNumber, number), trackingNumber }] : [];
  });
  if (parcels.length === 0) return null;
  const shop = shopOf(market, now);
  return {
    fileName: `manifest-${day}.pdf`,
    document: {
      title: manifestDocumentMessages.title,
      author: shop.shopName,
      language: getMarketConfig(market).locale,
      createdAt: now,
      sections: [buildManifest(parcels, shop, formatDay(market, day))],
      footer: sellerLine(market, shop.seller),
    },
  };
}
