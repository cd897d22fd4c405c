/** Labels and manifests as documents. */

import type { OrderView } from '#domains/selling/orders/contract.ts';
import { addressLabelMessages, manifestDocumentMessages } from '#domains/selling/orders/messages/labels.ts';
import { buildAddressLabel } from '#domains/selling/orders/model/documents/address-label.ts';
import { buildManifest } from '#domains/selling/orders/model/documents/manifest.ts';
import { parcelCode } from '#domains/selling/orders/model/labels/label.ts';
import { sellerLine } from '#domains/selling/orders/model/tax-invoice.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { PrintedDocument } from '#lib/document.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDay, todayIn } from '#markets/market-day.ts';
import type { DocumentShopOf } from '../order-documents.ts';
import { readOrder } from '../order-view.ts';
import { labelsOf, manifestLabels } from './label.repository.ts';
import { isMoved } from './label-deps.ts';

export interface NamedLabels {
  readonly fileName: string;
  readonly document: PrintedDocument;
  /** Numbers of the orders that have no label to print. */
  readonly omitted: number[];
}

async function readOrders(db: Queryable, ids: readonly string[]): Promise<Map<string, OrderView>> {
  const orders = new Map<string, OrderView>();
  for (const id of ids) {
    const order = await readOrder(db, id);
    if (order) orders.set(id, order);
  }
  return orders;
}

/** Reads the bought labels of orders, which the caller may see. A label for another address is not printed. */
export async function readLabels(db: Queryable, ids: readonly string[], shopOf: DocumentShopOf, now: Date): Promise<NamedLabels | null> {
  const orders = await readOrders(db, ids);
  const labels = await labelsOf(db, ids);
  const printed = [...orders].map(([id, order]) => ({
    order,
    labels: labels.filter((label) => label.orderId === id && label.state === 'bought' && !label.isCancelling && !isMoved(label)),
  }));
  const sections = printed.flatMap(({ order, labels: own }) => {
    const shop = shopOf(order.market, now);
    return own.map(({ orderNumber, number, ...label }) =>
      buildAddressLabel({ order, shop }, { ...label, code: parcelCode(orderNumber, number) }),
    );
  });
  const [first] = printed;
  if (!first || sections.length === 0) return null;
  const { market, number } = first.order;
  return {
    fileName: printed.length === 1 ? `labels-${number}.pdf` : `labels-${todayIn(market, now)}.pdf`,
    document: {
      paper: 'label',
      title: addressLabelMessages.title,
      author: shopOf(market, now).shopName,
      language: getMarketConfig(market).locale,
      createdAt: now,
      sections,
      footer: '',
    },
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
): Promise<Pick<NamedLabels, 'fileName' | 'document'> | null> {
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
