/** An earlier state of this repository as a release: its source from the history, with its own packages and build. */
import { copyFile, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { PREPARE_SHOP } from './proxied-shop.ts';
import { buildRelease, type Release, ROOT, run } from './release.ts';

/** What a release is called whose commit has the version of this one. */
export const PREVIOUS_VERSION = '0.0.1';
const packageFile = z.looseObject({ version: z.string() });

/** Runs git in this clone, which may belong to another user. @returns what it prints */
async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['-c', `safe.directory=${ROOT.replace(/\/$/, '')}`, ...args], { cwd: ROOT });
  return stdout.trim();
}

/** Returns the commit before the one that added the newest migration. @throws Error in a clone without history */
async function findPreviousCommit(): Promise<string> {
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations/*.sql');
  return git('rev-parse', '--verify', `${added}^`).catch((error: unknown) => {
    throw new Error('The clone lacks the commit before the newest migration. Fetch its history: git fetch --unshallow.', { cause: error });
  });
}

/** Says whether a commit can use the packages of this clone, among which are links to folders of this one. */
async function hasSamePackages(commit: string): Promise<boolean> {
  const linked = await readdir(join(ROOT, 'node_modules/@cellardoor'));
  return git('diff', '--quiet', commit, '--', 'package-lock.json', ...linked.map((name) => `packages/${name}`)).then(
    () => true,
    () => false,
  );
}

async function extract(commit: string, root: string): Promise<void> {
  const archive = join(root, 'source.tar');
  await git('archive', '--output', archive, commit);
  await run('tar', ['-xf', archive, '-C', root]);
}

/** Gives the release a version of its own, by which processes tell their files and themselves from those of others. */
async function setVersion(root: string): Promise<void> {
  const file = join(root, 'package.json');
  const found = packageFile.parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify({ ...found, version: PREVIOUS_VERSION }, null, 2));
}

export interface PreviousRelease extends Release {
  /** Its commit, as `git log --oneline` has it. */
  readonly name: string;
}

/** Builds the release of a commit in a temporary folder. @param commit default: the one before the newest migration */
export async function buildPreviousRelease(commit?: string): Promise<PreviousRelease> {
  const name = await git('log', '-1', '--format=%h %s', commit ?? (await findPreviousCommit()), '--');
  const [hash = ''] = name.split(' ');
  const root = await mkdtemp(join(tmpdir(), 'cellardoor-previous-'));
  const release = await buildRelease(root, async () => {
    await extract(hash, root);
    if (await hasSamePackages(hash)) await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    else await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root });
    await setVersion(root);
    await mkdir(join(root, 'tests/operations'), { recursive: true });
    await copyFile(join(ROOT, PREPARE_SHOP), join(root, PREPARE_SHOP));
  });
  return { ...release, name };
}
