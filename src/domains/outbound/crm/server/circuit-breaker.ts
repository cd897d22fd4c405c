/** Stops calling a service for a while after several failures in a row, so that nobody waits for it. */

export interface CircuitBreaker {
  /** Returns the result, or null if the circuit is open, the call failed or timed out. */
  ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null>;
}

export interface BreakerLimits {
  /** Timeout of a call, milliseconds. */
  readonly timeLimit: number;
  /** Consecutive failures that open the circuit. */
  readonly failures: number;
  /** Milliseconds that the circuit stays open. */
  readonly rest: number;
}

/** Creates a closed circuit breaker. @param now returns milliseconds */
export function circuitBreaker({ timeLimit, failures, rest }: BreakerLimits, now: () => number = Date.now): CircuitBreaker {
  let inRow = 0;
  let closedAgainAt = 0;
  return {
    async ask(work) {
      if (now() < closedAgainAt) return null;
      try {
        const result = await work(AbortSignal.timeout(timeLimit));
        inRow = 0;
        return result;
      } catch {
        inRow += 1;
        if (inRow >= failures) closedAgainAt = now() + rest;
        return null;
      }
    },
  };
}
