/** A gateway between the shop and another one that answers late, does things twice, and loses answers, from a seed. */
import type { PaymentGateway } from '../../src/checkout/payment-port.ts';

/** Chances in a hundred. */
export interface Faults {
  /** The answer is lost after the work was done. */
  readonly lost: number;
  /** The request never arrives. */
  readonly refused: number;
  /** The request arrives twice. */
  readonly twice: number;
  /** Longest delay, milliseconds. */
  readonly delayMs: number;
}

/** Numbers in [0, 1) that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function unreliableGateway(gateway: PaymentGateway, seed: number, faults: Faults): PaymentGateway {
  const random = randomOf(seed);
  const happens = (probability: number): boolean => random() * 100 < probability;
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    const [isRefused, isTwice, isLost] = [happens(faults.refused), happens(faults.twice), happens(faults.lost)];
    await new Promise((resolve) => setTimeout(resolve, random() * faults.delayMs));
    if (isRefused) throw new Error('the gateway could not be reached');
    const [answer] = isTwice ? await Promise.all([work(), work()]) : [await work()];
    if (isLost) throw new Error('the gateway did not answer');
    return answer as T;
  };
  return {
    name: gateway.name,
    begin: (request) => through(() => gateway.begin(request)),
    find: (id) => through(() => gateway.find(id)),
    capture: (id) => through(() => gateway.capture(id)),
    cancel: (key) => through(() => gateway.cancel(key)),
    beginCard: (request) => through(() => gateway.beginCard(request)),
    findCard: (id) => through(() => gateway.findCard(id)),
    refund: (request) => through(() => gateway.refund(request)),
    capturedSince: (instant) => gateway.capturedSince(instant),
  };
}
