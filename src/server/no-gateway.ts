/** The payment gateway of a shop that has none yet: every question fails, so nothing is paid, cancelled or refunded by mistake. */
import type { PaymentGateway } from '#domains/selling/checkout/model/payment-port.ts';

const refuse = async (): Promise<never> => {
  throw new Error('No payment gateway is configured. Set PAYMENT_GATEWAY=stripe with STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.');
};

export const NO_GATEWAY: PaymentGateway = {
  name: 'none',
  begin: refuse,
  find: refuse,
  capture: refuse,
  cancel: refuse,
  beginCard: refuse,
  findCard: refuse,
  refund: refuse,
  capturedSince: refuse,
};
