/** The files for deployment agree with the code: variables exist, values are accepted, and the image runs what `npm start` runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig, VARIABLES } from '#lib/server/config.ts';
import { readImageEnvironment } from './image-environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const documents = (path: string): readonly unknown[] =>
  parseAllDocuments(read(path), { merge: true }).map((document) => {
    expect(document.errors, path).toEqual([]);
    return document.toJS();
  });
const texts = z.record(z.string(), z.string());
const KUBERNETES = 'deploy/kubernetes/base';

const EXAMPLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    read('deploy/compose/example.env')
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ),
  POSTGRES_PASSWORD: 'p'.repeat(32),
  DATABASE_PASSWORD: 'd'.repeat(32),
  MIGRATION_PASSWORD: 'o'.repeat(32),
  SECRETS_KEY: 's'.repeat(44),
  AWS_SECRET_ACCESS_KEY: 'k'.repeat(32),
  METRICS_TOKEN: 'm'.repeat(32),
};

/** Puts values in place of `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
const substitute = (text: string): string =>
  text.replaceAll(/\$\{([A-Z0-9_]+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, name: string, otherwise = '') => EXAMPLES[name] || otherwise);

const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({ command: z.array(z.string()).optional(), environment: texts.default({}), depends_on: z.unknown().optional() }).loose(),
    ),
  })
  .parse(documents('compose.yaml')[0]);

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
  test.each(['migrate', 'create-bucket', 'web-1', 'web-2', 'worker'])(
    'gives %s variables that exist, with values that are accepted',
    (name) => {
      const environment = Object.fromEntries(
        Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [key, substitute(value)]),
      );

      // The client of the storage reads those of AWS.
      expect(Object.keys(environment).filter((key) => !(key in VARIABLES || key.startsWith('AWS_')))).toEqual([]);
      expect(() => readConfig(environment)).not.toThrow();
    },
  );

  test('migrates as the owner before anything else starts, and runs the shop as another user', () => {
    const { migrate, ...others } = compose.services;
    const userOf = (url = '') => new URL(substitute(url)).username;

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
    const { 'create-bucket': createBucket, storage, worker } = compose.services;
    const shop = Object.fromEntries(Object.entries(worker?.environment ?? {}).map(([key, value]) => [key, substitute(value)]));

    expect(createBucket?.command).toEqual(['node', 'src/cli/cli.ts', 'storage', 'create']);
    expect(createBucket?.environment).toMatchObject({ PICTURE_STORAGE: worker?.environment.PICTURE_STORAGE });
    expect(Object.entries(storage?.environment ?? {}).map(([key, value]) => [key, substitute(value)])).toEqual([
      ['ROOT_ACCESS_KEY', shop.AWS_ACCESS_KEY_ID],
      ['ROOT_SECRET_KEY', shop.AWS_SECRET_ACCESS_KEY],
      ['VGW_REGION', shop.AWS_REGION],
    ]);
    expect(shop.AWS_ENDPOINT_URL_S3).toBe('http://storage:7070');
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

  test('know the owner of the database in the job that migrates only', () => {
    const secretOf = (name: string) =>
      workloads
        .find(({ metadata }) => metadata.name === name)
        ?.spec.template.spec.containers[0]?.env.map((each) => [each.name, each.valueFrom?.secretKeyRef.name])
        .filter(([, secret]) => secret !== undefined);

    expect(secretOf('cellardoor-migrate')).toEqual([['MIGRATION_DATABASE_URL', 'cellardoor-db-app']]);
    expect(secretOf('cellardoor-web')).toEqual([['DATABASE_URL', 'cellardoor-db-shop']]);
    expect(secretOf('cellardoor-worker')).toEqual([['DATABASE_URL', 'cellardoor-db-shop']]);
  });

  test('set variables that exist', () => {
    const names = workloads.flatMap(({ spec }) => spec.template.spec.containers[0]?.env.map(({ name }) => name) ?? []);
    const literals = [...read(join(KUBERNETES, 'kustomization.yaml')).matchAll(/- ([A-Z0-9_]+)=/g)].map(([, name = '']) => name);
    expect([...names, ...literals].filter((name) => !(name in VARIABLES))).toEqual([]);
  });
});
