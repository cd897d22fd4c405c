// Decides whether a step has to run again: compares its input files with the marker of the last run. Compares times and sizes
// first, contents only if those differ (a fresh checkout, a touched file).
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @typedef {{ times: string, contents: string }} Inputs `times` is one line per file with its size and times; `contents` is a
 * hash of names and bytes.
 */

/**
 * Compares files and folders (relative to the project) with a marker.
 * @param {readonly string[]} paths missing ones are ignored
 * @param {(path: string) => boolean} counts returns true for files to compare, by path relative to the project with forward slashes
 * @returns {Promise<{ current: boolean, inputs: Inputs }>} `inputs` must be written to the marker once the step has succeeded
 */
export async function compareInputs(marker, paths, counts = () => true) {
  const files = paths.flatMap(listFiles).filter(counts).sort();
  const times = files.map((file) => `${file} ${timesOf(file)}`).join('\n');
  const before = readMarker(marker);
  if (before?.times === times) return { current: true, inputs: before };
  const inputs = { times, contents: await hashOf(files) };
  const current = before?.contents === inputs.contents;
  if (current) writeMarker(marker, inputs);
  return { current, inputs };
}

/** @param {Inputs} inputs */
export function writeMarker(marker, inputs) {
  const file = join(ROOT, marker);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(inputs));
}

function readMarker(marker) {
  try {
    return JSON.parse(readFileSync(join(ROOT, marker), 'utf8'));
  } catch {
    return undefined;
  }
}

function listFiles(path) {
  const stats = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (stats.isFile()) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = `${path}/${entry.name}`;
    return entry.isDirectory() ? listFiles(inside) : [inside];
  });
}

function timesOf(file) {
  const { size, mtimeMs, ctimeMs } = statSync(join(ROOT, file));
  return `${size} ${mtimeMs} ${ctimeMs}`;
}

async function hashOf(files) {
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = readFileSync(join(ROOT, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
