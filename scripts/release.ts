/**
 * `npm run release -- VERSION [--dry-run]`: makes a release of the commit that is checked out. Moves the entries below "Unreleased" of
 * CHANGELOG.md below the version and today's date, sets the version in package.json, package-lock.json and the files for deployment, writes
 * the statements of the release, commits, and tags the commit `vVERSION`. Run `npm run check` and `npm test` before, and push the commit and the tag afterwards.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { writeReleasedStatements } from './released-statements.ts';

const HEADING = '## Unreleased\n';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** Reason not to release. The message is shown to the user. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** Returns true if version `a` is later than `b`. Both have the form `1.2.3`. */
export function isLater(a: string, b: string): boolean {
  const [one, other] = [a, b].map((version) => version.split('.').map(Number));
  const difference = [0, 1, 2].map((at) => (one?.[at] ?? 0) - (other?.[at] ?? 0)).find((each) => each !== 0);
  return difference !== undefined && difference > 0;
}

/**
 * Returns the changelog with the unreleased entries below a version.
 *
 * @param today ISO date
 * @throws ReleaseError if there is nothing to release
 */
export function releaseChangelog(changelog: string, version: string, today: string): string {
  const start = changelog.indexOf(HEADING);
  if (start < 0) throw new ReleaseError('CHANGELOG.md has no heading "## Unreleased".');
  const entries = changelog.slice(start + HEADING.length);
  const end = entries.indexOf('\n## ');
  if ((end < 0 ? entries : entries.slice(0, end)).trim() === '') throw new ReleaseError('CHANGELOG.md has no entries below "Unreleased".');
  return `${changelog.slice(0, start)}${HEADING}\n## ${version} - ${today}\n${entries}`;
}

const jsonObject = z.record(z.string(), z.unknown());
const write = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const setVersion = (manifest: string, version: string): string => write({ ...jsonObject.parse(JSON.parse(manifest)), version });

/** Where files for deployment name the release whose image they run. */
const NAMED_VERSIONS = [
  { path: 'deploy/kubernetes/overlays/example/kustomization.yaml', before: 'newTag: ' },
  { path: 'deploy/compose/example.env', before: 'SHOP_VERSION=' },
  { path: 'Dockerfile', before: 'ARG VERSION=' },
] as const;

/** Puts a version where a file names another. @throws ReleaseError if it names none */
function setNamedVersion(text: string, { path, before }: (typeof NAMED_VERSIONS)[number], version: string): string {
  const named = new RegExp(`(?<=${before})\\d+\\.\\d+\\.\\d+$`, 'm');
  if (!named.test(text)) throw new ReleaseError(`${path} names no version after "${before}".`);
  return text.replace(named, version);
}

/** Sets the version of the root package, which a lock file states twice. */
function setLockVersion(lock: string, version: string): string {
  const whole = jsonObject.parse(JSON.parse(lock));
  const packages = jsonObject.parse(whole.packages);
  return write({ ...whole, version, packages: { ...packages, '': { ...jsonObject.parse(packages['']), version } } });
}

interface ReleaseOptions {
  /** Root folder of the repository. */
  readonly root: string;
  readonly version: string;
  /** ISO date */
  readonly today: string;
  readonly isDryRun: boolean;
  /** Writes the statements of the release, for the checks of the next one. */
  readonly writeStatements: (root: string, version: string) => void;
}

/**
 * Creates a release and returns its tag. @throws ReleaseError if the version is not later than the current one, files are not
 * committed, or the tag exists
 */
export function release({ root, version, today, isDryRun, writeStatements }: ReleaseOptions): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const current = z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
  const tag = `v${version}`;
  if (!VERSION.test(version)) throw new ReleaseError(`"${version}" is not a version like 1.2.3.`);
  if (!isLater(version, current)) throw new ReleaseError(`${version} is not later than ${current}.`);
  if (git('status', '--porcelain') !== '') throw new ReleaseError('Commit or discard your changes first.');
  if (git('tag', '--list', tag) !== '') throw new ReleaseError(`The tag ${tag} exists.`);
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const changelog = releaseChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, today);
  const named = NAMED_VERSIONS.map((place) => {
    const path = join(root, place.path);
    return { path, text: setNamedVersion(readFileSync(path, 'utf8'), place, version) };
  });
  if (isDryRun) return tag;
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  writeFileSync(join(root, 'package.json'), setVersion(manifest, version));
  writeFileSync(join(root, 'package-lock.json'), setLockVersion(lock, version));
  for (const { path, text } of named) writeFileSync(path, text);
  writeStatements(root, version);
  git('commit', '--all', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', tag, '--message', `Release ${version}`);
  return tag;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } }, allowPositionals: true });
  try {
    const tag = release({
      root: fileURLToPath(new URL('..', import.meta.url)),
      version: positionals[0] ?? '',
      today: new Date().toISOString().slice(0, 10),
      isDryRun: values['dry-run'],
      writeStatements: writeReleasedStatements,
    });
    console.log(values['dry-run'] ? `${tag} could be released.` : `Released ${tag}. Push it with: git push --follow-tags`);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
