import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const BENCH = fileURLToPath(new URL('growth.ts', import.meta.url));
const SMALLEST = '--only carts,offers,events,orders --carts 3 --offers 260 --events 500 --orders 500 --times 4 --seconds 30'.split(' ');

test('the benchmark of growth measures each step, without a failed request or a difference in the books', async () => {
  const { stdout, stderr } = await run(process.execPath, [BENCH, ...SMALLEST], { maxBuffer: 2 ** 24 });

  expect(stderr).toBe('');
  for (const title of ['3 carts', '260 offers', '500 events of the storefront', '500 orders']) expect(stdout).toContain(`Growth: ${title}`);
  expect(stdout).not.toMatch(/failed: |none (ms|s|MB)/);
  expect(stdout).toContain('audit, on demand and with each verified backup: 0');
}, 600_000);
