/** Shop in a separate process with a separate data directory and full durability, for benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/**
 * Starts a shop and waits for its first page.
 * @param options data directory of an earlier start. Default: a new one
 * @param databaseUrl database of a running shop, to start a second process on it
 */
export async function startBenchShop(options?: string, databaseUrl?: string): Promise<BenchShop> {
  const dataDir = options ?? (await mkdtemp(join(tmpdir(), 'cellardoor-bench-')));
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=8', join(ROOT, 'src/server/main.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '2',
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      RATE_LIMIT_PER_MINUTE: '10000000',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  for (;;) {
    const answered = await fetch(url).then(
      (result) => result.ok,
      () => false,
    );
    if (answered) break;
    if (child.exitCode !== null) throw new Error('The shop did not start.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    url,
    dataDir,
    process: child,
    firstPageMs: performance.now() - began,
    async stop(keepData = false) {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
