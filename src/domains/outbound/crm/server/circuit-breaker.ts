/** Leaves a service alone for a while after it failed several times in a row, so that nobody waits for it. */

export interface CircuitBreaker {
  /** The answer; null where the service is left alone, failed or took too long. */
  ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null>;
}

export interface BreakerLimits {
  /** Milliseconds an answer may take. */
  readonly timeLimit: number;
  /** So many failures in a row open it. */
  readonly failures: number;
  /** Milliseconds it stays open. */
  readonly rest: number;
}

/** @param now milliseconds */
export function circuitBreaker({ timeLimit, failures, rest }: BreakerLimits, now: () => number = Date.now): CircuitBreaker {
  let inRow = 0;
  let closedAgainAt = 0;
  return {
    async ask(work) {
      if (now() < closedAgainAt) return null;
      try {
        const answer = await work(AbortSignal.timeout(timeLimit));
        inRow = 0;
        return answer;
      } catch {
        inRow += 1;
        if (inRow >= failures) closedAgainAt = now() + rest;
        return null;
      }
    },
  };
}
