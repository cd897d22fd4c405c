/** The scripts that back up a shop in containers, or report its backups: with stand-ins for Docker and for the API of Kubernetes. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { reasonToSkip, run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOUR_MS = 3_600_000;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellardoor-back-up-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(reasonToSkip('flock') !== null)('back-up.sh', () => {
  interface Circumstances {
    /** Part of a command of Docker that fails. */
    readonly failing?: string;
    /** What the audit prints. */
    readonly audit?: string;
    /** Exit code of tar. */
    readonly tar?: number;
    /** Files beside compose.yaml. */
    readonly settings?: Readonly<Record<string, string>>;
    readonly variables?: Readonly<Record<string, string>>;
  }

  /** Runs it with a Docker that writes down its commands. */
  async function backUp({
    failing = 'nothing',
    audit = '0 differences in 12 comparisons.',
    tar = 0,
    settings = {},
    variables = {},
  }: Circumstances = {}) {
    const calls = join(folder, 'calls');
    const audited = join(folder, 'audited');
    writeFileSync(calls, '');
    const root = join(folder, 'shop');
    mkdirSync(join(root, 'deploy/compose'), { recursive: true });
    cpSync(join(ROOT, 'deploy/compose/back-up.sh'), join(root, 'deploy/compose/back-up.sh'));
    for (const [name, text] of Object.entries(settings)) writeFileSync(join(root, name), text);
    const docker = `echo "$*" >> ${calls}; printf %s "$AWS_SECRET_ACCESS_KEY" >> ${join(folder, 'keys')}
case "$*" in
  *"${failing}"*) exit 1 ;;
  *pg_dump*) echo dump ;;
  *pg_restore*) cat > ${join(folder, 'restored')} ;;
  *"cli.ts audit"*) while [ $# -gt 1 ] && [ "$1" != sh ]; do shift; done; DATABASE_URL=postgres://shop@postgres/cellardoor exec "$@" ;;
  *tar*) while [ $# -gt 1 ] && [[ "$1" != *:bookworm-slim ]]; do shift; done; shift; exec "$@" ;;
esac`;
    const node = `echo "$DATABASE_URL" > ${audited}; echo "${audit}" >&2; [ "${audit}" = "0 differences in 12 comparisons." ]`;
    const standIns = { docker, node, tar: `echo pictures; exit ${tar}`, sync: `echo "sync $*" >> ${calls}` };
    const PATH = await writeStandIns(join(folder, 'bin'), standIns);
    const backups = join(folder, 'backups');
    mkdirSync(backups, { recursive: true });
    const { status, output } = run('bash', [join(root, 'deploy/compose/back-up.sh'), backups], {
      PATH,
      RESTIC_CACHE_DIR: join(folder, 'cache'),
      ...variables,
    });
    const auditedUrl = existsSync(audited) ? readFileSync(audited, 'utf8').trim() : null;
    const lines = readFileSync(calls, 'utf8').trimEnd().split('\n');
    const reports = lines.flatMap((call) => call.split('src/cli/cli.ts backup report ')[1] ?? []);
    const kept = readdirSync(backups).filter((name) => !name.startsWith('.'));
    return { status, output, backups, kept, reports, auditedUrl, calls: lines, root };
  }

  const OLD = 'shop-20200101T030000Z.dump';
  const DUMP = /^shop-\d{8}T\d{6}Z\.dump$/;
  function writeDump(name: string, daysAgo: number): void {
    const path = join(folder, 'backups', name);
    writeFileSync(path, 'old');
    const at = Date.now() / 1_000 - daysAgo * 86_400;
    utimesSync(path, at, at);
  }
  beforeEach(() => {
    mkdirSync(join(folder, 'backups'));
    writeDump(OLD, 16);
  });

  test('restores the dump, audits it, and reports both, before it deletes old dumps', async () => {
    const { status, output, backups, kept, calls, reports } = await backUp();

    expect(status, output).toBe(0);
    expect(kept).toEqual(['pictures.tar', expect.stringMatching(DUMP)]);
    for (const file of [join(backups, kept[1] ?? ''), join(folder, 'restored')]) expect(readFileSync(file, 'utf8')).toBe('dump\n');
    const words = [
      'pg_dump',
      'createdb',
      'pg_restore',
      'cli.ts audit',
      '.dump.part',
      'tar --xattrs',
      'pictures.tar.part',
      'backup report ok --note',
      'dropdb',
    ];
    const at = words.map((word) => calls.findIndex((call) => call.includes(word) && !call.includes('--if-exists')));
    at[words.length - 1] = calls.findLastIndex((call) => call.includes('dropdb'));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(reports).toEqual([
      `ok --verification --differences 0 --note ${kept[1]} restored, 0 differences in 12 comparisons`,
      `ok --note ${kept[1]}, restored, 0 differences in 12 comparisons`,
    ]);
  });

  test('reads the shop, and writes, audits and drops only the scratch database', async () => {
    const { calls, auditedUrl } = await backUp();

    const scratch = 'cellardoor_verification';
    const written = calls.filter((call) => /dropdb|createdb|pg_restore/.test(call));
    expect(written).toHaveLength(4);
    for (const call of written) expect(call).toMatch(new RegExp(` ${scratch}(?: --exit-on-error)?$`));
    expect(calls.find((call) => call.includes('pg_restore'))).toContain('--exit-on-error');
    expect(calls.find((call) => call.includes('pg_dump'))).toMatch(/ cellardoor$/);
    expect(auditedUrl).toBe(`postgres://shop@postgres/${scratch}`);
  });

  test('keeps dumps for 14 days, or as many as KEEP_DAYS says, which only their owner can read', async () => {
    writeDump('shop-old.dump', 13);

    const { backups, kept } = await backUp();
    expect(kept).toEqual(['pictures.tar', expect.stringMatching(DUMP), 'shop-old.dump']);
    for (const name of kept.slice(0, 2)) expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600);

    expect((await backUp({ variables: { KEEP_DAYS: '3' } })).kept).not.toContain('shop-old.dump');
  });

  test('does nothing while another backup runs', async () => {
    const PATH = await writeStandIns(join(folder, 'bin'), { docker: `touch ${join(folder, 'called')}` });
    const holder = 'exec 8>"$1/.lock"; flock 8; bash "$2" "$1"';

    const { status, output } = run('bash', ['-c', holder, 'sh', join(folder, 'backups'), join(ROOT, 'deploy/compose/back-up.sh')], {
      PATH,
    });

    expect([status, output]).toEqual([1, 'Another backup is running.\n']);
    expect(existsSync(join(folder, 'called'))).toBe(false);
    expect(existsSync(join(folder, 'backups', OLD))).toBe(true);
  });

  test.each([
    ['pg_dump', 'dumping the database'],
    ['pg_restore', 'restoring the dump into a scratch database'],
    ['cli.ts audit', 'auditing the restored database'],
  ])('reports a failed %s, and keeps what it had', async (failing, step) => {
    const { status, kept, calls, reports } = await backUp({ failing });

    expect(status).toBe(1);
    expect(kept).toEqual([OLD]);
    expect(calls.at(-1)).toMatch(new RegExp(`backup report failed --note back-up\\.sh failed: ${step}$`));
    expect(reports.map((report) => report.split(' --note')[0])).toEqual(
      failing === 'pg_dump' ? ['failed'] : ['failed --verification', 'failed'],
    );
  });

  test('reports differences that the audit found, and keeps the dump beside the last one without any', async () => {
    const { status, kept, reports } = await backUp({ audit: '3 differences in 12 comparisons.' });

    expect(status).toBe(1);
    expect(kept).toEqual(['pictures.tar', OLD, expect.stringMatching(DUMP)]);
    expect(reports).toEqual([
      expect.stringMatching(/^failed --verification --differences 3 --note .* restored, 3 differences in 12 comparisons$/),
      expect.stringMatching(/^ok --note .*, restored, 3 differences/),
    ]);
  });

  test('takes pictures that changed while they were copied', async () => {
    const { status, output, kept, reports } = await backUp({ tar: 1 });

    expect(status, output).toBe(0);
    expect(kept).toContain('pictures.tar');
    expect(reports.at(-1)).toMatch(/^ok /);
  });

  test.each([{ tar: 2 }, { failing: 'tar --xattrs' }])(
    'keeps the dump when the pictures could not be copied: %o',
    async (circumstances) => {
      const { status, kept, reports } = await backUp(circumstances);

      expect(status).toBe(1);
      expect(kept).toEqual([OLD, expect.stringMatching(DUMP)]);
      expect(reports).toEqual([expect.stringMatching(/^ok --verification/), 'failed --note back-up.sh failed: copying the pictures']);
    },
  );

  describe.skipIf(reasonToSkip('restic') !== null)('with restic.env', () => {
    const restic = (repository: string) =>
      `RESTIC_REPOSITORY=${repository}\nRESTIC_PASSWORD=secret\nAWS_SECRET_ACCESS_KEY=of-the-backups\n`;

    test('copies the folder and the settings to the repository, from where they are restored', async () => {
      const repository = join(folder, 'repository');
      const environment = { RESTIC_REPOSITORY: repository, RESTIC_PASSWORD: 'secret', RESTIC_CACHE_DIR: join(folder, 'cache') };
      expect(run('restic', ['init'], environment)).toMatchObject({ status: 0 });

      const { status, output, kept, reports, root } = await backUp({
        settings: { 'restic.env': restic(repository), '.env': 'SECRETS_KEY=s', 'shop.env': 'X=y' },
      });

      expect(status, output).toBe(0);
      expect(reports.at(-1)).toMatch(/0 differences in 12 comparisons, copied off the server$/);
      // Docker would take the keys of the backups for those of the pictures.
      expect(readFileSync(join(folder, 'keys'), 'utf8')).toBe('');
      const target = join(folder, 'elsewhere');
      expect(run('restic', ['restore', 'latest', '--target', target], environment)).toMatchObject({ status: 0 });
      expect(readFileSync(join(target, folder, 'backups', kept[1] ?? ''), 'utf8')).toBe('dump\n');
      expect(readFileSync(join(target, root, '.env'), 'utf8')).toBe('SECRETS_KEY=s');
      expect(existsSync(join(target, root, 'shop.env'))).toBe(true);
    });

    test('reports a failure if the repository cannot be reached, and keeps what it made', async () => {
      const { status, kept, reports } = await backUp({
        settings: { 'restic.env': restic(join(folder, 'missing')), '.env': '' },
      });

      expect(status).toBe(1);
      expect(kept).toEqual(['pictures.tar', expect.stringMatching(DUMP)]);
      expect(reports.at(-1)).toBe('failed --note back-up.sh failed: copying the backups off the server');
    });
  });
});

describe('report-backup.mjs', () => {
  const backup = (name: string, phase: string, hoursAgo: number, cluster = 'cellardoor-db') => {
    const at = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
    return {
      metadata: { name, creationTimestamp: at },
      spec: { cluster: { name: cluster } },
      status: { phase, ...(phase === 'completed' ? { stoppedAt: at } : { error: 'the bucket is away' }) },
    };
  };

  /** Runs it on a list of backups. @returns the words after `backup report` */
  async function report(items: readonly object[], status = 200): Promise<readonly string[]> {
    const requests: string[] = [];
    const api = createServer((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(status).end(JSON.stringify({ items }));
    });
    const port = await freePort();
    await new Promise<void>((resolve) => void api.listen(port, '127.0.0.1', resolve));
    mkdirSync(join(folder, 'src/cli'), { recursive: true });
    writeFileSync(join(folder, 'src/cli/cli.ts'), `require('node:fs').writeFileSync('words', JSON.stringify(process.argv.slice(2)));`);
    for (const [name, text] of Object.entries({ namespace: 'wine', token: 'secret\n' })) writeFileSync(join(folder, name), text);
    try {
      await promisify(execFile)(process.execPath, [join(ROOT, 'deploy/kubernetes/overlays/example/report-backup.mjs')], {
        cwd: folder,
        env: { CLUSTER: 'cellardoor-db', KUBERNETES_API: `http://127.0.0.1:${port}`, ACCOUNT: folder },
      });
    } finally {
      api.close();
    }
    expect(requests).toEqual(['/apis/postgresql.cnpg.io/v1/namespaces/wine/backups Bearer secret']);
    const [command, subcommand, ...words] = readFileSync(join(folder, 'words'), 'utf8').slice(2, -2).split('","');
    expect([command, subcommand]).toEqual(['backup', 'report']);
    return words;
  }

  test('reports a backup of this night, and that it was not restored', async () => {
    expect(await report([backup('night-2', 'completed', 3), backup('night-1', 'completed', 27)])).toEqual([
      'ok',
      '--note',
      'CloudNativePG: night-2, not restored',
    ]);
  });

  test('reports a failure if the latest backup is of the night before, with the reason', async () => {
    const items = [backup('night-1', 'completed', 27), backup('night-2', 'failed', 3), backup('other', 'completed', 3, 'cellardoor-db-2')];

    expect(await report(items)).toEqual(['failed', '--note', 'CloudNativePG: no backup of cellardoor-db for 26 hours: the bucket is away']);
  });

  test('reports a failure if there is no backup', async () => {
    expect((await report([])).slice(0, 2)).toEqual(['failed', '--note']);
  });

  test('fails without a report if Kubernetes refuses the list', async () => {
    await expect(report([], 403)).rejects.toThrow('The API of Kubernetes answered 403.');
    expect(existsSync(join(folder, 'words'))).toBe(false);
  });
});
