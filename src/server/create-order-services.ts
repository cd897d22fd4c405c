/** Wires checkout, orders and wine clubs, and the effects of a placed or declined order. Used by the server and by commands. */
import { accountPaymentMethods } from '#domains/customers/account/server/payment-methods.ts';
import type { CheckoutDeps } from '#domains/selling/checkout/server/checkout-deps.ts';
import type { ClubDeps } from '#domains/selling/clubs/server/club-deps.ts';
import { createClubEmailDeps } from '#domains/selling/clubs/server/club-emails.ts';
import { deliveryDeclined, deliveryPaid } from '#domains/selling/clubs/server/delivery-payment-handlers.ts';
import { finishDraft, isDraftCart } from '#domains/selling/draft-orders/server/draft-order.repository.ts';
import { findAddedTo } from '#domains/selling/orders/server/find-added-to.ts';
import { ORDER_MAIL, type OrderDeps } from '#domains/selling/orders/server/order-deps.ts';
import type { PaymentGateway } from '#domains/selling/payments/port/payment-port.ts';
import { createPaymentGateway } from '#domains/selling/payments/server/gateways.ts';
import type { ObserveCall } from '#domains/selling/payments/server/observed-gateway.ts';
import { type DeliveryEstimates, deliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { createDeliveryPlanner } from '#domains/selling/shipping/server/delivery-planner.ts';
import { loadLocalities } from '#domains/selling/shipping/server/locality-table.ts';
import { COLLECTION, placesOf } from '#domains/settings/model/groups/collection.ts';
import { liveConfig } from '#domains/settings/server/effective-config.ts';
import { marketShopName } from '#domains/settings/server/mail-texts.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';

export interface OrderServices {
  readonly gateway: PaymentGateway;
  readonly checkoutDeps: CheckoutDeps;
  readonly orderDeps: OrderDeps;
  readonly clubDeps: ClubDeps;
}

/** @param observeCall called after each call of the payment gateway */
export function createOrderServices(
  start: Config,
  database: Database,
  settings: Settings,
  jobs: Pick<Jobs, 'queue'>,
  observeCall?: ObserveCall,
): OrderServices {
  const config = liveConfig(start, settings);
  const gateway = createPaymentGateway({ config, database }, observeCall);
  const enqueueEmail: OrderDeps['enqueueEmail'] = (transaction, mail) => jobs.queue(transaction, ORDER_MAIL, { ...mail });
  const clubEmailDeps = createClubEmailDeps(config, settings, jobs);
  // Commands that take no orders do not load the localities.
  let estimates: DeliveryEstimates | undefined;
  const deliveryDays = createDeliveryPlanner(() => {
    estimates ??= deliveryEstimates(database, loadLocalities());
    return estimates;
  }, settings);
  const checkoutDeps: CheckoutDeps = {
    database,
    gateway,
    paymentMethods: accountPaymentMethods,
    shopNameOf: (market) => marketShopName(settings.current(), config.sites, market),
    deliveryDays,
    placesOf: (market) => placesOf(settings.current().read(COLLECTION, market)),
    findAddedTo,
    onPlaced: async (transaction, order, savedCardId) => {
      await enqueueEmail(transaction, { kind: 'receipt', orderId: order.id });
      finishDraft(transaction, order);
      await deliveryPaid(transaction, clubEmailDeps, order, savedCardId);
    },
    // For a club delivery the club sends its own e-mail. Of an order by phone, staff or the gateway's page say it.
    onDeclined: async (transaction, order) => {
      if (!(await isDraftCart(transaction, order.cartId)) && !(await deliveryDeclined(transaction, clubEmailDeps, order)))
        await enqueueEmail(transaction, { kind: 'payment-failed', orderId: order.id });
    },
  };
  return {
    gateway,
    checkoutDeps,
    orderDeps: { database, gateway, enqueueEmail },
    clubDeps: { ...clubEmailDeps, checkout: checkoutDeps },
  };
}
