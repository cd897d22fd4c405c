/**
 * The gateways that PAYMENT_GATEWAY can select, with their variables. Each has an adapter in
 * domains/selling/payments/server/gateways.ts.
 */
import { z } from 'zod';
import { GATEWAY_NAMES, type GatewayName } from '#lib/gateway-names.ts';
import { origin, type Variable } from './variable-schemas.ts';

interface GatewaySettings {
  /** True if no money moves. Such a gateway never opens a public shop. */
  readonly isTest: boolean;
  /** Variables that must be set to use it. */
  readonly required: readonly string[];
}

const STRIPE_VARIABLES = {
  STRIPE_SECRET_KEY: {
    schema: z.string().regex(/^[\x21-\x7e]{1,300}$/),
    default: undefined,
    allowed: 'a secret key of Stripe',
    description: 'Key of the Stripe account. Required if PAYMENT_GATEWAY is stripe.',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z.string().regex(/^[\x21-\x7e]{1,300}$/),
    default: undefined,
    allowed: 'a signing secret of Stripe',
    description: 'Signing secret of the Stripe webhook at `/webhooks/stripe`. Required if PAYMENT_GATEWAY is stripe.',
    secret: true,
  },
  STRIPE_API_URL: {
    schema: origin,
    default: undefined,
    allowed: 'an http(s) origin',
    description: 'A stand-in for Stripe’s API, for tests. Default: Stripe itself.',
  },
} as const satisfies Record<string, Variable>;

const GATEWAYS = {
  sandbox: { isTest: true, required: [] },
  stripe: { isTest: false, required: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] },
} as const satisfies Record<GatewayName, GatewaySettings>;

/** The gateway of a shop that is not public and selects none. */
export const DEFAULT_GATEWAY: GatewayName = 'sandbox';

/** Returns the settings of a gateway. */
export const gatewaySettings = (name: GatewayName): GatewaySettings => GATEWAYS[name];

/** `Set PAYMENT_GATEWAY=stripe with STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET`: how to select a gateway that takes real payments. */
export const HOW_TO_SELECT_GATEWAY = `Set ${GATEWAY_NAMES.filter((name) => !GATEWAYS[name].isTest)
  .map((name) => [`PAYMENT_GATEWAY=${name}`, ...(GATEWAYS[name].required.length > 0 ? [GATEWAYS[name].required.join(' and ')] : [])])
  .map((parts) => parts.join(' with '))
  .join(', or ')}`;

export const GATEWAY_VARIABLES = {
  PAYMENT_GATEWAY: {
    schema: z.enum(GATEWAY_NAMES),
    default: undefined,
    allowed: GATEWAY_NAMES.join(' or '),
    description: 'Payment gateway. The sandbox accepts test cards only. Default `sandbox`; none on public hosts.',
  },
  ...STRIPE_VARIABLES,
} as const satisfies Record<string, Variable>;
