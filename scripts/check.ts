/**
 * `npm run check`: the quick check before a commit. Prints one line per step with its duration, and the output of failed steps.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Commands of a step run in sequence, steps in parallel. A command is a Node script with arguments. */
export interface Step {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

const STEPS: readonly Step[] = [
  { name: 'style', commands: [['node_modules/@biomejs/biome/bin/biome', 'check', '--diagnostic-level=error', '.']] },
  {
    name: 'types',
    commands: [
      ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
      ['node_modules/typescript/bin/tsc', '-b'],
    ],
  },
  { name: 'import rules', commands: [['scripts/import-rules.ts']] },
  { name: 'style sheets', commands: [['scripts/style-rules.ts']] },
  { name: 'interface text', commands: [['scripts/interface-text.ts']] },
  { name: 'migrations', commands: [['scripts/migration-rules.ts']] },
  { name: 'sql', commands: [['scripts/sql-location.ts']] },
  { name: 'markets', commands: [['scripts/market-literals.ts']] },
  { name: 'commits', commands: [['scripts/commit-subjects.ts']] },
  { name: 'requirements', commands: [['scripts/requirements.ts']] },
  { name: 'expressions', commands: [['scripts/regular-expressions.ts']] },
  { name: 'unused code', commands: [['node_modules/knip/bin/knip.js', '--no-progress']] },
];

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const run = (command: readonly string[]): Promise<{ readonly succeeded: boolean; readonly output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ succeeded: false, output: error.message }));
    child.on('close', (code) => resolve({ succeeded: code === 0, output: Buffer.concat(chunks).toString('utf8').trim() }));
  });

async function runStep({ name, commands }: Step, say: (line: string) => void): Promise<boolean> {
  const started = performance.now();
  const formatLine = (verdict: string): string => `${name.padEnd(16)}${verdict} ${((performance.now() - started) / 1000).toFixed(1)} s`;
  for (const command of commands) {
    const { succeeded, output } = await run(command);
    if (succeeded) continue;
    say(`${formatLine('failed')}\n${output}\n`);
    return false;
  }
  say(formatLine('good'));
  return true;
}

/** Runs all steps, even after failures. Returns true if all succeeded. */
export async function verify(steps: readonly Step[], say: (line: string) => void): Promise<boolean> {
  const verdicts = await Promise.all(steps.map((step) => runStep(step, say)));
  return verdicts.every(Boolean);
}

if (import.meta.main) process.exitCode = (await verify(STEPS, console.log)) ? 0 : 1;
