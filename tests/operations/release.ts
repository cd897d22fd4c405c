/** A release of the shop in a folder of its own, with its build. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const run = promisify(execFile);

export interface Release {
  /** Its folder, as of a clone. */
  readonly root: string;
  /** Runs one of its programs. @returns what it prints @throws Error if it fails */
  runProgram(path: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  /** Runs a command of its `npm run cli`. */
  cli(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

const releaseIn = (root: string, remove: () => Promise<void>): Release => {
  const runProgram: Release['runProgram'] = async (path, args, env = {}) => {
    const { stdout, stderr } = await run(process.execPath, [join(root, path), ...args], { cwd: root, env: { ...process.env, ...env } });
    return stdout + stderr;
  };
  return { root, runProgram, cli: (args, env) => runProgram('src/cli/cli.ts', args, env), remove };
};

/** The release of this clone. */
export const THIS_RELEASE = releaseIn(ROOT, async () => {});

/**
 * Makes a release in an empty folder, and builds it in about a minute. Deletes the folder if that fails.
 * @param fill puts the source and the packages there
 */
export async function buildRelease(root: string, fill: () => Promise<void>): Promise<Release> {
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true });
  try {
    await fill();
    for (const script of ['build', 'build:office'])
      await run('npm', ['run', '--silent', script], { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
  } catch (error) {
    await remove();
    throw error;
  }
  return releaseIn(root, remove);
}
