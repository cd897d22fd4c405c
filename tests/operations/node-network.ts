/** The network of the nodes of a database cluster: a namespace for each, on a bridge. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const DEPLOY = join(ROOT, 'deploy/database');
/** Network of the nodes. Their addresses end in 1, 2 and 3. */
const HOST_LINK = 'cellardoor0';
/** Namespace of the bridge. In that of the machine its packets would pass a firewall, such as Docker's, which drops them. */
const SWITCH = 'cellardoor-switch';
const BRIDGE = 'bridge0';
const NETWORK = '10.213.7';
const idOf = (option: '-u' | '-g'): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
/** The user of Debian's PostgreSQL, Patroni and PgBouncer. */
export const POSTGRES = { uid: idOf('-u'), gid: idOf('-g') };

export const NODES = ['node1', 'node2', 'node3'] as const;
export const addressOf = (node: string): string => `${NETWORK}.${node.at(-1)}`;
export const ip = (...args: string[]) => run('ip', args);
const linkOf = (node: string): string => `cellar-${node}`;
export const inNamespace = (node: string): string => `cellardoor-${node}`;
/** Connects or cuts the network of a node. */
export const setLink = async (node: string, state: 'up' | 'down'): Promise<void> =>
  void (await ip('-n', SWITCH, 'link', 'set', linkOf(node), state));

export async function removeNetwork(): Promise<void> {
  for (const name of [...NODES.map(inNamespace), SWITCH]) await ip('netns', 'del', name).catch(() => {});
  await ip('link', 'del', HOST_LINK).catch(() => {});
}

/** Creates a bridge and a namespace for each node. Removes what an interrupted run has left. */
export async function createNetwork(): Promise<void> {
  await removeNetwork();
  await ip('netns', 'add', SWITCH);
  await ip('-n', SWITCH, 'link', 'add', BRIDGE, 'type', 'bridge');
  await ip('-n', SWITCH, 'link', 'set', BRIDGE, 'up');
  const plug = async (link: string, ...peer: string[]): Promise<void> => {
    await ip('-n', SWITCH, 'link', 'add', link, 'type', 'veth', 'peer', 'name', ...peer);
    await ip('-n', SWITCH, 'link', 'set', link, 'master', BRIDGE, 'up');
  };
  await plug('host', HOST_LINK, 'netns', String(process.pid));
  await ip('addr', 'add', `${NETWORK}.254/24`, 'dev', HOST_LINK);
  await ip('link', 'set', HOST_LINK, 'up');
  for (const node of NODES) {
    const name = inNamespace(node);
    await ip('netns', 'add', name);
    await plug(linkOf(node), 'eth0', 'netns', name);
    await ip('-n', name, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0');
    await ip('-n', name, 'link', 'set', 'eth0', 'up');
    await ip('-n', name, 'link', 'set', 'lo', 'up');
    await ip('netns', 'exec', name, 'sysctl', '--load', join(DEPLOY, 'sysctl.conf'));
  }
}

/**
 * Drops what a node sends to the other nodes, so that no connection between them works. Clients outside reach it.
 * @param port only what it sends from this port
 */
export async function isolateNode(node: string, port?: number): Promise<void> {
  const from = port === undefined ? [] : ['ipproto', 'tcp', 'sport', String(port)];
  for (const other of NODES)
    if (other !== node) await ip('-n', inNamespace(node), 'rule', 'add', 'blackhole', 'to', addressOf(other), 'pref', '100', ...from);
}

/** Ends `isolateNode`. */
export async function rejoinNode(node: string): Promise<void> {
  for (const other of NODES) if (other !== node) await ip('-n', inNamespace(node), 'rule', 'del', 'pref', '100');
}

/** Folders of the nodes: each has a subfolder of its name, which it sees at `here`. */
interface Disks {
  readonly folder: string;
  readonly here: string;
}

/** Arguments of `ip` that run a command as root on a node, which has its disk and its folder of sockets for itself. */
const onNode = (node: string, { folder, here }: Disks, command: readonly string[]): string[] => [
  'netns',
  'exec',
  inNamespace(node),
  'sh',
  '-ec',
  // The namespace of mounts ends with the command.
  'mount --bind "$1" "$2"; mount --bind "$1/run" /run/postgresql; shift; cd "$1"; shift; exec "$@"',
  'sh',
  join(folder, node),
  here,
  ...command,
];

/** Runs a script as root on a node. @returns its output */
export async function runOn(node: string, script: string, env: Readonly<Record<string, string>>, disks: Disks): Promise<string> {
  const { stdout, stderr } = await run('ip', onNode(node, disks, ['bash', '--norc', '-euo', 'pipefail', '-c', script]), {
    env: { PATH: process.env.PATH, ...env },
  });
  return stdout + stderr;
}

/** Starts a program on a node as `postgres`. Its output goes to a file of its name in the folder of the node. */
export async function startOn(
  node: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  disks: Disks,
): Promise<ChildProcess> {
  const started = spawn(
    'ip',
    onNode(node, disks, [
      'setpriv',
      `--reuid=${POSTGRES.uid}`,
      `--regid=${POSTGRES.gid}`,
      '--clear-groups',
      'sh',
      '-c',
      `exec "$@" >>'${command[0]}.log' 2>&1`,
      'sh',
      ...command,
    ]),
    { stdio: 'ignore', env: { PATH: process.env.PATH, ...env }, detached: true },
  );
  await once(started, 'spawn');
  return started;
}
