/** Shop in a separate process with a separate data directory and full durability, for benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '#packages/embedded-postgres/free-port.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface BenchShop {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Milliseconds from the start of the process to its first page. */
  readonly firstPageMs: number;
  /** Stops the shop. `keepData` retains its data for the next start. */
  stop(keepData?: boolean): Promise<void>;
}

export interface BenchShopOptions {
  /** Data directory of an earlier start. Default: a new one. */
  readonly dataDir?: string;
  /** Database of a running shop, to start a second process on it. */
  readonly databaseUrl?: string;
  /** Path of the first page. Default: home. */
  readonly path?: string;
  /** Variables of the shop in addition to those of every benchmark. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An offer of the sample shop. */
export const OFFER_PATH = '/wines/wirrabeen-ridge/old-block-shiraz-2021';

/** Removes the data of a stopped shop. */
export const removeData = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true });

/** Requests a path until its response is OK. */
export async function untilServed(shop: Pick<BenchShop, 'url' | 'process'>, path: string): Promise<void> {
  for (;;) {
    const served = await fetch(shop.url + path).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    if (served) return;
    if (shop.process.exitCode !== null) throw new Error('The shop did not start.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Starts a shop by the command of `npm start` and waits for its first page. */
export async function startBenchShop({ dataDir: given, databaseUrl, path = '/', env = {} }: BenchShopOptions = {}): Promise<BenchShop> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'cellardoor-bench-')));
  const port = await freePort();
  const began = performance.now();
  const { start } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))).scripts;
  // The command ends with `exec node …`, so the process is the server.
  const child = spawn('sh', ['-c', start], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      RATE_LIMIT_PER_MINUTE: '10000000',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  await untilServed({ url, process: child }, path);
  return {
    url,
    dataDir,
    process: child,
    firstPageMs: performance.now() - began,
    async stop(keepData = false) {
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`The shop did not stop gracefully: it ended with code ${code}.`);
      if (!keepData) await removeData(dataDir);
    },
  };
}
