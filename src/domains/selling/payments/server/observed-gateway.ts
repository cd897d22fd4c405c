/** Observes and traces the calls of a payment gateway, for monitoring. */
import type { PaymentGateway } from '#domains/selling/payments/port/payment-port.ts';
import { inSpan } from '#lib/server/telemetry/telemetry.ts';

/** Called after each call. `error`: the gateway did not answer, or not as it should; a declined card is `ok`. */
export type ObserveCall = (gateway: string, call: string, outcome: 'ok' | 'error', ms: number) => void;

/** Returns a gateway whose calls are observed. */
export function observedGateway(gateway: PaymentGateway, observe: ObserveCall): PaymentGateway {
  const observed = async <Result>(call: string, ask: () => Promise<Result>): Promise<Result> => {
    const started = performance.now();
    try {
      const result = await inSpan({ name: `gateway ${call}`, kind: 'client', attributes: { 'cellardoor.gateway': gateway.name } }, ask);
      observe(gateway.name, call, 'ok', performance.now() - started);
      return result;
    } catch (error) {
      observe(gateway.name, call, 'error', performance.now() - started);
      throw error;
    }
  };
  return {
    name: gateway.name,
    begin: (request) => observed('begin', () => gateway.begin(request)),
    find: (id) => observed('find', () => gateway.find(id)),
    capture: (id) => observed('capture', () => gateway.capture(id)),
    cancel: (merchantKey) => observed('cancel', () => gateway.cancel(merchantKey)),
    beginCard: (request) => observed('begin_card', () => gateway.beginCard(request)),
    findCard: (id) => observed('find_card', () => gateway.findCard(id)),
    refund: (request) => observed('refund', () => gateway.refund(request)),
    capturedSince: (date) => observed('captured_since', () => gateway.capturedSince(date)),
  };
}
