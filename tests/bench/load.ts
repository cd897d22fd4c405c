/** Sends many concurrent requests over persistent connections. */
import autocannon from 'autocannon';
import { quantile } from './metrics.ts';

/** Result of a load test. Response times are in ms. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

/** Requests one URL as fast as it responds. */
export async function hammer(url: string, connections: number, seconds: number, headers: Record<string, string> = {}): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers, pipelining: 1 });
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

/** Runs `work` in `clients` parallel loops, `times` in total. */
export async function inParallel(clients: number, times: number, work: (client: number) => Promise<boolean>): Promise<Load> {
  const samples: number[] = [];
  let remaining = times;
  let failed = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (remaining > 0) {
        remaining -= 1;
        const start = performance.now();
        if (!(await work(client))) failed += 1;
        samples.push(performance.now() - start);
      }
    }),
  );
  return {
    perSecond: (samples.length * 1000) / (performance.now() - began),
    p50: quantile(samples, 0.5),
    p99: quantile(samples, 0.99),
    failed,
  };
}
