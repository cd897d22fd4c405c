/** Server processes of the shop over one test database, as `npm start` runs them, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/platform/server/postgres/free-port.ts';
import { send } from './http.ts';
import type { StaffAction } from './shop-core.ts';
import { type FaultyWire, openFaultyWire } from './wire-fault.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NODE = join(ROOT, 'node_modules/.bin/node');
/** Processes that are started again and again need not compile the same files each time. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') };

export interface ShopProcess {
  readonly port: number;
  readonly wire: FaultyWire;
  readonly isAlive: () => boolean;
  /** kill -9, and gone when it answers. */
  end(): Promise<void>;
  /** SIGTERM. Gives its exit code when it is gone, null where a signal ended it. */
  stop(): Promise<number | null>;
}

const gone = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', () => resolve())));

/** The wire to a database for a process that is spawned after it. */
async function wireFor(connectionString: string, child: () => ChildProcess | undefined): Promise<{ wire: FaultyWire; url: string }> {
  const real = new URL(connectionString);
  const wire = await openFaultyWire({ host: real.hostname, port: Number(real.port) }, () => child()?.kill('SIGKILL'));
  return { wire, url: Object.assign(new URL(connectionString), { hostname: '127.0.0.1', port: String(wire.port) }).href };
}

/** What a test holds of a process that has started. */
const processOf = (started: ChildProcess, port: number, wire: FaultyWire): ShopProcess => ({
  port,
  wire,
  isAlive: () => started.exitCode === null && started.signalCode === null,
  async end() {
    started.kill('SIGKILL');
    await gone(started);
    await wire.close();
  },
  async stop() {
    started.kill('SIGTERM');
    await gone(started);
    await wire.close();
    return started.exitCode;
  },
});

/** Start a server process and wait until it is ready. `heard` is given all that it writes to its console. */
export async function startShopProcess(
  connectionString: string,
  env: Readonly<Record<string, string>> = {},
  heard?: (text: string) => void,
): Promise<ShopProcess> {
  let child: ChildProcess | undefined;
  const { wire, url } = await wireFor(connectionString, () => child);
  const port = await freePort();
  const started = spawn(NODE, [join(ROOT, 'src/app/server/shop.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...COMPILED,
      PORT: String(port),
      DATABASE_URL: url,
      SAMPLE: 'no',
      RATE_LIMIT: '10000000',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: heard ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'ignore', 'inherit'],
  });
  child = started;
  for (const stream of [started.stdout, started.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => heard?.(text));
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ready) break;
    if (started.exitCode !== null) throw new Error(`a server process ended with ${started.exitCode} before it was ready`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return processOf(started, port, wire);
}

export interface ShopCore extends ShopProcess {
  /** Do what a member of staff asks for. @throws where it breaks */
  act(act: StaffAction): Promise<void>;
}

/** Start what buys and what staff do, without pages and search: a third of the time of the whole shop. */
export async function startShopCore(connectionString: string): Promise<ShopCore> {
  let child: ChildProcess | undefined;
  const { wire, url } = await wireFor(connectionString, () => child);
  const started = spawn(NODE, [join(ROOT, 'dev/testing/shop-core.ts')], {
    cwd: ROOT,
    env: { ...process.env, ...COMPILED, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child = started;
  const port = await new Promise<number>((resolve, reject) => {
    started.once('message', (message) => resolve(Number(message)));
    started.once('exit', (code) => reject(new Error(`a process of the shop ended with ${code} before it was ready`)));
  });
  return {
    ...processOf(started, port, wire),
    async act(act) {
      const headers = { 'content-type': 'application/json' };
      const { status, text } = await send(port, 'localhost', 'POST', '/staff', headers, JSON.stringify(act));
      if (status !== 200) throw new Error(text);
    },
  };
}
