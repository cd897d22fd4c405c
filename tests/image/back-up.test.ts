/** The scripts that back up a shop in containers, or report its backups: with stand-ins for Docker and for the API of Kubernetes. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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
  /** Runs it with a Docker that writes down its commands. @param failing part of a command that fails */
  async function backUp(failing = 'nothing') {
    const calls = join(folder, 'calls');
    const standIn = `echo "$*" >> ${calls}; case "$*" in *"${failing}"*) exit 1;; *pg_dump*) echo dump;; *pg_restore*) cat > ${join(folder, 'restored')};; *tar*) echo pictures;; esac`;
    const PATH = await writeStandIns(join(folder, 'bin'), { docker: standIn });
    const backups = join(folder, 'backups');
    mkdirSync(backups, { recursive: true });
    const { status, output } = run('bash', [join(ROOT, 'deploy/compose/back-up.sh'), backups], { PATH });
    return { status, output, backups, calls: readFileSync(calls, 'utf8').trimEnd().split('\n') };
  }

  test('restores the dump, audits it, and reports that, before it deletes old dumps', async () => {
    const old = join(folder, 'backups/shop-20200101T030000Z.dump');
    mkdirSync(join(folder, 'backups'));
    writeFileSync(old, 'old');
    utimesSync(old, 0, 0);

    const { status, output, backups, calls } = await backUp();

    expect(status, output).toBe(0);
    const kept = readdirSync(backups).filter((name) => !name.startsWith('.'));
    expect(kept).toEqual(['pictures.tar', expect.stringMatching(/^shop-\d{8}T\d{6}Z\.dump$/)]);
    for (const file of [join(backups, kept[1] ?? ''), join(folder, 'restored')]) expect(readFileSync(file, 'utf8')).toBe('dump\n');
    const words = ['pg_dump', 'createdb', 'pg_restore', 'cli.ts audit', 'tar --xattrs', 'backup report ok', 'dropdb'];
    const at = words.map((word) => calls.findLastIndex((call) => call.includes(word)));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(calls.find((call) => call.includes('report'))).toContain(`--note ${kept[1]}, restored, 0 differences`);
  });

  test.each(['pg_dump', 'pg_restore', 'cli.ts audit', 'tar --xattrs'])('reports a failed %s, and keeps what it had', async (failing) => {
    const old = join(folder, 'backups/shop-20200101T030000Z.dump');
    mkdirSync(join(folder, 'backups'));
    writeFileSync(old, 'old');
    utimesSync(old, 0, 0);

    const { status, backups, calls } = await backUp(failing);

    expect(status).toBe(1);
    expect(readdirSync(backups).filter((name) => !name.startsWith('.'))).toEqual(['shop-20200101T030000Z.dump']);
    expect(calls.at(-1)).toMatch(/backup report failed --note back-up\.sh failed: \w+/);
    expect(calls.join('\n')).not.toContain('report ok');
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
