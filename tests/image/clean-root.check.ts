/**
 * The production tree runs in a clean root as the image does: Debian's minimal system made by debootstrap, a read-only file system, a user
 * without rights, the variables and the command of the Dockerfile, PostgreSQL elsewhere.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { createTestDatabase, createTestRole } from '#tests/fixtures/database.ts';
import { readComposeServices } from './compose-file.ts';
import { readImageEnvironment } from './image-environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENTER = fileURLToPath(new URL('clean-root.sh', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cellardoor-image-'));
const [root, tree] = [join(folder, 'root'), join(folder, 'tree')];
const image = readImageEnvironment();
const services = readComposeServices();
const [userId = 0, groupId = 0] = image.user.split(':').map(Number);
const dropped: (() => Promise<void>)[] = [];

type Variables = Readonly<Record<string, string>>;

/** Creates the folder of a volume. */
function createVolume(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  chownSync(path, userId, groupId);
  return path;
}

async function createDatabase(isEmpty = false): Promise<string> {
  const created = await createTestDatabase({ isEmpty });
  dropped.unshift(() => created.drop());
  return created.connectionString;
}

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  /** What it printed so far. */
  output(): string;
  /** Status of a request, 0 if the process cannot be reached. */
  status(path: string): Promise<number>;
  waitUntilReady(): Promise<void>;
  /** Ends it as an engine does. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts a command in the clean root, with the image's variables and those given. */
function enter(command: readonly string[], data: string, variables: Variables): ChildProcess {
  return spawn('unshare', ['--mount', '--', ENTER, root, tree, data, ...command], {
    env: { ...image.variables, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function readOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return () => output;
}

/** Starts the shop as its image does, on a port of its own. */
async function startShop(data: string, variables: Variables): Promise<Started> {
  const port = await freePort();
  const child = enter(image.command, data, { PUBLIC_URL: `http://localhost:${port}`, ...variables, PORT: `${port}`, HOST: '127.0.0.1' });
  const output = readOutput(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  const status = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      (response) => response.status,
      () => 0,
    );
  return {
    child,
    port,
    output,
    status,
    waitUntilReady: () => expect.poll(() => (child.exitCode === null ? status('/readyz') : output()), { timeout: 300_000 }).toBe(200),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
      return child.exitCode;
    },
  };
}

/** Runs a command to its end. @returns its exit code and what it printed */
async function runInside(
  command: readonly string[],
  variables: Variables = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = enter(command, join(folder, 'data'), variables);
  const output = readOutput(child);
  await once(child, 'close');
  return { code: child.exitCode, output: output() };
}

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('This test makes a root of its own, which only root may do.');
  mkdirSync(root);
  createVolume('data');
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: 'ignore' });
  execFileSync(process.execPath, [join(ROOT, 'scripts/production-tree.mjs'), tree, '--without-postgres'], { stdio: 'ignore' });
});
afterAll(async () => {
  for (const drop of dropped) await drop();
  rmSync(folder, { recursive: true, force: true });
});

test('the shop starts on an empty database with the settings of the image, writes only to its data folder, and stops on SIGTERM', async () => {
  const data = join(folder, 'data');
  const shop = await startShop(data, { DATABASE_URL: await createDatabase() });
  await shop.waitUntilReady();

  expect(shop.output()).toContain('Starter pages loaded');
  // A new shop is closed until somebody opens it.
  expect(await shop.status('/')).toBe(503);
  // Each program of the way in replaces the one before, so the shop has the id of the first.
  const rights = readFileSync(`/proc/${shop.child.pid}/status`, 'utf8');
  expect(rights).toMatch(new RegExp(`^Uid:\\s+${userId}\\s+${userId}`, 'm'));
  expect(rights).toMatch(/^CapEff:\s+0+$/m);

  expect(await shop.stop(), shop.output()).toBe(0);
  expect(readdirSync(data)).toContain('compiled');
});

test('with a used data folder it starts again, serves pages, and the health check of the image says whether it runs', async () => {
  const shop = await startShop(join(folder, 'data'), { DATABASE_URL: await createDatabase(), SAMPLE: 'yes' });
  const isHealthy = async () => (await runInside(image.healthCommand, { PORT: `${shop.port}` })).code;
  await shop.waitUntilReady();

  for (const path of ['/', '/wines', '/sw.js']) expect(await shop.status(path), path).toBe(200);
  expect(await isHealthy()).toBe(0);

  expect(await shop.stop(), shop.output()).toBe(0);
  expect(await isHealthy()).toBe(1);
});

test('the processes of compose.yaml start together on a database that migrate has made, as a user without rights to its schema', async () => {
  const owner = await createDatabase(true);
  const role = await createTestRole();
  dropped.push(() => role.drop());
  // Pictures stay in the database: there is no storage here.
  const variablesOf = (name: string): Variables => ({
    ...services[name]?.environment,
    DATABASE_URL: role.on(owner),
    PICTURE_STORAGE: '',
  });
  const start = (name: string) => startShop(createVolume(name), variablesOf(name));

  const migrate = await runInside(services.migrate?.command?.map((word) => (word === 'cellardoor' ? role.name : word)) ?? [], {
    ...variablesOf('migrate'),
    MIGRATION_DATABASE_URL: owner,
  });
  expect(migrate.code, migrate.output).toBe(0);
  const [web, otherWeb, worker] = await Promise.all([start('web-1'), start('web-2'), start('worker')]);
  for (const process of [web, otherWeb, worker]) await process.waitUntilReady();

  const printed = [web, otherWeb, worker].map((process) => process.output()).join('\n');
  expect(printed.match(/Starter pages loaded/g)).toHaveLength(1);
  expect(printed).toContain('Open this link to become its owner');
  expect(await web.status('/')).toBe(503);
  const probe = services['web-1']?.healthcheck?.test.slice(1).map((word) => word.replace(':3000', `:${web.port}`)) ?? [];
  expect((await runInside(probe)).code).toBe(0);
  for (const process of [web, otherWeb, worker]) expect(await process.stop(), process.output()).toBe(0);
});

test('the command line runs', async () => {
  const { code, output } = await runInside(['node', 'src/cli/cli.ts', 'order', 'list'], { DATABASE_URL: await createDatabase() });

  expect(code, output).toBe(0);
});

test('nothing but the data folder and /tmp can be written', async () => {
  const write =
    "for (const path of ['/x', '/shop/x', '/etc/x', '/data/x', '/tmp/x']) try { require('fs').writeFileSync(path, ''); console.log(path) } catch {}";
  const { output } = await runInside(['node', '-e', write]);

  expect(output.trim().split('\n')).toEqual(['/data/x', '/tmp/x']);
});
