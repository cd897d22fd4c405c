/** The nodes of a database cluster, set up by the commands of docs/guides/high-availability.md as they are written. */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assignmentsOf, readGuideBlocks, readGuideCode, writeStandIns } from '#tests/fixtures/guide-blocks.ts';
import { killProcess } from './database-proxies.ts';
import { addressOf, NODES, POSTGRES, ROOT, runOn, startOn } from './node-network.ts';

const run = promisify(execFile);
/** Size of the disk of a node, which is in memory. */
const DISK = '1g';
/** Where each node sees its own disk. */
const HERE = 'here';

const blocks = (await readGuideBlocks(['high-availability'])).map(({ text }) => text);
/** Returns the one block of the guide that begins with a text, or else has it. */
export function guideBlock(part: string): string {
  const beginning = blocks.filter((text) => text.startsWith(part));
  const [block, ...others] = beginning.length > 0 ? beginning : blocks.filter((text) => text.includes(part));
  if (block === undefined || others.length > 0) throw new Error(`high-availability.md has no block, or several, with ${part}`);
  return block;
}
const commands = [...(await readGuideCode('high-availability')), ...blocks.flatMap((text) => text.split('\n'))];
/** Reads the variables that `patronictl` needs, which the guide does once in a shell. */
const LOAD = `${guideBlock('patronictl -c /etc/patroni/config.yml list').split('\n')[0]}\n`;
/** Returns a block of the guide that is run in the same shell as the one before. */
export const nextGuideBlock = (part: string): string => LOAD + guideBlock(part);
/** Returns the command of patronictl that the guide has for a task, with the variables that it needs. */
export function patronictlCommand(task: string): string {
  const command = commands.find((text) => text.startsWith(`patronictl -c /etc/patroni/config.yml ${task}`));
  if (command === undefined) throw new Error(`high-availability.md has no command ${task}`);
  return `${LOAD}${command}`;
}

export interface GuideNodes {
  /** Runs commands of the guide as root on a node. @returns their output */
  run(node: string, script: string): Promise<string>;
  /** Deletes everything on the disk of a node whose programs have ended, and sets it up again. Starts only etcd. */
  replace(node: string): Promise<void>;
  startPatroni(node: string): Promise<void>;
  startEtcd(node: string): Promise<void>;
  readonly etcds: ReadonlyMap<string, ChildProcess>;
  readonly patronis: ReadonlyMap<string, ChildProcess>;
  stop(): Promise<void>;
}

interface Options {
  readonly folder: string;
  readonly password: string;
  readonly etcdProtocol: string;
  /** Changes `patroni.yaml`. */
  readonly configure: (text: string) => string;
}

/** Gives each node a disk, which a stop leaves to be unmounted, and its network is there. Starts etcd and Patroni on all. */
export async function setUpNodes({ folder, password, etcdProtocol, configure }: Options): Promise<GuideNodes> {
  const here = join(folder, HERE);
  const etcds = new Map<string, ChildProcess>();
  const patronis = new Map<string, ChildProcess>();
  const move = (text: string): string =>
    text
      .replaceAll('/etc/patroni_env.conf', `${here}/patroni_env.conf`)
      .replaceAll('/etc/patroni/', `${here}/`)
      .replaceAll('/etc/default/etcd', `${here}/etcd.env`)
      .replaceAll(/\/etc\/(?:pgbackrest\.conf|sysctl\.d\/|systemd\/system\/|cellardoor\/?)/g, (path) =>
        path === '/etc/pgbackrest.conf' ? `${here}/pgbackrest.conf` : `${here}/`,
      )
      .replaceAll('/usr/local/sbin', here)
      .replaceAll('/var/lib/etcd/cellardoor', `${here}/etcd`)
      .replaceAll('/var/lib/cellardoor-db', here)
      .replaceAll('/mnt/backups', join(folder, 'backups'))
      .replaceAll(/10\.0\.0\.1([123])/g, (_, number: string) => addressOf(number));
  const programs = {
    LANG: 'C.UTF-8',
    PGBACKREST_CONFIG: join(here, 'pgbackrest.conf'),
    PGBACKREST_LOG_PATH: here,
    PGBACKREST_LOCK_PATH: here,
  };
  const readVariables = async (node: string, file: string) => assignmentsOf(await readFile(join(folder, node, file), 'utf8'));

  async function startEtcd(node: string): Promise<void> {
    etcds.set(node, await startOn(node, ['etcd'], await readVariables(node, 'etcd.env'), { folder, here }));
  }
  async function startPatroni(node: string): Promise<void> {
    const env = { ...programs, ...(await readVariables(node, 'patroni_env.conf')) };
    patronis.set(node, await startOn(node, ['patroni', join(here, 'config.yml')], env, { folder, here }));
  }
  /** What systemd does with the services of a node. */
  async function control(node: string, verb: string, unit: string): Promise<void> {
    if (unit === 'etcd' && verb === 'restart') await startEtcd(node);
    if (unit === 'patroni' && (verb === 'restart' || verb === 'start')) await startPatroni(node);
    const patroni = patronis.get(node);
    if (unit === 'patroni' && verb === 'stop' && patroni?.exitCode === null && patroni.signalCode === null) {
      patroni.kill('SIGTERM');
      await once(patroni, 'exit');
    }
  }
  const systemd: Server = createServer((request, response) => {
    const [, node = '', verb = '', unit = ''] = request.url?.split('/') ?? [];
    control(node, verb, unit).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const socket = join(folder, 'systemd.sock');
  systemd.listen(socket);
  await once(systemd, 'listening');
  const nothing = 'exit 0';
  const PATH = await writeStandIns(join(folder, 'bin'), {
    'apt-get': nothing,
    // The network has set it.
    sysctl: nothing,
    systemctl: `exec curl -sS --fail-with-body --unix-socket ${socket} "http://systemd/$NODE/$1/\${@: -1}"`,
  });
  await chmod(folder, 0o755);

  async function runScript(node: string, script: string): Promise<string> {
    return runOn(node, move(script), { ...programs, PATH, NODE: node }, { folder, here });
  }

  async function setUp(node: string, { hasPatroni = true } = {}): Promise<void> {
    const disk = join(folder, node);
    await mkdir(disk, { recursive: true });
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK},uid=${POSTGRES.uid},gid=${POSTGRES.gid},mode=0700`, 'cellardoor-node', disk]);
    await mkdir(join(disk, 'run'));
    await chown(join(disk, 'run'), POSTGRES.uid, POSTGRES.gid);
    const settings = [guideBlock('NAME=node1 ADDRESS='), guideBlock('install -m 600 /dev/null /etc/patroni_env.conf')]
      .join('\n')
      .replace('NAME=node1 ADDRESS=10.0.0.11', `NAME=${node} ADDRESS=${addressOf(node)}`)
      .replace('PATRONI_ETCD_HOSTS', `PATRONI_${etcdProtocol}_HOSTS`)
      .replaceAll('=…', `=${password}`);
    await runScript(node, `cd ${ROOT}\n${guideBlock('apt-get install postgresql-15 patroni')}`);
    const config = join(disk, 'config.yml');
    await writeFile(config, configure(await readFile(config, 'utf8')));
    await runScript(node, hasPatroni ? settings : settings.replace('systemctl restart patroni', ''));
  }

  await mkdir(here);
  await mkdir(join(folder, 'backups'));
  await chown(join(folder, 'backups'), POSTGRES.uid, POSTGRES.gid);
  const nodes: GuideNodes = {
    run: runScript,
    startPatroni,
    startEtcd,
    async replace(node) {
      await killProcess(etcds.get(node));
      await run('umount', [join(folder, node)]);
      await setUp(node, { hasPatroni: false });
    },
    etcds,
    patronis,
    async stop() {
      for (const etcd of etcds.values()) await killProcess(etcd);
      systemd.closeAllConnections();
      systemd.close();
    },
  };
  try {
    for (const node of NODES) await setUp(node);
  } catch (error) {
    await nodes.stop();
    throw error;
  }
  return nodes;
}
