import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { clusterPaths } from '#packages/embedded-postgres/paths.ts';
import { processesIn } from '#packages/embedded-postgres/processes.ts';
import { dataFolders } from '#tests/fixtures/postgres-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const folders = dataFolders();
const dataDir = folders.fresh('data');
const postgres = () => processesIn(clusterPaths(dataDir).data);
beforeAll(() => folders.initialise(dataDir));
afterAll(folders.remove);

test('a process that is stopped while it starts ends after its PostgreSQL', async () => {
  const shop = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir, SAMPLE: 'no', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(shop, 'exit').then(([code]) => ({ code, left: postgres() }));
  await expect.poll(() => postgres().length, { interval: 5 }).toBeGreaterThan(1);
  shop.kill('SIGTERM');
  expect(await exited).toEqual({ code: 0, left: [] });
});
