/** The payment gateways, as staff choose them. Their variables are in lib/server/gateway-variables.ts. */
export const GATEWAY_TITLES = { sandbox: 'Sandbox (test cards)', stripe: 'Stripe' } as const;

export type GatewayName = keyof typeof GATEWAY_TITLES;

export const GATEWAY_NAMES = Object.keys(GATEWAY_TITLES) as [GatewayName, ...GatewayName[]];
