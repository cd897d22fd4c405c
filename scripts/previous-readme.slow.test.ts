/** Starts and uses the shop as the README of the previous release describes: its commands, and every variable that was renamed since. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/pool.ts';
import { VARIABLES } from '#lib/server/config.ts';
import type { Variable } from '#lib/server/variable-schemas.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { createTestStaff } from '#tests/fixtures/office.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Variables of the previous README that were renamed since. */
const FORMER_VARIABLES = {
  DATABASE_POOL: '5',
  WATCH_FOLDER: '',
  BUSY_AFTER_MS: '0',
  RATE_LIMIT: '1000000',
  GEO_HEADERS: 'cf-region-code',
  GEO_DATABASE: '',
  SHOP_MAIL: 'shop@example.com',
  MAIL_FROM: 'Shop <orders@example.com>',
  STAFF_DOMAIN: 'shop.example',
  PAGE_CACHE_MB: '32',
  LICENCE_AU: 'Former licence AU',
  LICENCE_SG: 'Former licence SG',
  SELLER_AU: 'Former Seller Pty Ltd',
  SELLER_SG: 'Former Seller Pte Ltd',
  ABN: '12 345 678 901',
  GST_NUMBER_SG: 'M9-1234567-8',
  ANALYTICS_DAYS: '30',
  SEGMENT_VIA: 'browser',
  PUSH_SERVICES: 'https://push.example',
  PUSH_HOURS_BETWEEN: '5',
  ABANDONED_CART_MINUTES: '60',
  ERROR_FEEDBACK: 'yes',
} as const;

let own: TestDatabase;
let shop: ChildProcess;
let port: number;
let env: NodeJS.ProcessEnv;
let output = '';

beforeAll(async () => {
  own = await createTestDatabase();
  // A shop of the previous release has staff, or wines, or pages. An empty one would start closed.
  const database = openDatabase(own.connectionString, 1);
  await createTestStaff(database, { email: 'olive@shop.example', roles: ['Owner'] });
  await database.close();
  port = await freePort();
  env = {
    ...process.env,
    ...FORMER_VARIABLES,
    PORT: String(port),
    DATABASE_URL: own.connectionString,
    SAMPLE: 'no',
  };
  shop = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const stream of [shop.stdout, shop.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) break;
    if (shop.exitCode !== null) throw new Error(`the shop did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}, 300_000);
afterAll(async () => {
  // The negative id is the process group: npm and the shop that it started.
  if (shop?.pid !== undefined && shop.exitCode === null) {
    process.kill(-shop.pid, 'SIGTERM');
    await once(shop, 'exit');
  }
  await own?.drop();
});

const declared = Object.entries<Variable>(VARIABLES).flatMap(([name, { formerName }]) => (formerName ? [{ name, formerName }] : []));

test('lists every renamed variable', () => {
  expect(Object.keys(FORMER_VARIABLES).sort()).toEqual(declared.map(({ formerName }) => formerName).sort());
});

describe('npm start', () => {
  test.each(declared.filter(({ formerName }) => FORMER_VARIABLES[formerName as keyof typeof FORMER_VARIABLES] !== ''))(
    'prints one deprecation line for $formerName',
    ({ name, formerName }) => {
      expect(output.split(`"${formerName}" is deprecated. Use "${name}".`)).toHaveLength(2);
    },
  );

  test('applies their values', async () => {
    const page = await (await fetch(`http://localhost:${port}/`)).text();

    expect(page).toContain('Former licence AU');
  });
});

test('npm run shop runs commands with one deprecation line of its own', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'shop', '--', 'order', 'list', '--json'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });

  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual([]);
  expect(stderr.split('"npm run shop" is deprecated. Use "npm run cli".')).toHaveLength(2);
});

test('npm start refuses a former and a present name with different values', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['start'], {
    cwd: ROOT,
    env: { ...env, PORT: '0', RATE_LIMIT_PER_MINUTE: '7' },
    encoding: 'utf8',
  });

  expect(status).not.toBe(0);
  expect(`${stdout}${stderr}`).toContain('RATE_LIMIT_PER_MINUTE and RATE_LIMIT are set to different values.');
});
