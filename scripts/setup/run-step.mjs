import { spawn } from 'node:child_process';
import { ROOT } from './inputs.mjs';

/**
 * Runs npm and prints one line with its duration. Prints npm's output only if it fails.
 * @param {string} title
 * @param {readonly string[]} args of npm
 * @param {NodeJS.ProcessEnv} env variables of npm beside those of this process
 */
export async function runStep(title, args, env = {}) {
  const started = performance.now();
  process.stdout.write(`${title} … `);
  const { code, output } = await runNpm(args, env);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) {
    console.log(`${seconds} s`);
    return;
  }
  console.log(`failed after ${seconds} s`);
  throw new Error(
    `${output.trimEnd()}\n\n${title} failed: npm ${args.join(' ')} (${code === null ? 'it was interrupted' : `code ${code}`}).`,
  );
}

function runNpm(args, env) {
  const { command, prefix, shell } = npmCommand();
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...prefix, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }));
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  });
}

/** Returns the npm that runs this script, else the one on the PATH, which Windows finds only through a shell. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running?.endsWith('npm-cli.js')) return { command: 'node', prefix: [running], shell: false };
  return { command: 'npm', prefix: [], shell: process.platform === 'win32' };
}
