/** The list of parcels that a carrier takes, to be signed. */
import { manifestDocumentMessages as text } from '#domains/selling/orders/messages/labels.ts';
import type { DocumentSection } from '#lib/document.ts';
import { formatLocality } from '../format-address.ts';
import type { OrderDocument } from './document-shop.ts';
import { type DocumentShop, sellerLines } from './document-shop.ts';

export interface ManifestParcel extends Pick<OrderDocument, 'order'> {
  readonly code: string;
  readonly trackingNumber: string;
}

/** Builds the manifest of parcels of a market. @param parcels at least one */
export function buildManifest(parcels: readonly ManifestParcel[], shop: DocumentShop, day: string): DocumentSection {
  const hasTracking = parcels.some(({ trackingNumber }) => trackingNumber !== '');
  const orders = new Set(parcels.map(({ order }) => order.number)).size;
  return {
    blocks: [
      { kind: 'heading', text: text.title },
      { kind: 'paragraph', text: text.summary(parcels.length, orders, day) },
      ...parcels.slice(0, 1).map(({ order }) => ({ kind: 'lines', title: shop.shopName, lines: sellerLines(order.market, shop) }) as const),
      {
        kind: 'table',
        columns: [
          { heading: text.code, width: 'fit' },
          { heading: text.to, width: 'fill' },
          ...(hasTracking ? [{ heading: text.tracking, width: 'fit' } as const] : []),
        ],
        rows: parcels.map(({ code, order, trackingNumber }) => [
          { text: code, isBold: true },
          { text: `${order.details.firstName} ${order.details.lastName}`.trim(), details: [formatLocality(order)] },
          ...(hasTracking ? [{ text: trackingNumber }] : []),
        ]),
      },
      { kind: 'paragraph', text: text.note },
      {
        kind: 'columns',
        columns: [text.handedOver, text.received, text.time].map((title) => [
          { kind: 'lines', title, lines: ['', text.signature] } as const,
        ]),
      },
    ],
  };
}
