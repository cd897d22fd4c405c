// Runs npm and returns its output, in any environment.
import { spawn } from 'node:child_process';
import { npmCommand } from './setup/run-step.mjs';

/**
 * @param {readonly string[]} args of npm
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
export function runNpm(args) {
  const { command, prefix, shell } = npmCommand();
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...prefix, ...args], { shell, stdio: ['ignore', 'pipe', 'pipe'] });
    const stdout = [];
    const stderr = [];
    child.stdout.on('data', (chunk) => stdout.push(chunk));
    child.stderr.on('data', (chunk) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') }),
    );
  });
}
