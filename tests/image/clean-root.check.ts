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
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { readImageEnvironment } from './image-environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENTER = fileURLToPath(new URL('clean-root.sh', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cellardoor-image-'));
const [root, tree, data] = ['root', 'tree', 'data'].map((name) => join(folder, name)) as [string, string, string];
const image = readImageEnvironment();
const [userId = 0, groupId = 0] = image.user.split(':').map(Number);
let database: Awaited<ReturnType<typeof createTestDatabase>>;

/** Runs a command in the clean root, with the image's variables and those given. */
function enter(command: readonly string[], variables: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn('unshare', ['--mount', '--', ENTER, root, tree, data, ...command], {
    env: { ...image.variables, DATABASE_URL: database.connectionString, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command to its end. @returns its exit code and what it printed */
async function runInside(command: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = enter(command);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('This test makes a root of its own, which only root may do.');
  mkdirSync(root);
  mkdirSync(data);
  chownSync(data, userId, groupId);
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: 'ignore' });
  execFileSync(process.execPath, [join(ROOT, 'scripts/production-tree.mjs'), tree, '--without-postgres'], { stdio: 'ignore' });
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('the shop starts, serves pages and the office, writes only to its data folder, and stops on SIGTERM', async () => {
  const port = await freePort();
  const child = enter(image.command, { PORT: String(port), HOST: '127.0.0.1', SAMPLE: 'yes', PUBLIC_URL: `http://localhost:${port}` });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const status = (path: string, host = `localhost:${port}`) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { host } }).then(
      (response) => response.status,
      () => 0,
    );
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => (child.exitCode === null ? status('/readyz') : output), { timeout: 300_000 }).toBe(200);

  expect(await status('/')).toBe(200);
  expect(await status('/wines')).toBe(200);
  expect(await status('/sw.js')).toBe(200);
  // Each program of the way in replaces the one before, so the shop has the id of the first.
  const rights = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  expect(rights).toMatch(new RegExp(`^Uid:\\s+${userId}\\s+${userId}`, 'm'));
  expect(rights).toMatch(/^CapEff:\s+0+$/m);

  child.kill('SIGTERM');
  await once(child, 'close');
  expect(child.exitCode, output).toBe(0);
  expect(readdirSync(data)).toContain('compiled');
});

test('the command line runs beside it', async () => {
  const { code, output } = await runInside(['node', 'src/cli/cli.ts', 'order', 'list']);

  expect(code, output).toBe(0);
});

test('nothing but the data folder and /tmp can be written', async () => {
  const write =
    "for (const path of ['/x', '/shop/x', '/etc/x', '/data/x', '/tmp/x']) try { require('fs').writeFileSync(path, ''); console.log(path) } catch {}";
  const { output } = await runInside(['node', '-e', write]);

  expect(output.trim().split('\n')).toEqual(['/data/x', '/tmp/x']);
});
