/**
 * `node scripts/indicators.ts [DIR]`: prints indicators of the structure of a checkout: sizes of files and folders, and the files
 * of each flow of ARCHITECTURE.md. They are for information, not targets. Comments, blank lines, tests, messages, generated files
 * and data do not count.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, posix, resolve } from 'node:path';
import { parseSync } from 'vite';

const COUNTED = /^(?:src|packages)\/.*\.tsx?$/;
const EXCLUDED = /\.(?:test|spec)\.tsx?$|\/testing\/|\.d\.ts$|(?:^|\/)messages(?:\.ts$|\/)|\/node_modules\//;
const SHORT_LINES = 40;
const LONG_LINES = 400;
const MAX_FOLDER_FILES = 30;

/** Counts the lines of a source file that contain code. */
export function countCodeLines(path: string, source: string): number {
  let code = source;
  for (const { start, end } of parseSync(path, source).comments)
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/** A flow of ARCHITECTURE.md: a heading and a table whose last column names files. */
export interface Flow {
  readonly name: string;
  readonly files: readonly string[];
}

/** Reads the flows below the heading "Flows": each is a `###` heading with a table of steps and files. */
export function readFlows(architecture: string): Flow[] {
  const section = /^## Flows\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(architecture)?.[1] ?? '';
  return section
    .split(/^### /m)
    .slice(1)
    .map((text) => ({
      name: text.slice(0, text.indexOf('\n')),
      files: [...new Set([...text.matchAll(/`((?:src|packages)\/[^`]+\.\w+)`/g)].map(([, path]) => path ?? ''))],
    }));
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function printIndicators(root: string): Promise<void> {
  const names = (await readdir(root, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const paths = names.filter((path) => COUNTED.test(path) && !EXCLUDED.test(path));
  const sizes = await Promise.all(
    paths.map(async (path) => ({ path, lines: countCodeLines(path, await readFile(posix.join(root, path), 'utf8')) })),
  );
  const folders = Map.groupBy(sizes, ({ path }) => dirname(path));
  const lines = sizes.map((file) => file.lines);
  const short = lines.filter((count) => count <= SHORT_LINES).length;
  console.log(`files                     ${sizes.length}`);
  console.log(`lines of code             ${lines.reduce((sum, count) => sum + count, 0)}`);
  console.log(`median lines of a file    ${median(lines)}`);
  console.log(`files of ${SHORT_LINES} lines or fewer ${short} (${Math.round((short / sizes.length) * 100)}%)`);
  console.log(`files over ${LONG_LINES} lines      ${lines.filter((count) => count > LONG_LINES).length}`);
  console.log(`folders                   ${folders.size}`);
  for (const [folder, files] of folders) if (files.length > MAX_FOLDER_FILES) console.log(`  ${files.length} files in ${folder}`);
  const architecture = await readFile(posix.join(root, 'ARCHITECTURE.md'), 'utf8');
  for (const { name, files } of readFlows(architecture))
    console.log(`${name.padEnd(26)}${files.length} files in ${new Set(files.map((file) => dirname(file))).size} folders`);
}

if (import.meta.main) await printIndicators(resolve(process.argv[2] ?? '.'));
