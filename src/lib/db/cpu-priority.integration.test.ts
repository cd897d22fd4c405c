import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { SHARES } from './cpu-priority.ts';

let connectionString: string;
let drop: () => Promise<void>;
const ME = getPriority();
const LOW = SHARES.tenth;

beforeAll(async () => {
  ({ connectionString, drop } = await createTestDatabase());
});

afterAll(() => drop());

/** Runs batch work in a child process, because a lowered priority cannot be raised again. Returns its output. */
async function longWork(body: string): Promise<string> {
  const code = `
    import { existsSync, readdirSync, readFileSync } from 'node:fs';
    import { getPriority, setPriority } from 'node:os';
    import { lowerCpuPriority } from ${JSON.stringify(new URL('./cpu-priority.ts', import.meta.url).href)};
    import { openDatabase } from ${JSON.stringify(new URL('./pool.ts', import.meta.url).href)};
    const database = lowerCpuPriority(openDatabase(process.env.DATABASE_URL, 1), 'tenth');
    ${body}
    await database.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, DATABASE_URL: connectionString },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let message = '';
  child.stdout.on('data', (chunk: Buffer) => {
    message += chunk.toString('utf8');
  });
  await once(child, 'close');
  return message.trim();
}

// Priorities can only be read and set on some systems. Linux with the tests' own database always can.
describe.runIf(process.platform === 'linux')('batch work', () => {
  test('lowers the priority of all its threads, and of no others', async () => {
    const seen = await longWork("console.log(new Set(readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))));");
    expect(seen).toBe(`Set(1) { ${LOW} }`);
    expect(getPriority()).toBe(ME);
  });

  test('lowers the priority in the database too, if it is local and permitted', async () => {
    const seen = await longWork(`
      const pid = await database.transaction(async (transaction) => (await transaction.queryOne({ text: 'select pg_backend_pid() as pid' })).pid);
      let may = true;
      try { setPriority(pid, getPriority(pid)); } catch { may = false; }
      const session = existsSync('/proc/self/autogroup') ? readFileSync('/proc/' + pid + '/autogroup', 'utf8').trim().split(' ').pop() : 'none';
      console.log(may ? getPriority(pid) : 'may not', session);`);
    expect(seen).toMatch(new RegExp(`^(${LOW} (${LOW}|none)|may not .*)$`));
  });
});
