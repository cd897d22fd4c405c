/**
 * Code blocks of the guides for operators: each is run, or checked by the program that reads it, or named here with the reason why not. A
 * block without an entry fails. Commands of the shop are run by guide-commands.integration.test.ts.
 */
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { createTestRole } from '#tests/fixtures/database.ts';
import { checkCdnAddresses, checkKubernetes, checkRestoreOverlay, checkRules, checkServices } from '#tests/fixtures/deployment-blocks.ts';
import { type GuideBlock, readGuideBlocks, readGuideStatements, reasonToSkip, run } from '#tests/fixtures/guide-blocks.ts';
import { checkVariables, createServerChecks, quietly } from '#tests/fixtures/guide-servers.ts';
import { haproxyVariables } from '#tests/fixtures/haproxy.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const ROOT = process.cwd();
/** Guides for developers, whose commands take hours or change the source. Examples of `extend-the-shop` are applied by tests/examples. */
const NOT_FOR_OPERATORS: ReadonlySet<string> = new Set(['design-comparison', 'extend-the-shop', 'performance', 'plan-for-growth']);
const GUIDES = globSync('*.md', { cwd: join(ROOT, 'docs/guides') })
  .map((file) => file.replace('.md', ''))
  .filter((guide) => !NOT_FOR_OPERATORS.has(guide));

/** What is done with a block. */
type Plan =
  | { readonly check: (block: GuideBlock) => Promise<void> | void; readonly needs?: readonly string[] }
  | { readonly elsewhere: string }
  | { readonly notRun: string };

let shop: TestShop;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-guide-blocks-'));
  shop = await createTestShop();
});
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

const { runBlock, inFolder, verifyUnit, ...servers } = createServerChecks(() => folder);

async function checkPrometheus(block: GuideBlock): Promise<void> {
  await mkdir(join(folder, 'etc/prometheus'), { recursive: true });
  const output = await runBlock({ ...block, text: inFolder(block.text) }, { standIns: { 'apt-get': quietly, systemctl: quietly } });
  expect(output).toMatch(/SUCCESS: .*prometheus\.yml is valid/);
  expect(output).toMatch(/Checking '.*alertmanager\.yml' {2}SUCCESS/);
}

const collector = z.strictObject({
  receivers: z.record(z.string(), z.unknown()),
  processors: z.record(z.string(), z.unknown()),
  exporters: z.record(z.string(), z.unknown()),
  service: z.strictObject({
    pipelines: z.record(
      z.enum(['traces', 'metrics']),
      z.strictObject({ receivers: z.array(z.string()), processors: z.array(z.string()), exporters: z.array(z.string()) }),
    ),
  }),
});

/** Debian has no collector. Its configuration is read strictly: every part of a pipeline is defined, and every part is used. */
async function checkCollector(block: GuideBlock): Promise<void> {
  await mkdir(join(folder, 'etc/otelcol'), { recursive: true });
  await runBlock({ ...block, text: inFolder(block.text) }, { standIns: { otelcol: quietly, systemctl: quietly } });
  const { service, ...parts } = collector.parse(parse(await readFile(join(folder, 'etc/otelcol/config.yaml'), 'utf8')));
  for (const kind of ['receivers', 'processors', 'exporters'] as const) {
    const used = new Set(Object.values(service.pipelines).flatMap((pipeline) => pipeline[kind]));
    expect([...used].toSorted()).toEqual(Object.keys(parts[kind]).toSorted());
  }
  const scraped = z
    .object({ config: z.strictObject({ scrape_configs: z.array(z.unknown()).min(1) }) })
    .parse(parts.receivers.prometheus).config;
  // The receiver takes Prometheus's own configuration.
  if (reasonToSkip('promtool') === null) {
    const { output } = run('bash', ['-c', `promtool check config <(printf %s "$CONFIG")`], { CONFIG: JSON.stringify(scraped) });
    expect(output).toContain('SUCCESS');
  }
}

/** Returns the address of a database for a superuser. */
async function adminOf(name: string): Promise<string> {
  const response = await fetch(process.env.TEST_CLUSTER_URL ?? '');
  const { adminConnectionString } = z.object({ adminConnectionString: z.string() }).parse(await response.json());
  return Object.assign(new URL(adminConnectionString), { pathname: `/${name}` }).href;
}

/** Roles belong to all databases of a server, so those of the test have other names. */
async function checkRoles({ text }: GuideBlock): Promise<void> {
  const name = `guide_${crypto.randomUUID().slice(0, 8)}`;
  const statements = text.replaceAll('cellardoor', name).replaceAll('…', 'a password');
  const admin = openDatabase(await adminOf('postgres'), 1);
  try {
    for (const statement of statements.split(';\n').filter((each) => each.trim() !== ''))
      await admin.execute({ text: statement.replace(/;$/, '') });
    await admin.execute({ text: `drop database ${name}` });
    for (const role of [name, `${name}_owner`]) await admin.execute({ text: `drop role ${role}` });
  } finally {
    await admin.close();
  }
}

/** The lines for the embedded database make the address that the shop itself uses. */
async function checkEmbeddedAddress(block: GuideBlock): Promise<void> {
  const dataDir = join(folder, 'embedded');
  await mkdir(join(dataDir, 'postgres/data'), { recursive: true });
  await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), '1\n/data\n1\n5433\n\n127.0.0.1\n');
  await writeFile(join(dataDir, 'postgres/passwords.json'), '{"admin":"one-two_3","app":"four"}\n');
  const output = await runBlock({ ...block, text: `${block.text}\necho "$DATABASE_URL"` }, { env: { DATA_DIR: dataDir } });
  const { adminConnectionString = '' } = findRunningPostgres(dataDir) ?? {};
  expect(output).toContain(`${adminConnectionString.replace(/\w+$/, 'cellardoor')}\n`);
}

const RESTORE = { elsewhere: 'tests/image/restore.check.ts' } as const;
const COMMANDS = { elsewhere: 'guide-commands.integration.test.ts' } as const;
const PGBACKREST = { elsewhere: 'tests/operations/pgbackrest.check.ts' } as const;
const RELEASES = { elsewhere: 'tests/image/systemd.check.ts' } as const;
const KUBERNETES = { notRun: 'it needs a cluster; tests/image/kubernetes.test.ts reads what it would get' } as const;
/** The steps that set up nodes; those with a check as well. */
const NODES = { elsewhere: 'tests/operations/guide-nodes.ts' } as const;
const CLUSTER = { elsewhere: 'tests/operations/high-availability.check.ts' } as const;
const ENCRYPTED = { elsewhere: 'tests/operations/encrypted-node.check.ts' } as const;
const variables: Plan = { check: checkVariables };
const services: Plan = { check: checkServices };

/** By guide: how each block begins, and what is done with it. */
const PLANS: Readonly<Record<string, Readonly<Record<string, Plan>>>> = {
  'back-up': {
    'openssl rand': {
      check: async (block) => void expect((await runBlock(block)).trim().length).toBeGreaterThanOrEqual(32),
      needs: ['openssl'],
    },
    'BACKUP_TARGET=': variables,
    'export BACKUP_TARGET=': variables,
    'npm run cli -- backup stored': { elsewhere: 'restore.slow.test.ts' },
    'npm run cli -- restore': { elsewhere: 'restore.slow.test.ts' },
    'cd "$DATA_DIR/postgres"': { elsewhere: 'restore.slow.test.ts' },
    'env -i PATH=': { elsewhere: 'restored-payments.slow.test.ts' },
    'export DATA_DIR=': { elsewhere: 'restored-payments.slow.test.ts' },
    'npm run cli -- audit': COMMANDS,
    'npm run cli -- payment renew-installation': COMMANDS,
    'PASSPHRASE=': PGBACKREST,
    'cat > /etc/postgresql': PGBACKREST,
    'runuser -u postgres -- pgbackrest --stanza=shop stanza-create': PGBACKREST,
    'install -m 755 deploy/database/back-up.sh': PGBACKREST,
    'systemctl stop postgresql@15-main': PGBACKREST,
  },
  'run-in-production': {
    'create role': { check: checkRoles },
    'MIGRATION_DATABASE_URL=': { elsewhere: 'application-role.integration.test.ts' },
    'useradd --system': { check: servers.checkServiceFiles },
    'cd /opt/cellardoor/current': { check: servers.checkShell },
    'release=': RELEASES,
    '(set -a; . /etc/cellardoor/migrate.env': RELEASES,
    '/opt/cellardoor/source/deploy/systemd/switch-release.sh': RELEASES,
    'former=': RELEASES,
    'cd /opt/cellardoor/releases': RELEASES,
    'apt-get install haproxy': { check: servers.checkLoadBalancer, needs: ['haproxy', 'openssl'] },
    'DATABASE_URL=': variables,
  },
  'high-availability': {
    'for node in': { notRun: 'it copies files to other machines' },
    'apt-get install postgresql-15': NODES,
    'NAME=node1 ADDRESS=10.0.0.11': { check: servers.checkEtcd, needs: ['etcd'] },
    'for user in': {
      check: async (block) => void expect((await runBlock(block)).match(/^PATRONI_[A-Z]+_PASSWORD=\w{48}$/gm)).toHaveLength(3),
      needs: ['openssl'],
    },
    'install -m 600 /dev/null /etc/patroni_env.conf': {
      check: servers.checkPatroni,
      needs: ['patroni', '/usr/lib/postgresql/15/bin/postgres'],
    },
    'set -a; . /etc/patroni_env.conf': CLUSTER,
    'patronictl -c /etc/patroni/config.yml edit-config': CLUSTER,
    'mkdir -p /etc/systemd/system/patroni.service.d': {
      check: servers.checkWatchdog,
      needs: ['systemd-analyze', '/lib/systemd/system/patroni.service'],
    },
    'openssl req -x509': ENCRYPTED,
    'NAME=node1 CERTIFICATES=': ENCRYPTED,
    'mkdir -p /etc/cellardoor': ENCRYPTED,
    'apt-get install haproxy pgbouncer': { check: servers.checkDatabaseProxies, needs: ['haproxy', 'pgbouncer'] },
    'DATABASE_URL=': variables,
    'psql -h 127.0.0.1 -p 6432': CLUSTER,
    'curl -s': { elsewhere: 'tests/operations/failover.check.ts' },
    'openssl rand': CLUSTER,
    'PASSPHRASE=': CLUSTER,
    'systemctl stop patroni': CLUSTER,
    'runuser -u postgres': CLUSTER,
    'rm -rf /var/lib/cellardoor-db/data': CLUSTER,
  },
  'run-in-containers': {
    'docker build': { notRun: 'it needs a container engine and base images; what was tried is in the guide' },
    'node scripts/production-tree.mjs': { elsewhere: 'tests/image/clean-root.check.ts' },

    'VERSION=0.4.0': services,
    'docker compose restart': services,
    CDN_ADDRESSES: { check: checkCdnAddresses, needs: ['caddy'] },
    'install -d -m 700 /srv/backups': { elsewhere: 'tests/image/back-up.test.ts' },
    'apt-get install restic\ninstall': RESTORE,
    '(set -a; . ./restic.env; restic init)': RESTORE,
    'dump=$(ls': RESTORE,
    'docker compose exec -T postgres psql': RESTORE,
    'docker compose stop': RESTORE,
    'apt-get install restic\n(set -a': RESTORE,
    'install -m 640': { elsewhere: 'tests/image/compose.sh' },
    'docker compose --profile monitoring up': { elsewhere: 'tests/image/compose.sh' },
    'cp -r deploy/kubernetes': { check: checkKubernetes(runBlock), needs: ['kubectl', 'openssl'] },
    'name=cellardoor-db': { check: checkRestoreOverlay(runBlock), needs: ['kubectl'] },
    '{\n  printf': { check: checkRules(runBlock) },
    'kubectl --namespace cellardoor delete job': KUBERNETES,
    'kubectl --namespace cellardoor scale': KUBERNETES,
    'kubectl apply -k': KUBERNETES,
  },
  operating: {
    'apt-get install prometheus': { check: checkPrometheus, needs: ['promtool', 'amtool'] },
    'amtool alert add': { elsewhere: 'tests/operations/prometheus.check.ts' },
    'cp deploy/monitoring/collector.yaml': { check: checkCollector },
    OTEL_EXPORTER_OTLP_ENDPOINT: variables,
    OTEL_METRICS_EXPORTER: variables,
    'PORT=$(sed': { check: checkEmbeddedAddress },
    'psql "$DATABASE_URL"': {
      check: (block) => void expect(block.text.split('\n').every((line) => line.startsWith('psql "$DATABASE_URL" -c "'))).toBe(true),
    },
    'npm run cli --': COMMANDS,
    "echo '{": COMMANDS,
    'docker system df': { notRun: 'it needs a container engine, and removes images from it' },
    'kubectl --namespace cellardoor': { notRun: 'it needs a cluster; tests/image/operating-commands.test.ts looks for what it names' },
  },
  'serve-pictures': { 'PICTURE_STORAGE=': variables, '# Fastly': { notRun: 'it needs an account at each CDN' } },
  'connect-stripe': {
    'PAYMENT_GATEWAY=': variables,
    STRIPE_TEST_SECRET_KEY: { notRun: 'it needs an account of Stripe' },
  },
  'import-a-price-list': { 'SAMPLE=no': variables },
  'manage-staff': { 'curl -H': { notRun: 'it needs a key that a person made; tests of the office call with keys' } },
};

const blocks = (await readGuideBlocks(GUIDES)).filter(({ language }) => language === 'sh' || language === 'sql');
const nameOf = ({ guide, text }: GuideBlock): string => `${guide}: ${text.split('\n')[0]}`;

/** The entry with the longest beginning that a block has. Commands of the shop need none. */
function planOf({ guide, text }: GuideBlock): Plan | undefined {
  const entries = Object.entries(PLANS[guide] ?? {}).filter(([start]) => text.startsWith(start));
  const plan = entries.toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
  return plan ?? (text.startsWith('npm run cli -- ') ? COMMANDS : undefined);
}

test('every block has an entry, and every entry a block', () => {
  expect(blocks.filter((block) => planOf(block) === undefined).map(nameOf)).toEqual([]);
  const unused = Object.entries(PLANS).flatMap(([guide, plans]) =>
    Object.keys(plans).filter((start) => !blocks.some((block) => block.guide === guide && block.text.startsWith(start))),
  );
  expect(unused).toEqual([]);
});

test('a file with a password has its mode before it is written', () => {
  const written = blocks.flatMap(({ text }) =>
    Array.from(
      text.matchAll(/^(?:cat|echo|printf)(.*) > (\/etc\/\S+)(?: <<'?END'?\n([\s\S]*?)^END$)?/gm),
      ({ index, 1: line, 2: path, 3: lines }) => ({
        path,
        isSecret: /…|password|privkey|PASSPHRASE/.test(`${line}${lines ?? ''}`),
        hasMode: new RegExp(`^install -m 6[04]0 .*/dev/null ${path}$`, 'm').test(text.slice(0, index)),
      }),
    ),
  );
  const secret = written.filter(({ isSecret }) => isSecret);

  expect(secret.length).toBeGreaterThan(3);
  expect(secret.filter(({ hasMode }) => !hasMode).map(({ path }) => path)).toEqual([]);
});

test('what is run elsewhere is there', () => {
  const files = Object.values(PLANS)
    .flatMap((plans) => Object.values(plans))
    .flatMap((plan) => ('elsewhere' in plan ? [plan.elsewhere] : []));
  expect(files.filter((file) => globSync([`{src,tests}/**/${file}`, file], { cwd: ROOT }).length === 0)).toEqual([]);
});

describe('blocks', () => {
  for (const block of blocks) {
    const plan = planOf(block);
    if (plan !== undefined && 'check' in plan)
      test(nameOf(block), async ({ skip }) => {
        const reason = reasonToSkip(...(plan.needs ?? []));
        if (reason !== null) skip(reason);
        await plan.check(block);
      });
    else if (plan !== undefined) test.skip(`${nameOf(block)} (${'elsewhere' in plan ? plan.elsewhere : plan.notRun})`, () => {});
  }
});

test.each((await readGuideStatements('operating')).map((statement) => ({ statement })))('psql: $statement', async ({ statement }) => {
  const role = await createTestRole();
  const admin = openDatabase(await adminOf(new URL(shop.connectionString).pathname.slice(1)), 1);
  try {
    const text = statement.replace('alter role NAME', `alter role ${role.name}`).replace('PID', '0');
    const result = admin.queryMany({ text });
    // There is no such slot here.
    await (text.includes('pg_drop_replication_slot')
      ? expect(result).rejects.toMatchObject({ code: expect.stringMatching(/^(42704|55000)$/) })
      : result);
  } finally {
    await admin.close();
    await role.drop();
  }
});

const ADDRESSES = { SHOP_ADDRESS: ':8080', WEB_1: '10.0.0.11:3000', WEB_2: '10.0.0.12:3000' };
const validateCaddyfile = (email: string) =>
  run(
    'caddy',
    ['validate', '--adapter', 'caddyfile', '--config', 'deploy/compose/Caddyfile'],
    { SHOP_HOSTS: 'shop.example, sg.shop.example', OFFICE_HOST: 'office.shop.example', ACME_EMAIL: email },
    ROOT,
  );

test.for([
  [
    'deploy/haproxy/haproxy.cfg',
    ['haproxy'],
    () => run('haproxy', ['-c', '-f', 'deploy/haproxy/haproxy.cfg'], { ...ADDRESSES, ...haproxyVariables(80) }, ROOT),
  ],
  ['deploy/compose/Caddyfile', ['caddy'], () => validateCaddyfile('you@shop.example')],
  ['deploy/compose/Caddyfile without an address for certificates', ['caddy'], () => validateCaddyfile('')],
  ...['cellardoor@.service', 'haproxy-database.service', 'cellardoor-backup.service', 'cellardoor-backup.timer'].map(
    (unit) =>
      [
        `deploy/systemd/${unit}`,
        unit.startsWith('haproxy') ? ['systemd-analyze', 'haproxy'] : ['systemd-analyze'],
        () => verifyUnit(unit),
      ] as const,
  ),
  ...['deploy/database/back-up.sh', 'deploy/compose/create-database.sh'].map(
    (script) => [script, ['bash'], () => run('bash', ['-n', script], {}, ROOT)] as const,
  ),
] as const)('%s is accepted by its program', async ([, needs, check], { skip }) => {
  const reason = reasonToSkip(...needs);
  if (reason !== null) skip(reason);
  const { status, output } = await check();
  expect(status, output).toBe(0);
});
