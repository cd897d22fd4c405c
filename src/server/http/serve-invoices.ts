/** Serves the invoice of an order and the notes about its refunds as PDF. Only the buyer knows the id of an order, or has a link to it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OrderDocumentKind } from '#domains/selling/orders/model/order-document-kind.ts';
import { type DocumentShopOf, readOrderDocument } from '#domains/selling/orders/server/order-documents.ts';
import { findOrderLink } from '#domains/selling/orders/server/order-link.repository.ts';
import { readOrder } from '#domains/selling/orders/server/order-view.ts';
import { readBins } from '#domains/selling/stock/server/stock-bin.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { createPdf } from '#lib/server/documents/create-pdf.ts';
import { siteOf } from './request-context.ts';

const FILES = { 'invoice.pdf': 'invoice', 'refunds.pdf': 'credit-note' } as const satisfies Record<string, OrderDocumentKind>;
/** Per client IP address: drawing takes a tenth of a second of processor time. */
const PER_MINUTE = 20;

const byId = z.object({ id: z.uuid() });
const byLink = z.object({ token: z.string().min(1).max(200) });

/** The addresses under which files of an order are served, each with how it names the order. */
export const orderFileRoutes = (database: Database): Readonly<Record<string, (request: FastifyRequest) => Promise<string | null>>> => ({
  '/order/:id': async ({ params }) => byId.safeParse(params).data?.id ?? null,
  '/track-order': async ({ query }) => {
    const { data } = byLink.safeParse(query);
    return data ? ((await findOrderLink(database, data.token))?.orderId ?? null) : null;
  },
});

export interface InvoiceOptions {
  readonly database: Database;
  readonly config: Config;
  readonly shopOf: DocumentShopOf;
}

/** Serves `/order/<id>/invoice.pdf`, `/track-order/invoice.pdf?token=`, and `refunds.pdf` beside each. */
export function serveInvoices(app: FastifyInstance, { database, config, shopOf }: InvoiceOptions): void {
  const serve = (path: string, kind: OrderDocumentKind, orderIdOf: (request: FastifyRequest) => Promise<string | null>): void => {
    app.get(path, { schema: { hide: true }, config: { rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } } }, async (request, reply) => {
      const id = await orderIdOf(request);
      const order = id === null ? null : await readOrder(database, id);
      if (!order || order.market !== siteOf(config, request).market) return reply.callNotFound();
      const named = await readOrderDocument(database, kind, [order.id], { documentShopOf: shopOf, readBins }, new Date());
      if (!named) return reply.callNotFound();
      return reply
        .type('application/pdf')
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="${named.fileName}"`,
          'x-robots-tag': 'noindex',
        })
        .send(Buffer.from(await createPdf(named.document)));
    });
  };
  for (const [path, orderIdOf] of Object.entries(orderFileRoutes(database)))
    for (const [file, kind] of Object.entries(FILES)) serve(`${path}/${file}`, kind, orderIdOf);
}
