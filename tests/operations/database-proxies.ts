/** HAProxy and PgBouncer in front of the nodes of a database cluster, with the configurations in deploy/database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { haproxyVariables } from '#tests/fixtures/haproxy.ts';
import { addressOf, DEPLOY, NODES, POSTGRES } from './node-network.ts';

export interface DatabaseProxies {
  /** Port of HAProxy, which leads to the leader. */
  readonly port: number;
  readonly poolerPort: number;
  startPooler(): void;
  killPooler(): Promise<void>;
  /** Returns the names of the programs that have ended. */
  findEnded(): string[];
  stop(): Promise<void>;
}

export const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

/** Sends SIGKILL and waits until the process has ended. */
export async function killProcess(child: ChildProcess | undefined): Promise<void> {
  if (!isRunning(child)) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Starts both. @param folder for the files of PgBouncer */
export async function startDatabaseProxies(folder: string, password: string): Promise<DatabaseProxies> {
  const port = await freePort();
  const poolerPort = await freePort();
  const nodes = Object.fromEntries(NODES.map((node, index) => [`NODE_${index + 1}`, addressOf(node)]));
  const haproxy = spawn('haproxy', ['-f', join(DEPLOY, 'haproxy.cfg'), '-db'], {
    env: { ...process.env, ...haproxyVariables(port), ...nodes, DATABASE_ADDRESS: `127.0.0.1:${port}` },
    stdio: 'ignore',
  });
  const config = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'userlist.txt');
  const ini = await readFile(join(DEPLOY, 'pgbouncer.ini'), 'utf8');
  await writeFile(
    config,
    ini.replace('port=5000', `port=${port}`).replace('6432', String(poolerPort)).replace('/etc/pgbouncer/userlist.txt', users),
  );
  await writeFile(users, ['shop', 'pgbouncer_admin', 'pgbouncer_stats'].map((user) => `"${user}" "${password}"\n`).join(''));
  for (const file of [config, users]) await chown(file, POSTGRES.uid, POSTGRES.gid);
  let pooler: ChildProcess | undefined;
  const startPooler = (): void => {
    pooler = spawn('pgbouncer', [config], { stdio: 'ignore', ...POSTGRES });
  };
  startPooler();
  return {
    port,
    poolerPort,
    startPooler,
    killPooler: () => killProcess(pooler),
    findEnded: () => [...(isRunning(haproxy) ? [] : ['haproxy']), ...(isRunning(pooler) ? [] : ['pgbouncer'])],
    async stop() {
      await killProcess(haproxy);
      await killProcess(pooler);
    },
  };
}
