import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError, RECOVERY_HINT } from './errors.ts';
import type { Account } from './os-user.ts';
import type { ClusterPaths } from './paths.ts';

/** Starts PostgreSQL programs: with which user, which capabilities, and bound to the life of this process. */
export interface Runner {
  readonly kind: 'dropped' | 'dropped-with-access' | 'parent-death-signal' | 'watchdog' | 'plain';
  /** Command line before the program. */
  readonly prefix: readonly string[];
  /** Set on systems where Node has to change the user itself. */
  readonly account?: Account;
}

const TIED = ['--pdeathsig', 'SIGINT', '--'];

/**
 * Stops its program when standard input ends, which happens however Node ends. Descriptor 4 duplicates the pipe, because shells
 * connect background jobs to /dev/null.
 */
const WATCHDOG = `exec 4<&0 </dev/null
"$@" 4<&- &
pid=$!
(read -r _ <&4; kill -INT $pid 2>/dev/null) &
watcher=$!
wait $pid; code=$?
kill $watcher 2>/dev/null
exit $code`;

/** Returns the possible runners of this system, best first. */
function candidates(account: Account | undefined): readonly Runner[] {
  if (process.platform === 'win32') return [{ kind: 'plain', prefix: [] }];
  if (account === undefined) {
    return [
      { kind: 'parent-death-signal', prefix: ['setpriv', ...TIED] },
      { kind: 'watchdog', prefix: [] },
    ];
  }
  const drop = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--no-new-privs'];
  // Below a home directory that only root can enter, the account keeps the single capability to traverse directories.
  const access = ['--inh-caps=-all,+dac_override', '--bounding-set=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  return [
    { kind: 'dropped', prefix: [...drop, '--inh-caps=-all', '--bounding-set=-all', ...TIED] },
    { kind: 'dropped-with-access', prefix: [...drop, '--securebits=+no_setuid_fixup', ...access, ...TIED] },
    { kind: 'watchdog', prefix: [], account },
  ];
}

/**
 * Finds a runner by trying: the program must start and reach both its package and the data directory.
 * @param account user to run as, undefined for the user of this process
 * @throws EmbeddedPostgresError `unreachable` if no runner works
 */
export function chooseRunner(account: Account | undefined, binaries: PostgresBinaries, paths: ClusterPaths): Runner {
  const found = candidates(account).find((runner) => runner.kind === 'plain' || reaches(runner, binaries, paths));
  if (found !== undefined) return found;
  const who = account === undefined ? 'this user' : `the user with the number ${account.uid}`;
  throw new EmbeddedPostgresError(
    'unreachable',
    `The embedded PostgreSQL cannot run: ${who} must be able to start ${binaries.postgres} and to enter ${paths.folder}. ` +
      `Start the shop as an ordinary user, or make both folders readable. ${RECOVERY_HINT}`,
  );
}

function reaches(runner: Runner, binaries: PostgresBinaries, paths: ClusterPaths): boolean {
  const script = 'cd "$1" && "$2" --version && : <"$3"';
  const [file, ...args] = [...runner.prefix, '/bin/sh', '-c', script, 'sh', paths.folder, binaries.postgres, binaries.bootstrapCatalogue];
  return (
    file !== undefined && spawnSync(file, args, { cwd: '/', env: cleanEnvironment(), stdio: 'ignore', ...runner.account }).status === 0
  );
}

/** Runs a tool until it ends (initdb). */
export function runTool(runner: Runner, program: string, args: readonly string[], stdio: SpawnOptions['stdio']): ChildProcess {
  return start(runner, [...runner.prefix, program, ...args], stdio);
}

/**
 * Runs the server in its own process group, so that Ctrl-C in a terminal stops the shop before the server.
 * @param stdio as for spawn. The first entry becomes a pipe if the watchdog needs one
 */
export function runServer(
  runner: Runner,
  program: string,
  args: readonly string[],
  stdio: readonly ('ignore' | number)[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  if (runner.kind !== 'watchdog') return start(runner, [...runner.prefix, program, ...args], [...stdio], environment);
  return start(runner, ['/bin/sh', '-c', WATCHDOG, 'sh', program, ...args], ['pipe', ...stdio.slice(1)], environment);
}

function start(
  runner: Runner,
  commandLine: readonly string[],
  stdio: SpawnOptions['stdio'],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const [file = '', ...args] = commandLine;
  const env = { ...cleanEnvironment(), ...environment };
  return spawn(file, args, { cwd: '/', detached: true, env, stdio, windowsHide: true, ...runner.account });
}

/**
 * Returns an environment without the shop's variables (PGDATA, PGPORT, locale, secrets). Windows needs SystemRoot to start
 * programs.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const saved = process.platform === 'win32' ? ['PATH', 'SystemRoot', 'TEMP', 'TMP'] : ['PATH'];
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C' };
  for (const name of saved) environment[name] = process.env[name];
  return environment;
}
