/** The network of the nodes of a database cluster: a namespace for each on a bridge of this machine. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Network of the nodes. Their addresses end in 1, 2 and 3. */
const BRIDGE = 'cellardoor0';
const NETWORK = '10.213.7';
/** PostgreSQL and PgBouncer refuse to run as root. */
export const NOBODY = 65_534;

export const NODES = ['node1', 'node2', 'node3'] as const;
export const addressOf = (node: string): string => `${NETWORK}.${node.at(-1)}`;
export const ip = (...args: string[]) => run('ip', args);
export const linkOf = (node: string): string => `cellar-${node}`;
export const inNamespace = (node: string): string => `cellardoor-${node}`;

export async function removeNetwork(): Promise<void> {
  for (const node of NODES) {
    await ip('link', 'del', linkOf(node)).catch(() => {});
    await ip('netns', 'del', inNamespace(node)).catch(() => {});
  }
  await ip('link', 'del', BRIDGE).catch(() => {});
}

/** Creates a bridge and a namespace for each node. Removes what an interrupted run has left. */
export async function createNetwork(): Promise<void> {
  await removeNetwork();
  await ip('link', 'add', BRIDGE, 'type', 'bridge');
  await ip('addr', 'add', `${NETWORK}.254/24`, 'dev', BRIDGE);
  await ip('link', 'set', BRIDGE, 'up');
  for (const node of NODES) {
    const [name, link] = [inNamespace(node), linkOf(node)];
    await ip('netns', 'add', name);
    await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    await ip('link', 'set', link, 'master', BRIDGE);
    await ip('link', 'set', link, 'up');
    await ip('-n', name, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0');
    await ip('-n', name, 'link', 'set', 'eth0', 'up');
    await ip('-n', name, 'link', 'set', 'lo', 'up');
  }
}

/** Starts a program on a node as an unprivileged user. Its output goes to `log`. */
export async function startOn(
  node: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<ChildProcess> {
  const log = join(folder, `${command[0]}.log`);
  const started = spawn(
    'ip',
    [
      'netns',
      'exec',
      inNamespace(node),
      'setpriv',
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      'sh',
      '-c',
      `exec "$@" >>'${log}' 2>&1`,
      'sh',
      ...command,
    ],
    { stdio: 'ignore', cwd: folder, env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env }, detached: true },
  );
  await once(started, 'spawn');
  return started;
}
