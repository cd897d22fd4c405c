import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError, RECOVERY_HINT } from './errors.ts';
import type { Account } from './os-user.ts';
import type { ClusterPasswords } from './passwords.ts';
import type { ClusterPaths } from './paths.ts';
import { type Runner, runTool } from './runner.ts';

/** Role and database of the shop. */
export const APP_ROLE = 'cellardoor';
export const APP_DATABASE = 'cellardoor';
export const ADMIN_ROLE = 'postgres';

/** Input of `initialiseCluster`. */
export interface Initialisation {
  readonly paths: ClusterPaths;
  readonly binaries: PostgresBinaries;
  readonly runner: Runner;
  readonly account: Account | undefined;
  readonly passwords: ClusterPasswords;
  /** False only for disposable data: nothing is synced to disk. */
  readonly durable: boolean;
  /** Descriptor of the cluster lock. The tools inherit it, so that it is locked while any of them runs. */
  readonly lockFd: number;
}

const PREFIX = 'data-new-';

/**
 * Creates the data directory with the shop's role and database. Works under a temporary name and renames at the end, so that an
 * interrupted first start leaves no incomplete database. @throws EmbeddedPostgresError `start-failed` with PostgreSQL's message
 */
export async function initialiseCluster(work: Initialisation): Promise<void> {
  const { paths, account } = work;
  for (const name of readdirSync(paths.folder)) {
    if (name.startsWith(PREFIX)) rmSync(join(paths.folder, name), { recursive: true, force: true });
  }
  const temporary = join(paths.folder, `${PREFIX}${randomBytes(6).toString('hex')}`);
  const passwordFile = `${temporary}.password`;
  writeFileSync(passwordFile, work.passwords.admin, { mode: 0o600 });
  try {
    if (account !== undefined) chownSync(passwordFile, account.uid, account.gid);
    await runInitdb(work, temporary, passwordFile);
    await createAppDatabase(work, temporary);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(temporary, paths.data);
  if (work.durable && process.platform !== 'win32') syncFolder(paths.folder);
}

async function runInitdb(work: Initialisation, directory: string, passwordFile: string): Promise<void> {
  const args = ['-D', directory, '-U', ADMIN_ROLE, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8', '--locale=C'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions');
  if (!work.durable) args.push('--no-sync');
  await finished(runTool(work.runner, work.binaries.initdb, args, ['ignore', 'pipe', 'pipe', work.lockFd]), work.paths);
}

/** Runs before the first start, in single-user mode: one command per line, ends at the first error. */
async function createAppDatabase(work: Initialisation, directory: string): Promise<void> {
  const args = ['--single', '-D', directory, '-c', 'exit_on_error=on', '-c', `fsync=${work.durable ? 'on' : 'off'}`, 'postgres'];
  const tool = runTool(work.runner, work.binaries.postgres, args, ['pipe', 'pipe', 'pipe', work.lockFd]);
  tool.stdin?.on('error', () => {});
  tool.stdin?.end(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${work.passwords.app}';\nCREATE DATABASE ${APP_DATABASE} OWNER ${APP_ROLE};\n`);
  await finished(tool, work.paths);
}

async function finished(tool: ChildProcess, paths: ClusterPaths): Promise<void> {
  const output = Promise.all([tool.stdout, tool.stderr].map((stream) => (stream === null ? '' : text(stream))));
  const [code] = await once(tool, 'close');
  if (code === 0) return;
  const lines = (await output).join('\n').trim().split('\n').slice(-3).join(' ');
  throw new EmbeddedPostgresError('start-failed', `PostgreSQL couldn’t create its database in ${paths.folder}: ${lines} ${RECOVERY_HINT}`);
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
