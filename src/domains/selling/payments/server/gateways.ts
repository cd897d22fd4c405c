/** The payment gateways of the shop, by the value of PAYMENT_GATEWAY. Their variables are in lib/server/gateway-variables.ts. */
import type { FastifyInstance } from 'fastify';
import type { PaymentGateway } from '#domains/selling/payments/port/payment-port.ts';
import type { GatewayAdapter, GatewayContext, GatewayEventHandlers } from '#domains/selling/payments/port/server/gateway-adapter.ts';
import { sandboxAdapter } from '#domains/selling/payments/sandbox/server/sandbox-adapter.ts';
import { stripeAdapter } from '#domains/selling/payments/stripe/server/stripe-adapter.ts';
import type { Database } from '#lib/db/pool.ts';
import { GATEWAY_NAMES, type GatewayName } from '#lib/gateway-names.ts';
import type { Endpoint } from '#lib/http/register-endpoints.ts';
import type { Config } from '#lib/server/config.ts';
import { gatewaySettings, HOW_TO_SELECT_GATEWAY } from '#lib/server/gateway-variables.ts';
import { type ObserveCall, observedGateway } from './observed-gateway.ts';

const GATEWAYS: Readonly<Record<GatewayName, GatewayAdapter>> = { sandbox: sandboxAdapter, stripe: stripeAdapter };

const fail = async (): Promise<never> => {
  throw new Error(`No payment gateway is configured. ${HOW_TO_SELECT_GATEWAY}.`);
};

/** The gateway of a shop without one. Every call fails, so nothing is paid, cancelled or refunded by mistake. */
const NO_GATEWAY: PaymentGateway = {
  name: 'none',
  begin: fail,
  find: fail,
  capture: fail,
  cancel: fail,
  beginCard: fail,
  findCard: fail,
  refund: fail,
  capturedSince: fail,
};

/** Returns the values of the variables that a gateway needs. @returns null if one is missing */
function requiredValues(config: Config, name: GatewayName): readonly unknown[] | null {
  const values = gatewaySettings(name).required.map((variable): unknown => Reflect.get(config, variable));
  return values.includes(undefined) ? null : values;
}

/**
 * Creates the gateway that follows the configuration: each call goes to the gateway selected at that moment, with the keys of that moment.
 * Calls about a payment go to the gateway that created it, as long as its keys are there.
 * @param observe called after each call of a gateway
 */
export function createPaymentGateway(context: GatewayContext, observe: ObserveCall = () => {}): PaymentGateway {
  const { config } = context;
  const created = new Map<GatewayName, { readonly keys: string; readonly gateway: Promise<PaymentGateway> }>();

  /** Returns a gateway. It is created again if its keys have changed. */
  async function open(name: GatewayName): Promise<PaymentGateway> {
    const values = requiredValues(config, name);
    if (values === null) return NO_GATEWAY;
    const keys = JSON.stringify(values);
    const known = created.get(name);
    if (known?.keys === keys) return known.gateway;
    const gateway = GATEWAYS[name].createGateway(context).then((adapter) => observedGateway(adapter, observe));
    created.set(name, { keys, gateway });
    return gateway;
  }

  const selected = async (): Promise<PaymentGateway> => (config.PAYMENT_GATEWAY === undefined ? NO_GATEWAY : open(config.PAYMENT_GATEWAY));

  /** Returns the gateway of a payment. The selected one is asked first, because ids of two gateways may look alike. */
  function gatewayOf(paymentId: string): Promise<PaymentGateway> {
    const name = config.PAYMENT_GATEWAY;
    if (name !== undefined && (GATEWAYS[name].isOwnPayment?.(paymentId) ?? true)) return open(name);
    const owner = GATEWAY_NAMES.find((each) => GATEWAYS[each].isOwnPayment?.(paymentId));
    return owner === undefined ? selected() : open(owner);
  }

  return {
    get name() {
      return config.PAYMENT_GATEWAY ?? NO_GATEWAY.name;
    },
    begin: async (request) => (await selected()).begin(request),
    find: async (id) => (await gatewayOf(id)).find(id),
    capture: async (id) => (await gatewayOf(id)).capture(id),
    cancel: async (merchantKey) => (await selected()).cancel(merchantKey),
    beginCard: async (request) => (await selected()).beginCard(request),
    findCard: async (id) => (await selected()).findCard(id),
    refund: async (request) => (await gatewayOf(request.paymentId)).refund(request),
    capturedSince: async (date) => (await selected()).capturedSince(date),
  };
}

/** Tries the keys of a gateway. @throws Error if it does not accept them */
export async function testGateway(config: Config, name: GatewayName): Promise<void> {
  if (requiredValues(config, name) === null) throw new Error('a key is missing');
  await GATEWAYS[name].testKeys?.(config);
}

/** Serves the webhooks of all gateways. Those of gateways that are not selected answer 404. */
export async function serveGatewayWebhooks(app: FastifyInstance, context: GatewayContext, handlers: GatewayEventHandlers): Promise<void> {
  for (const name of GATEWAY_NAMES)
    await app.register(async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        if (context.config.PAYMENT_GATEWAY !== name) return reply.callNotFound();
      });
      await GATEWAYS[name].serveWebhook(scope, context, handlers);
    });
}

/** Lists the endpoints that the gateways bring for their own pages. */
export const gatewayEndpoints = (database: Database): Endpoint[] =>
  Object.values(GATEWAYS).flatMap(({ endpoints }) => endpoints?.(database) ?? []);
