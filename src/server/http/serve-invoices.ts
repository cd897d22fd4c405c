/** Serves the invoice of an order and the notes about its refunds as PDF. Only the buyer knows the id of an order. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OrderDocumentKind } from '#domains/selling/orders/model/order-document-kind.ts';
import { type DocumentShopOf, readOrderDocument } from '#domains/selling/orders/server/order-documents.ts';
import { readOrder } from '#domains/selling/orders/server/order-view.ts';
import { readBins } from '#domains/selling/stock/server/stock-bin.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { createPdf } from '#lib/server/documents/create-pdf.ts';
import { siteOf } from './request-context.ts';

const FILES = { 'invoice.pdf': 'invoice', 'refunds.pdf': 'credit-note' } as const satisfies Record<string, OrderDocumentKind>;
/** Per client IP address: drawing takes a tenth of a second of processor time. */
const PER_MINUTE = 20;

const parameters = z.object({ id: z.uuid() });

export interface InvoiceOptions {
  readonly database: Database;
  readonly config: Config;
  readonly shopOf: DocumentShopOf;
}

/** Serves `/order/<id>/invoice.pdf` and `/order/<id>/refunds.pdf`. */
export function serveInvoices(app: FastifyInstance, { database, config, shopOf }: InvoiceOptions): void {
  for (const [file, kind] of Object.entries(FILES))
    app.get(
      `/order/:id/${file}`,
      { schema: { hide: true }, config: { rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } } },
      async (request, reply) => {
        const { success, data } = parameters.safeParse(request.params);
        const order = success ? await readOrder(database, data.id) : null;
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
      },
    );
}
