/** Starts the shop the way its README tells an operator to, and talks to it over HTTP only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START_TIMEOUT_MS = 180_000;

export interface RunningShop {
  readonly port: number;
  /** Everything the process has written so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Asks the system for a port that nobody listens on. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

/** Sends one request. The Host header selects the site; the connection always goes to this machine. */
export const sendRequest = (
  port: number,
  host: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { host: `${host}:${port}`, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Stops npm, the shop and its database, which ends last and needs the folder until then. */
async function stopGroup(child: ChildProcess, folder: string): Promise<void> {
  if (!hasExited(child) && child.pid !== undefined) {
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    process.kill(-child.pid, 'SIGINT');
    await exited;
  }
  while (existsSync(join(folder, 'data/postgres/data/postmaster.pid'))) await new Promise((resolve) => setTimeout(resolve, 50));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/**
 * Runs an npm script of package.json in an empty data folder and waits until it answers.
 * @param script npm script, `start` by default
 * @param env variables beside PORT and DATA_DIR
 */
export async function startShop(env: Readonly<Record<string, string>> = {}, script = 'start'): Promise<RunningShop> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  const { NODE_ENV: _, ...inherited } = process.env;
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: ROOT,
    detached: true,
    env: { ...inherited, PORT: String(port), DATA_DIR: join(folder, 'data'), RATE_LIMIT: '1000000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const isReady = await sendRequest(port, 'localhost', 'GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return { port, output: () => output, stop: () => stopGroup(child, folder) };
    if (hasExited(child) || Date.now() > deadline) {
      await stopGroup(child, folder);
      throw new Error(`The shop did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
