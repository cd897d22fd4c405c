/**
 * What buys and what staff do, as a process that starts in a blink and may be killed at every statement: the shop's own
 * handlers of cart, checkout, one-click and sandbox gateway, its refunds and cancellations, over a database of its own
 * connection. Pages, search and rounds are another process's, as they are where several share a database.
 */
import Fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { ACCOUNT_WALLET } from '../../src/account/server/wallet.ts';
import { claimedCustomer } from '../../src/app/server/claimed-customer.ts';
import { callContextOf } from '../../src/app/server/request-context.ts';
import { cartContract } from '../../src/cart/contract.ts';
import { cartHandlers } from '../../src/cart/server/handlers.ts';
import { checkoutContract } from '../../src/checkout/contract.ts';
import { oneClickContract } from '../../src/checkout/one-click-contract.ts';
import { checkoutHandlers } from '../../src/checkout/server/handlers.ts';
import { oneClickHandlers } from '../../src/checkout/server/one-click.ts';
import { authentication } from '../../src/identity/server/authenticate.ts';
import { signingKeys } from '../../src/identity/server/signing-keys.ts';
import { verifyTokens } from '../../src/identity/server/verify-token.ts';
import { cancelOrder } from '../../src/orders/server/cancel-order.ts';
import { ORDER_MAIL, type OrderDeps } from '../../src/orders/server/order-desk.ts';
import { refundOrder } from '../../src/orders/server/refund-order.ts';
import { readConfig } from '../../src/platform/server/config.ts';
import { openDatabase } from '../../src/platform/server/database/pool.ts';
import { answerOnce } from '../../src/platform/server/database/stored-answers.ts';
import { bindHandlers, registerEndpoints } from '../../src/platform/server/http/register-calls.ts';
import { startJobs } from '../../src/platform/server/jobs.ts';
import { sharedSecret } from '../../src/platform/server/shared-secret.ts';
import { gatewayContract } from '../../src/sandbox-gateway/contract.ts';
import { gatewayHandlers } from '../../src/sandbox-gateway/server/handlers.ts';
import { createSandboxGateway } from '../../src/sandbox-gateway/server/sandbox-gateway.ts';
import { loadLocalities } from '../../src/shipping/server/locality-table.ts';

/** What a member of staff asks for: one of the first line and the delivery charge back, or all of it and nothing sent. */
export interface StaffAction {
  readonly kind: 'refund' | 'cancel';
  readonly orderId: string;
  readonly key: string;
}

const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '10000000', PUBLIC_URL: 'http://localhost' });
const database = openDatabase(process.env.DATABASE_URL ?? '', 4);
const jobs = await startJobs(database, [], () => {});
const tell: OrderDeps['enqueueEmail'] = (transaction, mail) => jobs.queue(transaction, ORDER_MAIL, { ...mail });
const gateway = createSandboxGateway(database);
const auth = authentication(verifyTokens(config, database, signingKeys(database)));
const books = {
  database,
  gateway,
  wallet: ACCOUNT_WALLET,
  onPlaced: (transaction: Parameters<OrderDeps['enqueueEmail']>[0], { id }: { readonly id: string }) =>
    tell(transaction, { kind: 'receipt', orderId: id }),
  onDeclined: (transaction: Parameters<OrderDeps['enqueueEmail']>[0], { id }: { readonly id: string }) =>
    tell(transaction, { kind: 'payment-failed', orderId: id }),
};

const app = Fastify({ forceCloseConnections: true });
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(() => (data) => JSON.stringify(data));
registerEndpoints(
  app,
  [
    ...bindHandlers(cartContract, cartHandlers(database, auth)),
    ...bindHandlers(checkoutContract, checkoutHandlers(books, auth, loadLocalities())),
    ...bindHandlers(
      oneClickContract,
      oneClickHandlers(books, auth, () => sharedSecret(database, 'one-click')),
    ),
    ...bindHandlers(gatewayContract, gatewayHandlers(gateway)),
  ],
  (request) => callContextOf(config, request),
  () => false,
  {
    authenticate: (context) => auth.customer(context),
    authorize: async (context, spec, input) => auth.claimed(context, await claimedCustomer(database, spec, input)),
  },
  (once, run) => answerOnce(database, once, run),
);
app.post('/staff', async (request) => {
  const { kind, orderId, key } = request.body as StaffAction;
  const desk = { database, gateway, enqueueEmail: tell };
  const wish = { all: false, lines: [{ position: 0, quantity: 1 }], shipping: true, amountCents: 0, restock: false };
  if (kind === 'refund') return refundOrder(desk, orderId, { key, wish, reason: '', actor: 'Sam' });
  return { refund: await cancelOrder(desk, orderId, { reason: '', actor: 'Sam' }) };
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.(typeof address === 'object' && address ? address.port : 0);
// Nobody is left to ask it anything.
process.once('disconnect', () => process.exit());
