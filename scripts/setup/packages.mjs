// Checks whether the packages of package-lock.json are installed, and installs them.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { compareInputs, ROOT, writeMarker } from './inputs.mjs';

/** Inside node_modules, so that it is deleted with the packages. Named after the system, because packages differ by it. */
const MARKER = `node_modules/.installed-${process.platform}-${process.arch}.json`;
const INPUTS = ['package-lock.json'];
/** File that npm writes after an install. */
const NPMS_RECORD = 'node_modules/.package-lock.json';

/**
 * Returns true if the installed packages are those of the lock file, even if `npm ci` or `npm install` was run by hand.
 * @param {boolean} needsTools true if the packages for building and testing are required
 */
export async function packagesAreInstalled(needsTools) {
  if (!existsSync(join(ROOT, NPMS_RECORD))) return false;
  const { current, inputs } = await compareInputs(MARKER, INPUTS);
  if (current) return true;
  if (!recordMatchesLock(needsTools)) return false;
  if (needsTools) writeMarker(MARKER, inputs);
  return true;
}

export async function installPackages() {
  const { runStep } = await import('./run-step.mjs');
  const { inputs } = await compareInputs(MARKER, INPUTS);
  // Windows cannot replace a running Node, so `npm install` is used there, which replaces only changed packages.
  const runsInside = process.execPath.startsWith(join(ROOT, 'node_modules'));
  const verb = process.platform === 'win32' && runsInside ? 'install' : 'ci';
  await runStep('Installing packages', [verb, '--include=dev', '--no-audit', '--no-fund'], { PATH: pathWithoutOwnPrograms() });
  writeMarker(MARKER, inputs);
}

function recordMatchesLock(needsTools) {
  const lock = readPackages('package-lock.json');
  const record = readPackages(NPMS_RECORD);
  const same = Object.entries(record).every(([path, { version }]) => lock[path]?.version === version);
  const needed = Object.entries(lock).filter(([path, entry]) => path !== '' && !isSpare(entry, needsTools));
  return same && needed.every(([path]) => path in record);
}

function isSpare({ optional, devOptional, dev }, needsTools) {
  return optional || devOptional || (dev && !needsTools);
}

function readPackages(file) {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
}

/** Returns a PATH without the shop's own Node, because npm removes it while it installs. */
function pathWithoutOwnPrograms() {
  const own = join(ROOT, 'node_modules', '.bin');
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== own)
    .join(delimiter);
}
