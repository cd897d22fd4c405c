import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import { isErrno } from './errno.ts';
import { EmbeddedPostgresError, RECOVERY_HINT } from './errors.ts';
import type { ClusterPaths } from './paths.ts';
import { readPostmasterPid, send } from './processes.ts';
import { type Runner, runServer } from './runner.ts';
import { readLastLines, readLog, rotateLog } from './server-log.ts';
import { type Durability, settingArguments } from './settings.ts';

/** Result of a server that has ended. */
export interface ServerExit {
  /** True after `stop`, false if it ended by itself. */
  readonly expected: boolean;
  /** One sentence for the log: code or signal, and PostgreSQL's last errors. */
  readonly reason: string;
}

/** A running PostgreSQL server. */
export interface ServerProcess {
  /** Resolves once the process has ended. Never rejects. */
  readonly exited: Promise<ServerExit>;
  /** Ends sessions and shuts down. Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** Input of `launchServer`. `lockFd` is the descriptor of the cluster lock. */
export interface Launch {
  readonly paths: ClusterPaths;
  readonly binaries: PostgresBinaries;
  readonly runner: Runner;
  readonly durability: Durability;
  readonly port: number;
  /** Settings that differ from the usual ones. */
  readonly settings: Readonly<Record<string, string>>;
  /** Variables for the programs that the server runs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly lockFd: number;
  readonly log: (line: string) => void;
}

const READY_POLL_MS = 5;
const STILL_STARTING_MS = 10_000;
/** Signals for a shutdown that takes too long, in increasing severity, each with the delay in ms before it. */
const INSISTENCE: readonly (readonly [milliseconds: number, signal: NodeJS.Signals])[] = [
  [20_000, 'SIGQUIT'],
  [5_000, 'SIGKILL'],
];

/**
 * Starts `postgres` on an initialised data directory and waits until it accepts connections, including crash recovery. @throws
 * EmbeddedPostgresError `port-taken`, or `start-failed` with PostgreSQL's message
 */
export async function launchServer(launch: Launch): Promise<ServerProcess> {
  const { paths } = launch;
  const logStart = rotateLog(paths.log);
  const logFd = openSync(paths.log, 'a', 0o600);
  let child: ChildProcess;
  try {
    const args = ['-D', paths.data, ...settingArguments(launch.durability, launch.port, launch.settings)];
    child = runServer(launch.runner, launch.binaries.postgres, args, ['ignore', logFd, logFd, launch.lockFd], launch.environment);
  } finally {
    closeSync(logFd);
  }
  child.stdin?.on('error', () => {});
  child.on('error', () => {});
  let stopping = false;
  const ended = endOf(child);
  const exited = ended.then((how): ServerExit => ({ expected: stopping, reason: `${how} ${readLastLines(paths.log, logStart)}`.trim() }));

  if (!(await becomesReady(launch, ended))) {
    const { reason } = await exited;
    if (/could not bind/.test(readLog(paths.log, logStart))) {
      throw new EmbeddedPostgresError('port-taken', `Port ${launch.port} of 127.0.0.1 is taken by another program.`);
    }
    throw new EmbeddedPostgresError('start-failed', `The embedded PostgreSQL did not start on ${paths.data}: ${reason} ${RECOVERY_HINT}`);
  }
  return {
    exited,
    async stop() {
      stopping = true;
      askToStop(launch, child);
      for (const [milliseconds, signal] of INSISTENCE) {
        if (await endsWithin(milliseconds, ended)) return;
        const pid = readPostmasterPid(paths);
        if (pid !== undefined) send(pid, signal);
      }
      await ended;
    },
  };
}

async function becomesReady({ paths, log }: Launch, ended: Promise<string>): Promise<boolean> {
  const state = { ended: false };
  void ended.then(() => {
    state.ended = true;
  });
  for (let waited = 0; !state.ended; waited += READY_POLL_MS) {
    if (statusLine(paths).startsWith('ready')) return true;
    if (waited > 0 && waited % STILL_STARTING_MS === 0) log('PostgreSQL is still starting; after a crash it first replays its log.');
    await sleep(READY_POLL_MS);
  }
  return false;
}

/** Returns line 8 of postmaster.pid: `starting`, `ready` or `stopping`. */
function statusLine(paths: ClusterPaths): string {
  try {
    return readFileSync(paths.postmasterPid, 'utf8').split('\n')[7] ?? '';
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EBUSY')) return '';
    throw error;
  }
}

function askToStop({ binaries, paths, runner }: Launch, child: ChildProcess): void {
  if (runner.kind === 'plain') {
    spawnSync(binaries.pgCtl, ['stop', '-D', paths.data, '-m', 'fast', '--no-wait'], { stdio: 'ignore', windowsHide: true });
  } else if (runner.kind === 'watchdog') {
    child.stdin?.end();
  } else {
    child.kill('SIGINT');
  }
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit');
    return signal === null ? `it ended with code ${code}.` : `it was ended by ${signal}.`;
  } catch (error) {
    return `it could not be run (${error instanceof Error ? error.message : String(error)}).`;
  }
}

async function endsWithin(milliseconds: number, ended: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const inTime = await Promise.race([ended.then(() => true), late]);
  timer.abort();
  return inTime;
}
