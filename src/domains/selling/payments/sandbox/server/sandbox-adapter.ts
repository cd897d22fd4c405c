/** The sandbox gateway as an entry of the registry: a gateway inside the shop, its payment page and its webhook [CHK-34]. */
import type { GatewayAdapter } from '#domains/selling/payments/port/server/gateway-adapter.ts';
import { bindHandlers } from '#lib/http/register-endpoints.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { gatewayContract } from '../contract.ts';
import { gatewayHandlers } from './handlers.ts';
import { SANDBOX_WEBHOOK_SECRET, serveSandboxWebhook, toGatewayDispute } from './sandbox-disputes.ts';
import { createSandboxGateway } from './sandbox-gateway.ts';

export const sandboxAdapter: GatewayAdapter = {
  createGateway: async ({ database }) => createSandboxGateway(database),
  isOwnPayment: (id) => id.startsWith('pay_'),
  serveWebhook: (app, { database }, { onDispute }) =>
    serveSandboxWebhook(
      app,
      () => sharedSecret(database, SANDBOX_WEBHOOK_SECRET),
      (event) => onDispute(toGatewayDispute(event)),
    ),
  endpoints: (database) => bindHandlers(gatewayContract, gatewayHandlers(createSandboxGateway(database))),
};
