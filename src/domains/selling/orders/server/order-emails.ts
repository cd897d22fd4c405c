/** E-mails about orders. Each reads the current state of the order when it is sent. */

import { findOrder, isOrdered } from '#domains/selling/checkout/server/order.repository.ts';
import { itemsChangedEmail } from '#domains/selling/orders/model/items-changed-email.ts';
import {
  cancelledEmail,
  deliveryChangedEmail,
  type EmailSender,
  type OrderEmail,
  type OrderEmailContext,
  paymentFailedEmail,
  readyToCollectEmail,
  receiptEmail,
  refundEmail,
  shipmentEmail,
} from '#domains/selling/orders/model/order-email.ts';
import { orderLinkEmail } from '#domains/selling/orders/model/order-link-email.ts';
import { readCancelReason, readLineFulfilments } from '#domains/selling/orders/server/fulfilment.repository.ts';
import type { OrderMail } from '#domains/selling/orders/server/order-deps.ts';
import { createOrderLink } from '#domains/selling/orders/server/order-link.repository.ts';
import { readOrder } from '#domains/selling/orders/server/order-view.ts';
import type { MailTextsOf } from '#domains/settings/model/mail-texts.ts';
import type { SettingsSnapshot } from '#domains/settings/server/settings-snapshot.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { formatMoney } from '#lib/money.ts';
import type { Config } from '#lib/server/config.ts';
import { marketOrigin, sellerOf } from '#lib/server/market-settings.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';

/** The configuration and settings that e-mails take their texts from. */
export interface EmailSource {
  readonly config: Config;
  readonly terms: SettingsSnapshot['terms'];
  readonly textsOf: MailTextsOf;
}

/** Returns what emails about orders say about the shop. */
export const emailSender = ({ config, terms, textsOf }: EmailSource, market: Market): EmailSender => ({
  texts: textsOf(market),
  origin: marketOrigin(config, market),
  seller: sellerOf(config, market),
  supportPhone: config[`SUPPORT_PHONE_${market}`],
  licence: config[`LIQUOR_LICENCE_${market}`],
  taxPercent: terms[market].taxPercent,
});

/** An email that shows an order, in contrast to one with a link only, or about a claim. */
export type OrderContentMail = Exclude<OrderMail, { kind: 'link' } | { claimId: string }>;

export interface AddressedOrderEmail {
  readonly to: string;
  readonly email: OrderEmail;
}

/** Builds the content of an e-mail. @returns null if it is obsolete: the buyer's data was erased, or the buyer has bought after all */
export async function readOrderEmail(db: Queryable, source: EmailSource, mail: OrderContentMail): Promise<AddressedOrderEmail | null> {
  if (mail.kind === 'payment-failed') return paymentFailed(db, source, mail.orderId);
  const order = await readOrder(db, mail.orderId);
  if (!order || order.email === '') return null;
  const post: OrderEmailContext = { order, shop: emailSender(source, order.market) };
  const email = await createOrderEmail(db, post, mail);
  return email && { to: order.email, email };
}

async function createOrderEmail(
  db: Queryable,
  post: OrderEmailContext,
  mail: Exclude<OrderContentMail, { kind: 'payment-failed' }>,
): Promise<OrderEmail | null> {
  if (mail.kind === 'receipt') return receiptEmail(post);
  if (mail.kind === 'delivery-changed') return deliveryChangedEmail(post);
  if (mail.kind === 'items-changed') return itemsChangedEmail(post, await readLineFulfilments(db, post.order.id));
  // The buyer may have collected it already.
  if (mail.kind === 'ready-to-collect') return post.order.collection?.code ? readyToCollectEmail(post) : null;
  if (mail.kind === 'shipment') {
    const shipment = post.order.shipments.find(({ id }) => id === mail.shipmentId);
    return shipment ? shipmentEmail(post, shipment) : null;
  }
  if (mail.kind === 'refund') {
    const refund = post.order.refunds.find(({ id }) => id === mail.refundId);
    return refund ? refundEmail(post, refund) : null;
  }
  return cancelledEmail(post, await readCancelReason(db, post.order.id));
}

async function paymentFailed(db: Queryable, source: EmailSource, orderId: string): Promise<AddressedOrderEmail | null> {
  const order = await findOrder(db, orderId);
  if (!order || order.email === '' || order.number !== null) return null;
  if (await isOrdered(db, order.cartId)) return null;
  const { locale, currency } = getMarketConfig(order.market);
  const email = paymentFailedEmail({
    firstName: order.details.firstName,
    amount: formatMoney(order.chargeCents, locale, currency),
    market: order.market,
    shop: emailSender(source, order.market),
  });
  return { to: order.email, email };
}

/** Creates a link to an order and the email with it. @returns null if the buyer's data was erased */
export async function readOrderLinkEmail(
  db: Queryable,
  { config, textsOf }: EmailSource,
  orderId: string,
): Promise<{ readonly to: string; readonly email: EmailContent } | null> {
  const order = await findOrder(db, orderId);
  if (!order || order.email === '' || order.number === null) return null;
  const url = `${marketOrigin(config, order.market)}/track-order/order?token=${await createOrderLink(db, orderId)}`;
  return { to: order.email, email: orderLinkEmail(textsOf(order.market), order.details.firstName, order.number, url) };
}
