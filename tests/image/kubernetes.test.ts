/** The manifests for Kubernetes as a cluster gets them: rendered by `kubectl kustomize`, for the example and for a restored database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { reasonToSkip, run } from '#tests/fixtures/guide-blocks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KUBERNETES = join(ROOT, 'deploy/kubernetes');

const resource = z
  .object({
    kind: z.string(),
    metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }).loose(),
    spec: z.unknown().optional(),
    data: z.record(z.string(), z.string()).optional(),
  })
  .loose();
type Resource = z.output<typeof resource>;

/** Renders an overlay or a component. @throws Error if kubectl refuses it */
function render(path: string): readonly Resource[] {
  const { status, output } = run('kubectl', ['kustomize', join(KUBERNETES, path)]);
  if (status !== 0) throw new Error(output);
  return parseAllDocuments(output).map((document) => resource.parse(document.toJS()));
}

const find = (resources: readonly Resource[], kind: string, name?: string): Resource => {
  const found = resources.find((each) => each.kind === kind && (name === undefined || each.metadata.name === name));
  if (found === undefined) throw new Error(`No ${kind} ${name ?? ''}`);
  return found;
};

const container = z
  .object({ image: z.string(), env: z.array(z.object({ name: z.string(), value: z.string().optional() }).loose()).default([]) })
  .loose();
const pod = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()).default({}) }),
  spec: z.object({ containers: z.array(container), initContainers: z.array(container).default([]) }).loose(),
});
const podSpec = z.union([
  z
    .object({ template: pod })
    .loose()
    .transform(({ template }) => template),
  z
    .object({ jobTemplate: z.object({ spec: z.object({ template: pod }).loose() }) })
    .loose()
    .transform(({ jobTemplate }) => jobTemplate.spec.template),
]);

/** Pods of the shop, of all kinds. */
const podsOf = (resources: readonly Resource[]) =>
  resources.flatMap(({ metadata, spec }) => {
    const { data } = podSpec.safeParse(spec);
    return data === undefined
      ? []
      : [{ name: metadata.name, labels: data.metadata.labels, containers: [...data.spec.initContainers, ...data.spec.containers] }];
  });

const reason = reasonToSkip('kubectl');
const isRendered = reason === null;
const example = isRendered ? render('overlays/example') : [];
const restored = isRendered ? render('overlays/restore') : [];

describe.skipIf(!isRendered)('the Kubernetes manifests, rendered', () => {
  const policySchema = z.object({
    ingress: z.array(
      z.object({
        from: z.array(
          z
            .object({
              podSelector: z
                .object({ matchExpressions: z.array(z.object({ key: z.string(), values: z.array(z.string()).default([]) })) })
                .optional(),
            })
            .loose(),
        ),
        ports: z.array(z.object({ port: z.number() })).default([]),
      }),
    ),
  });
  const rulesFor = (key: string) =>
    policySchema
      .parse(find(example, 'NetworkPolicy', 'cellardoor-db').spec)
      .ingress.flatMap(({ from, ports }) =>
        from.flatMap(({ podSelector }) =>
          (podSelector?.matchExpressions ?? [])
            .filter((expression) => expression.key === key)
            .map(({ values }) => ({ values, ports: ports.map(({ port }) => port) })),
        ),
      );

  test('have a database that loses no confirmed commit, with memory and a major version that do not change by themselves', () => {
    const { spec } = find(example, 'Cluster');

    expect(spec).toMatchObject({
      instances: 3,
      imageName: expect.stringMatching(/:18-/),
      postgresql: {
        synchronous: { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true },
        parameters: { shared_buffers: '512MB' },
      },
      walStorage: { size: expect.any(String) },
      resources: { requests: { memory: '2Gi' }, limits: { memory: '2Gi' } },
    });
  });

  test('lose at most one instance of the database, and one process, with a node', () => {
    const spread = z.object({ template: z.object({ spec: z.object({ topologySpreadConstraints: z.array(z.unknown()) }) }) });

    expect(find(example, 'Cluster').spec).toMatchObject({
      affinity: { enablePodAntiAffinity: true, podAntiAffinityType: 'required', topologyKey: 'kubernetes.io/hostname' },
    });
    for (const component of ['web', 'worker'])
      expect(spread.parse(find(example, 'Deployment', `cellardoor-${component}`).spec).template.spec.topologySpreadConstraints).toEqual(
        ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
          maxSkew: 1,
          topologyKey,
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: { 'app.kubernetes.io/component': component } },
        })),
      );
  });

  test('report the backup of a night hours after it, and not that of the night before', () => {
    const hourIn = (kind: string, fields: string) =>
      Number(
        new RegExp(`^${fields} (\\d+) \\* \\* \\*$`).exec(z.object({ schedule: z.string() }).parse(find(example, kind).spec).schedule)?.[1],
      );
    const [backup, report] = [hourIn('ScheduledBackup', '0 0'), hourIn('CronJob', '0')];
    const [, maxAge] = /MAX_AGE_MS = (\d+) \*/.exec(readFileSync(join(KUBERNETES, 'overlays/example/report-backup.mjs'), 'utf8')) ?? [];

    expect(report - backup).toBeGreaterThanOrEqual(3);
    expect(report + 24 - backup).toBeGreaterThan(Number(maxAge));
  });

  test('let instances of the database ask each other whether they are isolated', () => {
    expect(rulesFor('cnpg.io/cluster')).toEqual([{ values: [], ports: [5432, 8000] }]);
  });

  test('admit each pod that has the address of the database, and no other', () => {
    const components = podsOf(restored)
      .filter(({ containers }) => containers.some(({ env }) => env.some(({ name }) => name.endsWith('DATABASE_URL'))))
      .map(({ labels }) => labels['app.kubernetes.io/component']);

    expect(rulesFor('app.kubernetes.io/component')[0]?.values.toSorted()).toEqual([...new Set(components)].toSorted());
  });

  test.each([
    { overlay: 'example', resources: example },
    { overlay: 'restore', resources: restored },
  ])('name a variable before another one has its value, in $overlay', ({ resources }) => {
    const pods = podsOf(resources);
    expect(pods.length).toBeGreaterThan(3);
    for (const { name, containers } of pods)
      for (const { env } of containers)
        for (const [at, { value = '' }] of env.entries()) {
          const earlier = env.slice(0, at).map((each) => each.name);
          const used = Array.from(value.matchAll(/\$\((\w+)\)/g), ([, variable]) => variable);
          expect(
            used.filter((variable) => !earlier.includes(variable ?? '')),
            name,
          ).toEqual([]);
        }
  });

  test('have a gateway for each host, whose route removes the headers of traces and ends no request', () => {
    const { data = {} } = find(
      example,
      'ConfigMap',
      example.find(({ data: literals }) => literals?.PUBLIC_URL !== undefined)?.metadata.name,
    );
    const { listeners } = z
      .object({ listeners: z.array(z.object({ name: z.string(), protocol: z.string(), hostname: z.string().optional() }).loose()) })
      .parse(find(example, 'Gateway').spec);
    const hosts = [...(data.SITES ?? '').split(', ').map((site) => site.split('=')[0]), new URL(data.OFFICE_URL ?? '').hostname];

    expect(listeners.flatMap(({ hostname }) => hostname ?? [])).toEqual(hosts);
    expect(find(example, 'HTTPRoute', 'cellardoor').spec).toMatchObject({
      parentRefs: listeners.filter(({ protocol }) => protocol === 'HTTPS').map(({ name }) => ({ name: 'cellardoor', sectionName: name })),
      rules: [
        {
          filters: [{ type: 'RequestHeaderModifier', requestHeaderModifier: { remove: ['traceparent', 'tracestate'] } }],
          timeouts: { request: '0s' },
        },
      ],
    });
    expect(example.map(({ kind }) => kind)).not.toContain('Ingress');
  });

  test('name an image that runs with them', () => {
    for (const { containers } of podsOf(example))
      for (const { image } of containers) expect(image).toMatch(/:(?!0\.[0-2]\.)\d+\.\d+\.\d+$/);
  });

  test('let Prometheus read the metrics with the token, under the name of the rules', () => {
    const monitors = render('components/monitoring');
    const podMonitor = z.object({
      podMetricsEndpoints: z.tuple([
        z
          .object({
            authorization: z.object({ credentials: z.object({ name: z.string(), key: z.string() }) }),
            relabelings: z.tuple([z.object({ targetLabel: z.literal('job'), replacement: z.string() })]),
          })
          .loose(),
      ]),
    });
    const [endpoint] = podMonitor.parse(find(monitors, 'PodMonitor', 'cellardoor').spec).podMetricsEndpoints;

    expect(endpoint).toMatchObject({
      port: 'http',
      path: '/metrics',
      authorization: { credentials: { name: 'cellardoor', key: 'METRICS_TOKEN' } },
    });
    expect(readFileSync(join(ROOT, 'deploy/monitoring/rules.yaml'), 'utf8')).toContain(`up{job="${endpoint.relabelings[0].replacement}"}`);
    expect(JSON.stringify(example)).not.toContain('prometheus.io/scrape');
  });

  test('have a name of the database, and of its volumes, that the rules know', () => {
    const monitor = find(render('components/monitoring'), 'PodMonitor', 'cellardoor-db');
    const rules = readFileSync(join(ROOT, 'deploy/monitoring/rules.yaml'), 'utf8');
    const patterns = (label: string) =>
      new Set(Array.from(rules.matchAll(new RegExp(`${label}=~"(cellardoor-[^"]+)"`, 'g')), ([, pattern = '']) => pattern));

    expect(monitor.spec).toMatchObject({
      selector: { matchExpressions: [{ key: 'cnpg.io/cluster', operator: 'Exists' }] },
      podMetricsEndpoints: [
        { port: 'metrics', relabelings: [{ sourceLabels: ['__meta_kubernetes_pod_label_cnpg_io_cluster'], targetLabel: 'job' }] },
      ],
    });
    for (const { metadata } of [find(example, 'Cluster'), find(restored, 'Cluster')]) {
      expect([...patterns('job')].map((pattern) => new RegExp(`^(?:${pattern})$`).test(metadata.name))).toEqual([true]);
      for (const claim of [`${metadata.name}-1`, `${metadata.name}-1-wal`])
        expect([...patterns('persistentvolumeclaim')].map((pattern) => new RegExp(`^(?:${pattern})$`).test(claim))).toEqual([true]);
    }
  });

  describe('of a restored database', () => {
    const clusterOf = () => find(restored, 'Cluster');

    test('read the backups of the former one, and write under another name', () => {
      const former = find(example, 'Cluster').metadata.name;
      const cluster = clusterOf();
      const [store] = example.filter(({ kind }) => kind === 'ObjectStore');

      expect(cluster.metadata.name).not.toBe(former);
      expect(cluster.spec).toMatchObject({
        bootstrap: { recovery: { source: 'backup', database: 'cellardoor', owner: 'cellardoor' } },
        externalClusters: [{ name: 'backup', plugin: { parameters: { barmanObjectName: store?.metadata.name, serverName: former } } }],
        plugins: [{ isWALArchiver: true, parameters: { barmanObjectName: store?.metadata.name } }],
      });
      expect(cluster.spec).not.toHaveProperty('bootstrap.initdb');
    });

    test('take all that uses the database to the restored one', () => {
      const { name: cluster } = clusterOf().metadata;
      const hosts = podsOf(restored).flatMap(({ containers }) =>
        containers.flatMap(({ env }) => env.filter(({ name }) => name === 'DATABASE_HOST').map(({ value }) => value)),
      );

      // Web processes, the worker, the report of backups, and two containers of the job.
      expect(hosts).toEqual(Array.from({ length: 5 }, () => `${cluster}-rw`));
      expect(JSON.stringify(find(restored, 'Job', 'cellardoor-migrate'))).toContain(`"name":"${cluster}-app"`);
      for (const kind of ['ScheduledBackup', 'Backup']) expect(find(restored, kind).spec).toMatchObject({ cluster: { name: cluster } });
    });

    test('renew the installation before the audit, with the image of the shop', () => {
      const [job] = podsOf([find(restored, 'Job', 'cellardoor-renew-installation')]);
      const [migrate] = podsOf([find(restored, 'Job', 'cellardoor-migrate')]);

      expect(job?.containers).toMatchObject([
        { command: ['node', 'src/cli/cli.ts', 'payment', 'renew-installation'] },
        { command: ['node', 'src/cli/cli.ts', 'audit'] },
      ]);
      expect(new Set(job?.containers.map(({ image }) => image))).toEqual(new Set([migrate?.containers[0]?.image]));
    });

    test('have the labels by which the guide applies one part after the other', () => {
      const of = (component: string) =>
        restored.filter(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === component).map(({ kind }) => kind);

      expect(of('database').toSorted()).toEqual(['Cluster', 'NetworkPolicy', 'ObjectStore']);
      expect(of('restore')).toEqual(['Job']);
      expect(of('backup')).toEqual(['Backup']);
      for (const component of ['web', 'worker', 'migrate']) expect(of(component)).toHaveLength(1);
    });
  });
});

test('the run on a cluster finds its commands and lines in the guide and the example', () => {
  const script = readFileSync(join(ROOT, 'tests/image/kubernetes.sh'), 'utf8');
  const guide = readFileSync(join(ROOT, 'docs/guides/run-in-containers.md'), 'utf8');
  const overlay = readFileSync(join(KUBERNETES, 'overlays/example/kustomization.yaml'), 'utf8');
  const starts = Array.from(script.matchAll(/\bblock '([^']+)'/g), ([, start = '']) => start);

  expect(starts).toHaveLength(2);
  expect(starts.filter((start) => !guide.includes(`\`\`\`sh\n${start}`))).toEqual([]);
  expect(guide).toMatch(/kubectl --namespace cellardoor rollout undo [a-z -]+`/);
  for (const line of ['  - backup.yaml', 'patches:', '    newTag: 0.3.0']) expect(overlay.split('\n')).toContain(line);
  expect(overlay).toContain('\n      - SITES=');
  // The cluster of the test has one node.
  expect(script).toContain('affinity: { podAntiAffinityType: preferred }');
  const operating = readFileSync(join(ROOT, 'docs/guides/operating.md'), 'utf8');
  for (const [, pattern = ''] of script.matchAll(/grep -o '([^']+)' docs\/guides\/operating\.md/g))
    expect(operating).toMatch(new RegExp(pattern));
});
