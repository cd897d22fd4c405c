/** Sends many concurrent requests over persistent connections, by autocannon in a process of its own or in this one. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { quantile } from './report.ts';

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL('load-client.ts', import.meta.url));

/** Result of a load test. Response times are in ms. */
const load = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number(), failed: z.number() });
export type Load = z.infer<typeof load>;

/** What load-client.ts requests. `{n}` in the URL's path and query is replaced by a number that counts up. */
export interface Target {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Default: 10. */
  readonly connections?: number;
  /** Default: 4, after a warm-up of 2 s. */
  readonly seconds?: number;
}

/** Requests a target as fast as it responds, from a process of its own. */
export async function hammer(target: Target): Promise<Load> {
  const { stdout } = await run(process.execPath, [CLIENT, JSON.stringify(target)]);
  return load.parse(JSON.parse(stdout));
}

/** Runs `work` in `clients` parallel loops, `times` in total. */
export async function inParallel(
  clients: number,
  times: number,
  work: (client: number) => Promise<boolean>,
): Promise<Load & { readonly slowest: number }> {
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
    slowest: Math.max(...samples),
    failed,
  };
}
