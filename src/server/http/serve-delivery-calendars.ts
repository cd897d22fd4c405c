/** Serves the expected delivery of an order as a file for calendars. */
import type { FastifyInstance } from 'fastify';
import { writeDeliveryCalendar } from '#domains/selling/orders/server/delivery-calendar.ts';
import type { ExpectedDelivery } from '#domains/selling/orders/server/expected-delivery.ts';
import { readOrder } from '#domains/selling/orders/server/order-view.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import type { Market } from '#markets/market.ts';
import { siteOf } from './request-context.ts';
import { orderFileRoutes } from './serve-invoices.ts';

export interface DeliveryCalendarOptions {
  readonly database: Database;
  readonly config: Config;
  readonly expectedDelivery: ExpectedDelivery;
  readonly shopNameOf: (market: Market) => string;
}

/** Serves `/order/<id>/delivery.ics` and `/track-order/delivery.ics?token=`. Not found once the delivery is over. */
export function serveDeliveryCalendars(app: FastifyInstance, options: DeliveryCalendarOptions): void {
  const { database, config, expectedDelivery, shopNameOf } = options;
  for (const [path, orderIdOf] of Object.entries(orderFileRoutes(database)))
    app.get(`${path}/delivery.ics`, { schema: { hide: true } }, async (request, reply) => {
      const site = siteOf(config, request);
      const id = await orderIdOf(request);
      const order = id === null ? null : await readOrder(database, id);
      const dates = order && order.market === site.market ? await expectedDelivery(order) : null;
      if (!order || !dates) return reply.callNotFound();
      return reply
        .type('text/calendar; charset=utf-8')
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="delivery-${order.number}.ics"`,
          'x-robots-tag': 'noindex',
        })
        .send(writeDeliveryCalendar(order, dates, { shopName: shopNameOf(site.market), host: site.host }));
    });
}
