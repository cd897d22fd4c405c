/** Repeats a request with the same idempotency key until it has a response, so that no later request can overtake it [API-18]. */
import { NetworkError } from '#lib/browser/fetch-transport.ts';

export interface RequestRetrier {
  /** Sends until there is a response. `key` is the same in every try. */
  sendWithRetry<Value>(send: (key: string) => Promise<Value>): Promise<Value>;
  /** Retries now instead of after the pause. */
  retryNow(): void;
}

/** Pause between tries while the shop cannot be reached, milliseconds. */
const RETRY_MS = 10_000;

export function createRequestRetrier(deps: {
  readonly newKey: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onReach: (reachable: boolean) => void;
}): RequestRetrier {
  let wake: (() => void) | null = null;
  return {
    async sendWithRetry(send) {
      const key = deps.newKey();
      for (;;) {
        try {
          const response = await send(key);
          deps.onReach(true);
          return response;
        } catch (failure) {
          if (!(failure instanceof NetworkError)) throw failure;
          deps.onReach(false);
          await Promise.race([deps.wait(RETRY_MS), new Promise<void>((done) => (wake = done))]);
        }
      }
    },
    retryNow: () => wake?.(),
  };
}
