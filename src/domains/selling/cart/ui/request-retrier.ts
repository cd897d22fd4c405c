/**
 * Getting a call through. A call whose fate is unknown stays first in line with its key until the shop answers: sent
 * again it counts once, and nothing that comes after can overtake it.
 */
import { NetworkError } from '#lib/browser/fetch-transport.ts';

export interface RequestRetrier {
  /** Send until there is an answer; `key` is the same in every try. */
  deliver<Value>(send: (key: string) => Promise<Value>): Promise<Value>;
  /** Try now instead of after the pause. */
  retryNow(): void;
}

/** Pause between rounds while the shop cannot be reached, milliseconds. */
const RETRY_MS = 10_000;

export function createRequestRetrier(ports: {
  readonly newKey: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onReach: (reachable: boolean) => void;
}): RequestRetrier {
  let wake: (() => void) | null = null;
  return {
    async deliver(send) {
      const key = ports.newKey();
      for (;;) {
        try {
          const answered = await send(key);
          ports.onReach(true);
          return answered;
        } catch (failure) {
          if (!(failure instanceof NetworkError)) throw failure;
          ports.onReach(false);
          await Promise.race([ports.wait(RETRY_MS), new Promise<void>((done) => (wake = done))]);
        }
      }
    },
    retryNow: () => wake?.(),
  };
}
