/** What the sandbox gateway's payment page asks. */
import { fail, ok } from '#lib/define-contract.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { toDecimal } from '#lib/money.ts';
import type { gatewayContract, SandboxPayment } from '../contract.ts';
import type { SandboxGateway, SandboxRow } from './sandbox-gateway.ts';

/** Milliseconds the page waits for a bank that has charged and does not say so. */
const LOST_ANSWER_MS = 1_500;

const view = (row: SandboxRow): SandboxPayment => ({
  id: row.id,
  amount: toDecimal(row.amount_cents),
  currency: row.currency,
  description: row.description,
  returnUrl: row.return_url,
  // The payer is done in both cases; when the money is taken is between shop and gateway.
  status: row.status === 'authorised' ? 'captured' : row.status,
  keepsCardOnly: row.keeps_card_only,
  failure: row.last_failure,
});

const answerPayment = (row: SandboxRow | null) => {
  if (!row) return fail('payment_not_found');
  return row.status === 'cancelled' ? fail('payment_ended') : ok({ data: view(row) });
};

export function gatewayHandlers(gateway: SandboxGateway): Handlers<typeof gatewayContract> {
  return {
    async read({ id }) {
      const row = await gateway.payment(id);
      return row ? ok({ data: view(row) }) : fail('payment_not_found');
    },
    async pay({ id, cardToken, expiryMonth, expiryYear }) {
      const { payment, lost } = await gateway.pay(id, { token: cardToken, expiryMonth, expiryYear });
      if (!lost || (payment?.status !== 'captured' && payment?.status !== 'authorised')) return answerPayment(payment);
      await new Promise((resolve) => setTimeout(resolve, LOST_ANSWER_MS));
      return fail('gateway_timeout');
    },
    async confirm({ id, approve }) {
      return answerPayment(await gateway.confirm(id, approve));
    },
    async giveUp({ id }) {
      const row = await gateway.giveUp(id);
      return row ? ok({ data: view(row) }) : fail('payment_not_found');
    },
  };
}
