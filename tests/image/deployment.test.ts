/** The files for deployment agree with the code: variables exist, values are accepted, and the image runs what `npm start` runs. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import { z } from 'zod';
import { readConfig, VARIABLES } from '#lib/server/config.ts';
import { MAX_PREPARING_MS } from '#server/http/serve-probes.ts';
import { reasonToSkip, run } from '#tests/fixtures/guide-blocks.ts';
import { readComposeServices, substitute } from './compose-file.ts';
import { readImageEnvironment } from './image-environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const documents = (path: string): readonly unknown[] =>
  parseAllDocuments(read(path), { merge: true }).map((document) => {
    expect(document.errors, path).toEqual([]);
    return document.toJS();
  });
const KUBERNETES = 'deploy/kubernetes/base';

const services = readComposeServices();

describe('the image', () => {
  const { variables, command, user } = readImageEnvironment();

  test('starts the shop with the settings of npm start', () => {
    const { start } = z.object({ scripts: z.object({ start: z.string() }).loose() }).parse(JSON.parse(read('package.json'))).scripts;

    const [, settings = '', words = ''] = /^(.*?) exec (.*)$/.exec(start) ?? [];
    expect(command.join(' ')).toBe(words);
    for (const pair of settings.split(' ').filter((each) => each.startsWith('MALLOC_')))
      expect(variables).toHaveProperty(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  });

  test('has each file that the source reads by its path in the project', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|testing\//.test(name),
    );
    const named = sources.flatMap((name) =>
      [...read(join('src', name)).matchAll(/['"`](?:\.\.\/)*((?:build|data|deploy|migrations|public|scripts|tests)\/[^'"`]*)/g)].map(
        ([, path = '']) => path,
      ),
    );
    const isIn = (path: string, folders: readonly string[]) => folders.some((folder) => `${path}/`.startsWith(`${folder}/`));
    const copied = [...read('scripts/production-tree.mjs').matchAll(/^ {2}'([^']+)',$/gm)].map(([, path = '']) => path);
    const sent = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);

    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !isIn(path, copied))).toEqual([]);
    // The built pages are made from the source inside the image.
    expect(named.filter((path) => !path.startsWith('build/') && !isIn(path, sent))).toEqual([]);
  });

  test('runs as a user that is not root', () => expect(user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/));

  test('sets variables that exist', () => {
    const others = Object.keys(variables).filter((name) => !(name in VARIABLES) && !/^(?:PATH|NODE_|MALLOC_)/.test(name));
    expect(others).toEqual([]);
  });
});

describe('compose.yaml', () => {
  test('does not call a web process unhealthy that still waits for its lists', () => {
    const [, seconds = '0'] = /x-web:.*?start_period: (\d+)s/s.exec(read('compose.yaml')) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(MAX_PREPARING_MS);
  });

  test.each(['migrate', 'create-bucket', 'web-1', 'web-2', 'worker'])(
    'gives %s variables that exist, with values that are accepted',
    (name) => {
      const environment = services[name]?.environment ?? {};

      // The client of the storage reads those of AWS.
      expect(Object.keys(environment).filter((key) => !(key in VARIABLES || key.startsWith('AWS_')))).toEqual([]);
      expect(() => readConfig(environment)).not.toThrow();
    },
  );

  test('migrates as the owner before anything else starts, and runs the shop as another user', () => {
    const { migrate, ...others } = services;
    const userOf = (url = '') => new URL(url).username;

    expect(migrate?.command).toEqual(['node', 'src/cli/cli.ts', 'migrate', '--grant', userOf(migrate?.environment.DATABASE_URL)]);
    expect(read('deploy/compose/create-database.sh')).toContain(
      `create database cellardoor owner ${userOf(migrate?.environment.MIGRATION_DATABASE_URL)};`,
    );
    const ended = { condition: 'service_completed_successfully' };
    for (const name of ['web-1', 'web-2', 'worker']) {
      expect(others[name]?.environment).not.toHaveProperty('MIGRATION_DATABASE_URL');
      expect(others[name]?.depends_on).toEqual({ migrate: ended, 'create-bucket': ended });
    }
  });

  test('creates the bucket of the pictures in a storage with the keys of the shop', () => {
    const { 'create-bucket': createBucket, storage, worker } = services;
    const shop = worker?.environment ?? {};

    expect(createBucket?.command).toEqual(['node', 'src/cli/cli.ts', 'storage', 'create']);
    expect(createBucket?.environment).toMatchObject({ PICTURE_STORAGE: worker?.environment.PICTURE_STORAGE });
    expect(storage?.environment).toEqual({
      ROOT_ACCESS_KEY: shop.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: shop.AWS_SECRET_ACCESS_KEY,
      VGW_REGION: shop.AWS_REGION,
    });
    expect(shop.AWS_ENDPOINT_URL_S3).toBe('http://storage:7070');
  });

  test('limits the logs and the memory of each container', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.logging, name).toMatchObject({ options: { 'max-size': '20m', 'max-file': '5' } });
      expect(service.mem_limit, name).toMatch(/^(?:\d+[gm]|\$\{\w+:-\d+g\})$/);
    }
    expect(services.postgres?.command?.map(substitute)).toContain('shared_buffers=512MB');
  });

  test('takes rights from every container that it does not need, and lets PostgreSQL end its work', () => {
    const added = { postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'], caddy: ['NET_BIND_SERVICE'] };
    for (const [name, { cap_drop: dropped, cap_add: kept, security_opt: options }] of Object.entries(services))
      expect({ name, dropped, kept, options }).toEqual({
        name,
        dropped: ['ALL'],
        kept: Object.entries(added).find(([service]) => service === name)?.[1],
        options: ['no-new-privileges:true'],
      });
    expect(services.postgres).toMatchObject({ stop_grace_period: '120s' });
  });

  test('has a health check for every container that stays, which for those of the shop asks for database and schema', () => {
    const ends = ['migrate', 'create-bucket'];
    for (const [name, { healthcheck, environment }] of Object.entries(services).filter(([each]) => !ends.includes(each))) {
      expect(healthcheck?.test, name).toEqual(expect.arrayContaining(['CMD']));
      if ('SHOP_ROLE' in environment) expect(healthcheck?.test.at(-1), name).toContain("'http://127.0.0.1:3000/readyz'");
    }
  });

  test('builds an image whose tag and label are the version in .env, which is that of the next release', () => {
    const [, version] = /^SHOP_VERSION=(\d+\.\d+\.\d+)$/m.exec(read('deploy/compose/example.env')) ?? [];

    expect(substitute(JSON.stringify(services.migrate?.build))).toBe(`{"context":".","args":{"VERSION":"${version}"}}`);
    expect(substitute(services.worker?.image ?? '')).toBe(`cellardoor:${version}`);
  });

  test('has an Alertmanager that Prometheus sends to, with the file that the guide makes', () => {
    const { alerting } = z
      .object({ alerting: z.object({ alertmanagers: z.tuple([z.object({ static_configs: z.unknown() })]) }) })
      .parse(documents('deploy/compose/prometheus.yaml')[0]);

    expect(alerting.alertmanagers[0].static_configs).toEqual([{ targets: ['alertmanager:9093'] }]);
    expect(services.alertmanager).toMatchObject({
      profiles: ['monitoring'],
      ports: ['127.0.0.1:9093:9093'],
      command: expect.arrayContaining(['--config.file=/etc/alertmanager/alertmanager.yaml']),
      volumes: expect.arrayContaining([
        expect.objectContaining({ source: './alertmanager.yaml', target: '/etc/alertmanager/alertmanager.yaml' }),
      ]),
    });
    expect(read('.gitignore')).toContain('\n/alertmanager.yaml\n');
  });

  test.skipIf(reasonToSkip('promtool') !== null)('has a Prometheus that accepts its files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellardoor-compose-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const path of ['deploy/compose/prometheus.yaml', 'deploy/monitoring/rules.yaml'])
      cpSync(join(ROOT, path), join(folder, basename(path)));
    // Only Docker has the file of the token.
    const { status, output } = run('promtool', ['check', 'config', '--syntax-only', join(folder, 'prometheus.yaml')]);
    expect(status, output).toBe(0);
  });

  test('trusts nobody but Caddy, and those whom .env names', () => {
    const { TRUSTED_PROXIES = '' } = services['web-1']?.environment ?? {};
    const example = Object.fromEntries(
      [...read('deploy/compose/example.env').matchAll(/^#(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]),
    );

    expect(read('compose.yaml')).toContain(`subnet: ${TRUSTED_PROXIES}`);
    expect(services.caddy?.environment.CDN_ADDRESSES).toBe('127.0.0.1/32');
    // An operator overrides both, and the example of one list is that of the other.
    expect(read('compose.yaml')).toContain('TRUSTED_PROXIES: ${TRUSTED_PROXIES:-');
    expect(example.TRUSTED_PROXIES?.split(',')).toEqual([TRUSTED_PROXIES, ...(example.CDN_ADDRESSES ?? '').split(' ')]);
    expect(() => readConfig({ ...services['web-1']?.environment, TRUSTED_PROXIES: example.TRUSTED_PROXIES })).not.toThrow();
  });

  test('is run each night by commands that its guide has', () => {
    const script = read('tests/image/compose.sh');
    const starts = Array.from(script.matchAll(/\b(?:run|block) '([^']+)'/g), ([, start = '']) => start);

    expect(starts.length).toBeGreaterThan(4);
    const guide = read('docs/guides/run-in-containers.md');
    expect(starts.filter((start) => !guide.includes(`\`\`\`sh\n${start}`))).toEqual([]);
    expect(read('.github/workflows/nightly.yml')).toContain('run: sudo tests/image/compose.sh\n');
  });

  test('has a Prometheus that reads every process of the shop, with the token, under the name of the rules', () => {
    const { prometheus } = services;
    const { scrape_configs } = z
      .object({
        scrape_configs: z.tuple([
          z.object({
            job_name: z.string(),
            authorization: z.object({ credentials_file: z.string() }),
            static_configs: z.tuple([z.object({ targets: z.array(z.string()) })]),
          }),
        ]),
      })
      .parse(documents('deploy/compose/prometheus.yaml')[0]);
    const [{ job_name: job, authorization, static_configs: configs }] = scrape_configs;

    expect(prometheus).toMatchObject({
      profiles: ['monitoring'],
      ports: ['127.0.0.1:9090:9090'],
      secrets: [{ source: authorization.credentials_file.replace('/run/secrets/', '') }],
      volumes: expect.arrayContaining([
        './deploy/compose/prometheus.yaml:/etc/prometheus/prometheus.yaml:ro',
        './deploy/monitoring/rules.yaml:/etc/prometheus/rules.yaml:ro',
      ]),
    });
    expect(configs[0].targets).toEqual(
      Object.entries(services)
        .filter(([, { environment }]) => 'SHOP_ROLE' in environment)
        .map(([name]) => `${name}:3000`),
    );
    expect(read('deploy/monitoring/rules.yaml')).toContain(`up{job="${job}"}`);
  });

  test('asks for nothing that example.env does not list', () => {
    const names = [...read('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name);
    const listed = [...read('deploy/compose/example.env').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
  });
});

describe('the Kubernetes manifests', () => {
  const manifests = readdirSync(join(ROOT, KUBERNETES)).filter((name) => name.endsWith('.yaml'));
  const all = manifests.flatMap((name) => documents(join(KUBERNETES, name)));

  test('are listed in the kustomization', () => {
    const { resources } = z
      .object({ resources: z.array(z.string()) })
      .loose()
      .parse(documents(join(KUBERNETES, 'kustomization.yaml'))[0]);
    expect(resources.toSorted()).toEqual(manifests.filter((name) => name !== 'kustomization.yaml').toSorted());
  });

  const container = z
    .object({
      name: z.string(),
      image: z.literal('cellardoor'),
      env: z.array(
        z
          .object({
            name: z.string(),
            valueFrom: z
              .object({ secretKeyRef: z.object({ name: z.string() }).loose() })
              .loose()
              .optional(),
          })
          .loose(),
      ),
      securityContext: z.object({
        allowPrivilegeEscalation: z.literal(false),
        readOnlyRootFilesystem: z.literal(true),
        capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
      }),
      volumeMounts: z.array(z.object({ mountPath: z.string() }).loose()),
    })
    .loose();
  const workload = z
    .object({
      kind: z.enum(['Deployment', 'Job']),
      metadata: z.object({ name: z.string() }).loose(),
      spec: z
        .object({
          template: z
            .object({
              spec: z
                .object({ securityContext: z.object({ runAsUser: z.number() }).loose(), containers: z.array(container).length(1) })
                .loose(),
            })
            .loose(),
        })
        .loose(),
    })
    .loose();
  const workloads = all.flatMap((document) => {
    const parsed = workload.safeParse(document);
    return parsed.success ? [parsed.data] : [];
  });

  test('run three workloads without rights, as the user of the image, on a read-only file system', () => {
    expect(workloads.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'cellardoor-migrate',
      'cellardoor-web',
      'cellardoor-worker',
    ]);
    for (const { spec } of workloads) {
      expect(`${spec.template.spec.securityContext.runAsUser}`).toBe(readImageEnvironment().user.split(':')[0]);
      expect(spec.template.spec.containers[0]?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
    }
  });

  const deploymentOf = (document: unknown) =>
    z
      .object({
        kind: z.literal('Deployment'),
        metadata: z.object({ name: z.literal('cellardoor-web') }),
        spec: z.object({
          replicas: z.number(),
          template: z.object({
            spec: z.object({
              containers: z.tuple([z.object({ env: z.array(z.object({ name: z.string(), value: z.string().optional() })) })]),
            }),
          }),
        }),
      })
      .parse(document).spec;

  test('tell web processes how many they are, in the example too', () => {
    const { patches } = z
      .object({ patches: z.array(z.object({ patch: z.string() })) })
      .parse(documents('deploy/kubernetes/overlays/example/kustomization.yaml')[0]);
    const found = [...all, ...patches.map(({ patch }) => parseDocument(patch).toJS())].filter(
      (document) =>
        z.object({ kind: z.literal('Deployment'), metadata: z.object({ name: z.literal('cellardoor-web') }) }).safeParse(document).success,
    );

    expect(found).toHaveLength(2);
    for (const { replicas, template } of found.map(deploymentOf))
      expect(template.spec.containers[0].env).toContainEqual({ name: 'WEB_PROCESSES', value: `${replicas}` });
  });

  test('migrate by a job that changed settings do not change, because a job cannot change', () => {
    const migrate = workloads.find(({ metadata }) => metadata.name === 'cellardoor-migrate');
    const { variables } = readImageEnvironment();

    expect(migrate?.spec).toHaveProperty('activeDeadlineSeconds');
    expect(migrate?.spec.template.spec.containers[0]).not.toHaveProperty('envFrom');
    expect(() => readConfig({ ...variables, MIGRATION_DATABASE_URL: 'postgres://db.example/shop' })).not.toThrow();
  });

  test('know the owner of the database in the job that migrates only', () => {
    const secretOf = (name: string) =>
      workloads
        .find(({ metadata }) => metadata.name === name)
        ?.spec.template.spec.containers[0]?.env.map((each) => [each.name, each.valueFrom?.secretKeyRef.name])
        .filter(([, secret]) => secret !== undefined);

    expect(secretOf('cellardoor-migrate')).toEqual([['MIGRATION_DATABASE_URL', 'cellardoor-db-app']]);
    for (const name of ['cellardoor-web', 'cellardoor-worker'])
      expect(secretOf(name)).toEqual([
        ['DATABASE_USER', 'cellardoor-db-shop'],
        ['DATABASE_PASSWORD', 'cellardoor-db-shop'],
      ]);
  });

  test('set variables that exist', () => {
    const names = workloads.flatMap(({ spec }) => spec.template.spec.containers[0]?.env.map(({ name }) => name) ?? []);
    const literals = [...read(join(KUBERNETES, 'kustomization.yaml')).matchAll(/- ([A-Z0-9_]+)=/g)].map(([, name = '']) => name);
    // DATABASE_URL is put together from the others.
    expect([...names, ...literals].filter((name) => !(name in VARIABLES || /^DATABASE_(?:HOST|USER|PASSWORD)$/.test(name)))).toEqual([]);
  });
});
