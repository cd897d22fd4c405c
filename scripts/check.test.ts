import { expect, test } from 'vitest';
import { type Step, verify } from './check.ts';

const passing: Step = { name: 'good one', commands: [['-e', 'console.log("not shown")']] };
const failing: Step = {
  name: 'bad one',
  commands: [
    ['-e', 'console.log("fine so far")'],
    ['-e', 'console.error("a.ts:3 wrong"); process.exit(2)'],
    ['-e', 'console.log("too late")'],
  ],
};

async function verified(...steps: Step[]): Promise<{ isGood: boolean; output: string }> {
  const lines: string[] = [];
  const isGood = await verify(steps, (line) => lines.push(line));
  return { isGood, output: lines.sort().join('\n') };
}

test('prints a successful step on one line with its duration', async () => {
  expect(await verified(passing)).toEqual({ isGood: true, output: expect.stringMatching(/^good one\s+good \d+\.\d s$/) });
});

test('prints the output of a failing command and runs the other steps', async () => {
  const { isGood, output } = await verified(failing, passing);
  expect(isGood).toBe(false);
  expect(output).toMatch(/^bad one\s+failed \d+\.\d s\na\.ts:3 wrong\n\ngood one\s+good \d+\.\d s$/);
});

test('fails a step that cannot be started', async () => {
  expect((await verified({ name: 'missing', commands: [['scripts/no-such-script.ts']] })).isGood).toBe(false);
});
