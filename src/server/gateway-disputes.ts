/** Takes disputes in that a gateway reports, and raises an alert for those that no order of this shop explains. */
import { installationId } from '#domains/selling/checkout/server/installation.ts';
import { findOrder } from '#domains/selling/checkout/server/order-repository.ts';
import { PaymentAlertRaised, raiseAlert } from '#domains/selling/checkout/server/payment-alerts.ts';
import { type DisputeReport, recordDispute } from '#domains/selling/orders/server/disputes.ts';
import type { SandboxDisputeEvent } from '#domains/selling/payments/sandbox/server/disputes.ts';
import { readDispute } from '#domains/selling/payments/stripe/server/stripe-disputes.ts';
import type { AppServices } from './create-services.ts';

/** A dispute whose payment may be unknown here. */
type GatewayDispute = Omit<DisputeReport, 'orderId'> & { readonly orderId: string | null; readonly installationId: string | null };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type DisputeParts = Pick<AppServices, 'database' | 'errors'>;

async function takeDispute(
  { database, errors }: DisputeParts,
  { orderId, installationId: origin, ...report }: GatewayDispute,
): Promise<void> {
  // Several installations may share an account: what another one sold is its own affair.
  if (origin !== null && origin !== (await installationId(database))) return;
  const order = orderId !== null && UUID.test(orderId) ? await findOrder(database, orderId) : null;
  if (order && order.number !== null) return recordDispute(database, { ...report, orderId: order.id });
  const detail = `Dispute ${report.id} (${report.reason}) is about a payment that has no order here.`;
  const alert = { gateway: report.gateway, subject: report.id, kind: 'unknown_dispute', amountCents: report.amountCents, detail } as const;
  if (await raiseAlert(database, alert)) errors.report(new PaymentAlertRaised(detail), { component: 'payments', action: 'dispute' });
}

const SANDBOX_STATUS = { 'dispute.opened': 'open', 'dispute.won': 'won', 'dispute.lost': 'lost' } as const;

/** A dispute that the sandbox gateway reports. */
export const takeSandboxDispute = (shop: DisputeParts, { type, data }: SandboxDisputeEvent): Promise<void> =>
  takeDispute(shop, {
    gateway: 'sandbox',
    id: data.id,
    orderId: data.merchantKey,
    installationId: null,
    amountCents: data.amountCents,
    reason: data.reason,
    status: SANDBOX_STATUS[type],
    evidenceDueAt: new Date(data.evidenceDueAt),
  });

/** A dispute that Stripe reports: how it stands is asked for. */
export async function takeStripeDispute(shop: DisputeParts & Pick<AppServices, 'stripe'>, id: string): Promise<void> {
  if (shop.stripe) await takeDispute(shop, await readDispute(shop.stripe.client, id));
}
