import { expect, test } from 'vitest';
import { createChildProcesses } from './child-processes.ts';

const HANGS = ['-e', 'setInterval(() => {}, 1_000)'];

test('ends with the program, and says what it wrote if it failed', async () => {
  const { run } = createChildProcesses();

  await expect(run(['-e', ''], { failure: 'Import 1 failed' })).resolves.toBeUndefined();
  await expect(run(['-e', 'console.error("no disk"); process.exit(1)'], { failure: 'Import 2 failed' })).rejects.toThrow(
    'Import 2 failed: no disk',
  );
});

test('ends running programs on stop, which is no failure of theirs, and starts no further ones', async () => {
  const { run, stop } = createChildProcesses();
  const runs = [run(HANGS, { failure: 'one' }), run(HANGS, { failure: 'two' })];

  await stop();

  expect(await Promise.all([...runs, run(HANGS, { failure: 'three' })])).toEqual([undefined, undefined, undefined]);
});
