/**
 * Serves what buyers save from the page of an order: its invoice, the notes about its refunds, and its expected delivery for calendars.
 * Only the buyer knows the id of an order, or has a link to it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import type { OrderDocumentKind } from '#domains/selling/orders/model/order-document-kind.ts';
import { writeDeliveryCalendar } from '#domains/selling/orders/server/delivery-calendar.ts';
import type { ExpectedDelivery } from '#domains/selling/orders/server/expected-delivery.ts';
import { type DocumentShopOf, readOrderDocument } from '#domains/selling/orders/server/order-documents.ts';
import { findOrderLink } from '#domains/selling/orders/server/order-link.repository.ts';
import { readOrder } from '#domains/selling/orders/server/order-view.ts';
import { readBins } from '#domains/selling/stock/server/stock-bin.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { createPdf } from '#lib/server/documents/create-pdf.ts';
import type { Market } from '#markets/market.ts';
import { siteOf } from './request-context.ts';

/** Per client IP address: drawing a document takes a tenth of a second of processor time. */
const PER_MINUTE = 20;

const byId = z.object({ id: z.uuid() });
const byLink = z.object({ token: z.string().min(1).max(200) });

interface OrderFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer | string;
}

/** Makes a file of an order. @returns null if there is nothing to save */
type MakeFile = (order: OrderView, host: string) => Promise<OrderFile | null>;

export interface OrderFileOptions {
  readonly database: Database;
  readonly config: Config;
  readonly documentShopOf: DocumentShopOf;
  readonly expectedDelivery: ExpectedDelivery;
  readonly shopNameOf: (market: Market) => string;
}

/** Returns the files of an order by their names in its address. */
function orderFiles({ database, documentShopOf, expectedDelivery, shopNameOf }: OrderFileOptions): Readonly<Record<string, MakeFile>> {
  const documentOf =
    (kind: OrderDocumentKind): MakeFile =>
    async ({ id }) => {
      const named = await readOrderDocument(database, kind, [id], { documentShopOf, readBins }, new Date());
      return named && { name: named.fileName, type: 'application/pdf', content: Buffer.from(await createPdf(named.document)) };
    };
  return {
    'invoice.pdf': documentOf('invoice'),
    'refunds.pdf': documentOf('credit-note'),
    'delivery.ics': async (order, host) => {
      const dates = await expectedDelivery(order);
      return (
        dates && {
          name: `delivery-${order.number}.ics`,
          type: 'text/calendar; charset=utf-8',
          content: writeDeliveryCalendar(order, dates, { shopName: shopNameOf(order.market), host }),
        }
      );
    },
  };
}

/** Returns how an address names the order, by the beginning of the address. */
const orderAddresses = (database: Database): Readonly<Record<string, (request: FastifyRequest) => Promise<string | null>>> => ({
  '/order/:id': async ({ params }) => byId.safeParse(params).data?.id ?? null,
  '/track-order': async ({ query }) => {
    const { data } = byLink.safeParse(query);
    return data ? ((await findOrderLink(database, data.token))?.orderId ?? null) : null;
  },
});

/** Serves `/order/<id>/invoice.pdf`, `/track-order/invoice.pdf?token=`, and `refunds.pdf` and `delivery.ics` beside each. */
export function serveOrderFiles(app: FastifyInstance, options: OrderFileOptions): void {
  const { database, config } = options;
  for (const [address, orderIdOf] of Object.entries(orderAddresses(database)))
    for (const [file, make] of Object.entries(orderFiles(options)))
      app.get(
        `${address}/${file}`,
        { schema: { hide: true }, config: { rateLimit: { max: PER_MINUTE, timeWindow: 60_000, groupId: `${address}/${file}` } } },
        async (request, reply) => {
          const site = siteOf(config, request);
          const id = await orderIdOf(request);
          const order = id === null ? null : await readOrder(database, id);
          const made = order && order.market === site.market ? await make(order, site.host) : null;
          if (!made) return reply.callNotFound();
          return reply
            .type(made.type)
            .headers({
              'cache-control': 'private, no-store',
              'content-disposition': `attachment; filename="${made.name}"`,
              'x-robots-tag': 'noindex',
            })
            .send(made.content);
        },
      );
}
