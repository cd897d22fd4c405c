/** Handlers of the sandbox gateway's payment page. */

import type { Handlers } from '#lib/http/register-endpoints.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import type { gatewayContract, SandboxPayment } from '../contract.ts';
import type { SandboxPaymentRow } from './sandbox.repository.ts';
import type { SandboxGateway } from './sandbox-gateway.ts';

/** Time in ms until the page learns that the bank did not respond. The payment was captured. */
const LOST_RESPONSE_MS = 1_500;

const toPaymentResponse = (row: SandboxPaymentRow): SandboxPayment => ({
  id: row.id,
  amount: toDecimal(row.amountCents),
  currency: row.currency,
  description: row.description,
  returnUrl: row.returnUrl,
  // For the payer, an authorised payment is complete. The shop captures or cancels it later.
  status: row.status === 'authorised' ? 'captured' : row.status,
  keepsCardOnly: row.isSetupOnly,
  failure: row.lastFailure,
});

const toResult = (row: SandboxPaymentRow | null) => {
  if (!row) return fail('payment_not_found');
  return row.status === 'cancelled' ? fail('payment_ended') : ok({ data: toPaymentResponse(row) });
};

export function gatewayHandlers(gateway: SandboxGateway): Handlers<typeof gatewayContract> {
  return {
    async read({ id }) {
      const row = await gateway.payment(id);
      return row ? ok({ data: toPaymentResponse(row) }) : fail('payment_not_found');
    },
    async pay({ id, cardToken, expiryMonth, expiryYear }) {
      const { payment, lost } = await gateway.pay(id, { token: cardToken, expiryMonth, expiryYear });
      if (!lost || (payment?.status !== 'captured' && payment?.status !== 'authorised')) return toResult(payment);
      await new Promise((resolve) => setTimeout(resolve, LOST_RESPONSE_MS));
      return fail('gateway_timeout');
    },
    async confirm({ id, approve }) {
      return toResult(await gateway.confirm(id, approve));
    },
    async giveUp({ id }) {
      const row = await gateway.cancelPayment(id);
      return row ? ok({ data: toPaymentResponse(row) }) : fail('payment_not_found');
    },
  };
}
