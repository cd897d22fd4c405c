/**
 * The commands of docs/guides/high-availability.md, as they are written: for looking at the cluster and PgBouncer, changing settings, and
 * for backing up and restoring by pgBackRest. The archive goes on across a switchover, and the cluster is restored to a moment, and from
 * nothing but the repository and the passphrase.
 */
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { readGuideBlocks, run as runProgram } from '#tests/fixtures/guide-blocks.ts';
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';
import { guideBlock, nextGuideBlock, patronictlCommand } from './guide-nodes.ts';
import { NODES, ROOT } from './node-network.ts';

let cluster: DatabaseCluster | null = null;
afterEach(async () => {
  await cluster?.stop();
  cluster = null;
});

async function ask(connectionString: string, statement: string): Promise<unknown> {
  const connection = new pg.Client({ connectionString });
  await connection.connect();
  try {
    const { rows } = await connection.query({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await connection.end();
  }
}

test('the cluster is backed up and restored by the guide', async () => {
  const nightly = (await readGuideBlocks(['back-up'])).find(({ text }) => text.includes('/usr/local/sbin/cellardoor-backup'))?.text ?? '';
  cluster = await startDatabaseCluster();
  const { run, connectionString } = cluster;
  const query = (statement: string) => ask(connectionString, statement);
  const others = (leader: string): string[] => NODES.filter((node) => node !== leader);
  let leader = await cluster.waitForLeader();

  expect(await run(leader, guideBlock('config.yml list'))).toContain('Sync Standby');
  const showPools = guideBlock('SHOW POOLS').replace('6432', new URL(cluster.poolerConnectionString).port);
  const { status, output } = runProgram('bash', ['-c', showPools], { PGPASSWORD: cluster.password });
  expect(status, output).toBe(0);
  expect(output).toContain('cl_waiting');

  await run(leader, nextGuideBlock('--pg shared_buffers'));
  await cluster.waitUntilWhole();
  leader = await cluster.waitForLeader();
  expect(await query('show shared_buffers')).toBe('4GB');

  // What the operator keeps elsewhere.
  const passphrase = (await run(leader, guideBlock('openssl rand -base64'))).trim();
  const configure = guideBlock('apt-get install pgbackrest').replace("PASSPHRASE=''", `PASSPHRASE='${passphrase}'`);
  for (const node of NODES) await run(node, configure);
  await run(leader, guideBlock('--pg archive_mode'));
  await cluster.waitUntilWhole();
  leader = await cluster.waitForLeader();

  const backUp = `cd ${ROOT}\n${nightly.split('\n').slice(0, 2).join('\n')}\nrunuser -u postgres -- /usr/local/sbin/cellardoor-backup`;
  const former = leader;
  await query('create table wine as select 1 as id');
  await cluster.switchOver(await cluster.syncReplica());
  leader = await cluster.waitForLeader(former);
  await cluster.waitUntilWhole();
  await query('insert into wine values (2)');
  expect(await run(former, backUp)).toContain('This is a replica.');
  await run(leader, backUp);
  expect(await run(leader, 'runuser -u postgres -- pgbackrest --stanza=shop info')).toMatch(
    /status: ok(?:.*\n)*.*full backup(?:.*\n)*.*full backup/,
  );

  await query('insert into wine values (3)');
  const moment = String(await query('select clock_timestamp()::text'));
  await query('drop table wine');
  await run(leader, 'runuser -u postgres -- pgbackrest --stanza=shop check');

  /** Restores on a node, and lets the others copy it. */
  const restore = async (node: string, changeTarget: (text: string) => string): Promise<void> => {
    await run(node, changeTarget(guideBlock('--type=time')));
    await run(node, guideBlock('remove cellardoor'));
    for (const other of others(node)) await run(other, guideBlock('rm -rf /var/lib/cellardoor-db/data'));
    await cluster?.waitUntilWhole();
    await cluster?.waitForLeader();
    const settings = await run(node, patronictlCommand('show-config'));
    expect(settings).toMatch(/^synchronous_mode: true$/m);
    expect(settings).toMatch(/^synchronous_mode_strict: true$/m);
    expect(settings).toMatch(/archive_command: pgbackrest/);
  };
  for (const node of NODES) await run(node, guideBlock('systemctl stop patroni'));
  const began = performance.now();
  await restore(former, (text) => text.replace(/--target="[^"]+"/, `--target="${moment}"`));
  console.log(`restored to a moment on ${former}, and whole after ${Math.round((performance.now() - began) / 1_000)} s`);
  expect(await query('select count(*)::int from wine')).toBe(3);

  await query('insert into wine values (4)');
  await run(former, 'runuser -u postgres -- pgbackrest --stanza=shop check');
  await cluster.loseAll();
  for (const node of NODES) await run(node, configure);
  const [node] = NODES;
  await restore(node, (text) => text.replace(/ --type=time[^"]*--target="[^"]+" --target-action=promote/, ''));
  expect(await query('select count(*)::int from wine')).toBe(4);
});

test('a replica is made leader by the guide where Patroni knows of none that has everything', async () => {
  cluster = await startDatabaseCluster();
  const leader = await cluster.waitForLeader();
  const replicas = NODES.filter((node) => node !== leader);
  for (const node of replicas) await cluster.kill(node);
  await cluster.kill(leader);
  await cluster.deleteData(leader);

  for (const node of replicas) await cluster.start(node);
  await cluster.forceFailOver(replicas);
  const next = await cluster.waitForLeader();
  await cluster.start(leader);
  await cluster.waitUntilWhole();

  expect(replicas).toContain(next);
});
