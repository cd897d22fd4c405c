/** Commands that operators run on containers name services of compose.yaml and objects of the Kubernetes manifests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { VARIABLES } from '#lib/server/config.ts';
import { readGuideBlocks, readGuideCode } from '#tests/fixtures/guide-blocks.ts';
import { readComposeServices } from './compose-file.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['base', 'overlays/example', 'overlays/restore'].map((name) => join(ROOT, 'deploy/kubernetes', name));
/** What the start of the guide creates. */
const SECRETS = ['cellardoor', 'cellardoor-db-shop', 'cellardoor-backup'];

const manifest = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }).optional(),
  spec: z.unknown().optional(),
});
const manifests = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.yaml'))
  .flatMap((path) => parseAllDocuments(readFileSync(path, 'utf8'), { merge: true }))
  .map((document) => manifest.parse(document.toJS()));
const namesOf = (kind: string) => manifests.filter((each) => each.kind === kind).map(({ metadata }) => metadata?.name);

/** Lines of blocks, and commands in sentences and tables. */
async function readCommands(program: string): Promise<readonly string[]> {
  const guides = ['operating', 'run-in-containers'];
  const lines = (await readGuideBlocks(guides)).flatMap(({ text }) => text.split('\n'));
  const codes = (await Promise.all(guides.map(readGuideCode))).flat();
  return [...new Set([...lines, ...codes].filter((line) => line.startsWith(program)))];
}
const namedIn = (commands: readonly string[], pattern: RegExp) => [
  ...new Set(commands.flatMap((command) => Array.from(command.matchAll(pattern), ([, name = '']) => name.trim().split(/,? /)).flat())),
];

test('compose: services exist', async () => {
  const named = namedIn(
    await readCommands('docker compose'),
    /docker compose (?:(?:exec|logs|run|top)(?: -T| --rm| --tail \d+)*|restart|stop) ([a-z][a-z0-9-]*)/g,
  );

  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !(name in readComposeServices()))).toEqual([]);
});

describe('Kubernetes', async () => {
  const commands = await readCommands('kubectl');

  test('a command names the namespace of the shop or of the operator, unless its object has none', () => {
    const others = commands.filter(
      (command) => !/(?:--namespace (?:cellardoor|cnpg-system)|create namespace \w+|get storageclass|kustomize)\b/.test(command),
    );

    expect(others.filter((command) => !command.startsWith('kubectl apply -k') && command.includes(' '))).toEqual([]);
  });

  test.each([
    { what: 'deployments', pattern: /deployment[ /]((?:cellardoor-[a-z]+ ?)+)/g, names: namesOf('Deployment') },
    { what: 'services of the database', pattern: /service\/(\S+)-rw /g, names: namesOf('Cluster') },
    { what: 'secrets', pattern: /(?:patch|label) secret (\S+)/g, names: SECRETS },
    {
      what: 'components',
      pattern: /kubernetes\.io\/component(?:=| in \()([a-z, ]+)/g,
      names: manifests.map(({ metadata }) => metadata?.labels['app.kubernetes.io/component']),
    },
  ])('$what exist', ({ pattern, names }) => {
    const named = namedIn(commands, pattern);

    expect(named).not.toEqual([]);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('volumes are those of an instance: of its data, and of its log', () => {
    const cluster = manifests.find(({ kind }) => kind === 'Cluster');
    const named = namedIn(commands, /(?:pvc[ /])(cellardoor-\S+)/g);

    expect(cluster?.spec).toMatchObject({ instances: 3, walStorage: { size: expect.any(String) } });
    expect(named.filter((name) => !new RegExp(`^${cluster?.metadata?.name}-[1-3](?:-wal)?$`).test(name))).toEqual([]);
    expect(named.some((name) => name.endsWith('-wal'))).toBe(true);
  });

  test('patches are JSON, and set variables that exist', () => {
    const patches = commands.flatMap((command) =>
      Array.from(command.matchAll(/--patch '([^']+)'/g), ([, text = '']): unknown => JSON.parse(text)),
    );
    const variables = patches.flatMap((patch) =>
      Object.keys(z.object({ stringData: z.record(z.string(), z.string()) }).safeParse(patch).data?.stringData ?? {}),
    );

    expect(patches.length).toBeGreaterThan(2);
    expect(variables.filter((name) => name !== 'password' && !(name in VARIABLES))).toEqual([]);
  });
});

test('a file reaches a command in a container', async () => {
  const scripts = [...(await readCommands('docker compose')), ...(await readCommands('kubectl'))].flatMap((command) =>
    Array.from(command.matchAll(/sh -c '([^']+)' < closed\.json$/g), ([, script = '']) => script),
  );

  expect(scripts).toHaveLength(2);
  for (const script of scripts) {
    const [, written] = /^cat > (\S+) && node src\/cli\/cli\.ts settings save opening shop --file (?:\S+) /.exec(script) ?? [];
    expect(script).toContain(`--file ${written} `);
    // The only other folder that can be written is that of the data.
    expect(written).toMatch(/^\/tmp\//);
  }
});
