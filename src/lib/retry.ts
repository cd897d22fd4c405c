/** Repeats work that failed for a reason that may pass. */

export interface RetryOptions {
  /** Returns true for errors after which another attempt may succeed. Others are thrown at once. */
  readonly shouldRetry: (error: unknown) => boolean;
  /** Default: no limit. */
  readonly maxAttempts?: number;
  /** Waits between attempts. Default: not at all. */
  readonly pause?: () => Promise<unknown>;
}

/** Runs work until it succeeds. `attempt` counts from 1. @throws the last error */
export async function retry<T>(work: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { shouldRetry, maxAttempts = Number.POSITIVE_INFINITY, pause } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= maxAttempts || !shouldRetry(error)) throw error;
      await pause?.();
    }
  }
}
