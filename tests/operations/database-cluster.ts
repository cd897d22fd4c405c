/**
 * PostgreSQL on three nodes under Patroni and etcd, with HAProxy and PgBouncer in front, as docs/guides/high-availability.md sets it up.
 * Each node is a network namespace of this machine, so that it can be cut off. Needs Linux, root, and the packages of the guide.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { type DatabaseProxies, isRunning, killProcess, startDatabaseProxies } from './database-proxies.ts';
import { type GuideNodes, guideBlock, patronictlCommand, setUpNodes } from './guide-nodes.ts';
import { addressOf, createNetwork, inNamespace, ip, isolateNode, NODES, rejoinNode, removeNetwork, setLink } from './node-network.ts';

const run = promisify(execFile);
const PASSWORD = 'only-for-tests';
const START_SECONDS = 120;
const DATABASE_PORT = 5_432;
/**
 * ETCD is version 2 of the protocol, ETCD3 version 3. With that, Patroni before 3.0.3 (Debian 12 has 3.0.2) lets a node that comes back
 * take the lock from its successor, and confirmed orders are lost: `no confirmed write is lost` fails with ETCD_PROTOCOL=ETCD3.
 */
const ETCD_PROTOCOL = process.env.ETCD_PROTOCOL ?? 'ETCD';

/** Settings of Patroni that the cluster starts with, in place of those in deploy/database/patroni.yaml. */
export interface ClusterOptions {
  readonly isSynchronous?: boolean;
  readonly isStrict?: boolean;
}

const clusterState = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() })),
});
const nodeState = z.object({ xlog: z.object({ replayed_location: z.number() }).optional() });
type Member = z.infer<typeof clusterState>['members'][number];

export interface DatabaseCluster {
  /** Address of the leader, through HAProxy. */
  readonly connectionString: string;
  /** The same through PgBouncer. */
  readonly poolerConnectionString: string;
  /** Of every user. */
  readonly password: string;
  /** Command with which an operator looks at the cluster, without its arguments. */
  readonly patronictl: string;
  /** Returns the name of the node that is leader now, or null. */
  leader(): Promise<string | null>;
  /** Waits until there is a leader other than `former`, which accepts writes. @returns its name */
  waitForLeader(former?: string | null): Promise<string>;
  /** Waits until the replicas follow the leader, and one confirms commits if it has to. */
  waitUntilWhole(): Promise<void>;
  /** Kills the database and Patroni of a node, as a power failure does. */
  kill(node: string): Promise<void>;
  /** Kills all nodes and replaces them by empty ones that are set up. Only etcd runs there. */
  loseAll(): Promise<void>;
  /** Deletes the data of a killed node. */
  deleteData(node: string): Promise<void>;
  /** Leaves no space on the disk of a node, until `freeDisk`. */
  fillDisk(node: string): Promise<void>;
  freeDisk(node: string): Promise<void>;
  /** Kills PgBouncer. `startPooler` starts it again. */
  killPooler(): Promise<void>;
  startPooler(): void;
  /** Starts Patroni of a node, which starts its database. */
  start(node: string): Promise<void>;
  /** Stops and continues every process of the database of a node, as a machine that hangs does. */
  pause(node: string): Promise<void>;
  resume(node: string): Promise<void>;
  /** Cuts the network of a node. */
  disconnect(node: string): Promise<void>;
  connect(node: string): Promise<void>;
  /** Cuts a node from the other nodes. Clients reach it. `rejoin` ends it. */
  isolate(node: string): Promise<void>;
  /** Cuts only the database of a node from the other nodes, not its Patroni and etcd. `rejoin` ends it. */
  isolateDatabase(node: string): Promise<void>;
  rejoin(node: string): Promise<void>;
  /** Kills etcd of a node. `startEtcd` starts it with its data. */
  killEtcd(node: string): Promise<void>;
  startEtcd(node: string): Promise<void>;
  /** Sends a change of the settings to Patroni of a node without its password. @returns the status */
  changeSettingsWithoutPassword(node: string): Promise<number>;
  /** Says whether the database of a node confirms a write to a client that connects to it directly. */
  confirmsWrites(node: string): Promise<boolean>;
  /** Returns the programs that have ended, of those that are started once and should run. */
  findEnded(): string[];
  /** Runs commands of the guide as root on a node. @returns their output */
  run(node: string, script: string): Promise<string>;
  /** Returns the replica that confirms commits. */
  syncReplica(): Promise<string>;
  /** Makes another node leader in an orderly way. */
  switchOver(to: string): Promise<void>;
  /** Makes the one of these nodes leader that has most, as an operator does if Patroni knows of none that has everything. */
  forceFailOver(candidates: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

const askPatroni = (node: string, path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(`http://${addressOf(node)}:8008${path}`, { ...options, signal: AbortSignal.timeout(2_000) });

/** Starts the cluster with an empty database `shop` and waits until all nodes belong to it. */
export async function startDatabaseCluster({ isSynchronous = true, isStrict = true }: ClusterOptions = {}): Promise<DatabaseCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-nodes-'));
  await createNetwork();
  let nodes: GuideNodes | undefined;
  let proxies: DatabaseProxies | undefined;
  /** Then the logs are kept. */
  let hasFailed = false;

  /** Returns the processes of a node without etcd. */
  async function processesOf(node: string): Promise<number[]> {
    const { stdout } = await ip('netns', 'pids', inNamespace(node));
    return stdout
      .split('\n')
      .filter(Boolean)
      .map(Number)
      .filter((pid) => pid !== nodes?.etcds.get(node)?.pid);
  }
  async function signalAll(node: string, signal: NodeJS.Signals): Promise<void> {
    for (const pid of await processesOf(node)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  }
  async function killNode(node: string): Promise<void> {
    while ((await processesOf(node)).length > 0) {
      await signalAll(node, 'SIGKILL');
      await sleep(50);
    }
  }

  /** Asks Patroni on any node that answers. */
  async function members(): Promise<readonly Member[]> {
    for (const node of NODES) {
      const state = await askPatroni(node, '/cluster').then(
        (response): Promise<unknown> => response.json(),
        () => null,
      );
      if (state !== null) return clusterState.parse(state).members;
    }
    return [];
  }
  const isPrimary = (node: string): Promise<boolean> =>
    askPatroni(node, '/primary').then(
      ({ status }) => status === 200,
      () => false,
    );
  /** Returns how far a node has replayed the log, in bytes, from what its Patroni said. */
  const replayedIn = (answer: string): number => nodeState.parse(JSON.parse(answer)).xlog?.replayed_location ?? 0;
  async function leader(): Promise<string | null> {
    const answers = await Promise.all(NODES.map(isPrimary));
    return NODES.find((_, at) => answers[at]) ?? null;
  }
  async function until<T>(what: string, read: () => Promise<T | null | false>): Promise<T> {
    const end = performance.now() + START_SECONDS * 1_000;
    while (performance.now() < end) {
      const found = await read();
      if (found) return found;
      await sleep(250);
    }
    hasFailed = true;
    throw new Error(`${what} within ${START_SECONDS} s did not happen. See the logs in ${folder}.`);
  }

  const at = (database: string, user: string, on: number, host = '127.0.0.1'): string =>
    `postgres://${user}:${PASSWORD}@${host}:${on}/${database}`;
  const admin = (): string => at('postgres', 'postgres', proxies?.port ?? 0);

  /** Says whether a write is confirmed. */
  async function canWrite(connectionString = admin()): Promise<boolean> {
    const connection = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
    connection.on('error', () => {});
    try {
      await connection.connect();
      await connection.query("select pg_logical_emit_message(true, 'check', '')");
      return true;
    } catch {
      return false;
    } finally {
      connection.end().catch(() => {});
    }
  }

  async function waitUntilWhole(): Promise<void> {
    await until('a whole cluster', async () => {
      const found = await members();
      const timelines = new Set(found.map(({ timeline }) => timeline));
      const isWhole =
        found.length === 3 && timelines.size === 1 && found.every(({ state }) => state === 'running' || state === 'streaming');
      return (
        isWhole && found.some(({ role }) => role === 'leader') && (!isSynchronous || found.some(({ role }) => role === 'sync_standby'))
      );
    });
  }

  async function createDatabase(): Promise<void> {
    const connection = new pg.Client({ connectionString: admin() });
    await connection.connect();
    await connection.query(`create role shop login password '${PASSWORD}'`);
    await connection.query('create database shop owner shop');
    await connection.end();
  }

  async function stop(): Promise<void> {
    await proxies?.stop();
    for (const node of NODES) {
      await signalAll(node, 'SIGCONT').catch(() => {});
      await killNode(node).catch(() => {});
    }
    await nodes?.stop();
    await removeNetwork();
    // Logs are kept, disks are not.
    for (const node of NODES) {
      if (hasFailed) await run('sh', ['-c', 'cp "$1"/*.log "$2"', 'sh', join(folder, node), folder]).catch(() => {});
      await run('umount', [join(folder, node)]).catch(() => {});
    }
    if (!hasFailed) await rm(folder, { recursive: true, force: true });
  }

  try {
    nodes = await setUpNodes({
      folder,
      password: PASSWORD,
      etcdProtocol: ETCD_PROTOCOL,
      configure: (text) =>
        text
          .replace('synchronous_mode: true', `synchronous_mode: ${isSynchronous}`)
          .replace('synchronous_mode_strict: true', `synchronous_mode_strict: ${isStrict}`),
    });
    proxies = await startDatabaseProxies(folder, PASSWORD);
    await until('a leader', () => canWrite());
    await waitUntilWhole();
    await createDatabase();
  } catch (error) {
    hasFailed = true;
    await stop();
    throw error;
  }

  const { etcds, patronis, startEtcd, startPatroni, replace, run: runOnNode } = nodes;
  const { port, poolerPort, startPooler, killPooler, findEnded } = proxies;
  return {
    connectionString: at('shop', 'shop', port),
    poolerConnectionString: at('shop', 'shop', poolerPort),
    patronictl: `env $(cat ${folder}/node1/patroni_env.conf) patronictl -c ${folder}/node1/config.yml`,
    password: PASSWORD,
    run: runOnNode,
    leader,
    waitForLeader: (former = null) =>
      until('another leader', async () => {
        const found = await leader();
        return found !== null && found !== former && (await canWrite()) ? found : null;
      }),
    waitUntilWhole,
    kill: killNode,
    changeSettingsWithoutPassword: async (node) =>
      (await askPatroni(node, '/config', { method: 'PATCH', body: JSON.stringify({ synchronous_mode: false }) })).status,
    confirmsWrites: (node) => canWrite(at('postgres', 'postgres', DATABASE_PORT, addressOf(node))),
    findEnded: () => [
      ...findEnded(),
      ...[...etcds].flatMap(([node, child]) => (isRunning(child) ? [] : [`etcd of ${node}`])),
      ...[...patronis].flatMap(([node, child]) => (isRunning(child) ? [] : [`patroni of ${node}`])),
    ],
    async loseAll() {
      for (const node of NODES) await killNode(node);
      for (const node of NODES) await killProcess(etcds.get(node));
      for (const node of NODES) await replace(node);
    },
    killEtcd: (node) => killProcess(etcds.get(node)),
    startEtcd,
    deleteData: (node) => rm(join(folder, node, 'data'), { recursive: true, force: true }),
    fillDisk: async (node) => {
      // It ends when there is no space left.
      await run('dd', ['if=/dev/zero', `of=${join(folder, node, 'fill')}`, 'bs=1M']).catch(() => {});
    },
    freeDisk: (node) => rm(join(folder, node, 'fill'), { force: true }),
    killPooler,
    startPooler,
    start: startPatroni,
    pause: (node) => signalAll(node, 'SIGSTOP'),
    resume: (node) => signalAll(node, 'SIGCONT'),
    disconnect: (node) => setLink(node, 'down'),
    connect: (node) => setLink(node, 'up'),
    isolate: (node) => isolateNode(node),
    isolateDatabase: (node) => isolateNode(node, DATABASE_PORT),
    rejoin: rejoinNode,
    syncReplica: () =>
      until('a replica that confirms', async () => (await members()).find(({ role }) => role === 'sync_standby')?.name ?? null),
    switchOver: async (to) => void (await runOnNode(to, `${patronictlCommand('switchover').replace('node2', to)} --force`)),
    forceFailOver: async (candidates) => {
      const [first = '', second = ''] = candidates;
      const lines = guideBlock('curl -s http://10.0.0.12').replace('10.0.0.12', addressOf(first)).replace('10.0.0.13', addressOf(second));
      const to = await until('answers of the replicas', async () => {
        const found = await Promise.all(
          lines
            .split('\n')
            .slice(0, 2)
            .map((line) => runOnNode(first, line).then(replayedIn, () => 0)),
        );
        return found.every((at) => at > 0) ? (candidates[found.indexOf(Math.max(...found))] ?? null) : null;
      });
      // While the lock of the former leader has not expired, Patroni refuses, or forgets the order.
      await until('a failover', async () => {
        if ((await leader()) !== null) return true;
        await runOnNode(to, `${patronictlCommand('failover').replace('node3', to)} --force`).catch(() => {});
        await sleep(10_000);
        return false;
      });
    },
    stop,
  };
}
