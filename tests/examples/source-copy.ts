/** Copies of the source in a temporary folder, to which the worked examples of a guide are applied. */
import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A block of code in a guide, and the file that the line above it names. */
export interface Example {
  readonly path: string;
  /** `diff` changes a file; every other language creates one. */
  readonly language: string;
  readonly code: string;
}

/** Lists the blocks of a guide that belong to a file: a line with the path in backticks and a colon, an empty line, the block. */
export const examplesIn = (guide: string): Example[] =>
  [...guide.matchAll(/^`([^`\n]+)`(?: \(new\))?:\n\n```(\w+)\n(.*?)\n```$/gms)].map(([, path = '', language = '', code = '']) => ({
    path,
    language,
    code,
  }));

/** Applies the parts of a diff block, separated by `@@`. @throws Error if the present lines of a part are not in the text exactly once */
export function applyDiff(text: string, diff: string): string {
  let changed = text;
  for (const part of diff.split(/^@@\n/m)) {
    const lines = part.replace(/\n$/, '').split('\n');
    const without = (sign: string): string =>
      lines
        .filter((line) => !line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [before, after] = [without('+'), without('-')];
    const count = changed.split(before).length - 1;
    if (count !== 1) throw new Error(`these lines are there ${count} times:\n${before}`);
    changed = changed.replace(before, () => after);
  }
  return changed;
}

export interface SourceCopy {
  readonly folder: string;
  apply(examples: readonly Example[]): Promise<void>;
  /** Runs a Node script of the copy. @returns exit code and output */
  run(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>;
  remove(): Promise<void>;
}

/** Copies the files of the working tree, and links the installed packages. */
export async function createSourceCopy(): Promise<SourceCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-source-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const path of files.split('\0').filter((each) => each !== '' && !each.startsWith('docs/screenshots/'))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // A file that was deleted but not committed is listed too.
    await cp(join(ROOT, path), join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  // The state of the last type check, so that only what the examples touch is checked again.
  await cp(join(ROOT, 'tsc/out'), join(folder, 'tsc/out'), { recursive: true, force: false, preserveTimestamps: true }).catch(() => {});
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    async apply(examples) {
      for (const { path, language, code } of examples) {
        const file = join(folder, path);
        await mkdir(dirname(file), { recursive: true });
        try {
          await writeFile(file, language === 'diff' ? applyDiff(await readFile(file, 'utf8'), code) : `${code}\n`);
        } catch (error) {
          throw new Error(`the example of ${path} does not fit: ${error instanceof Error ? error.message : error}`);
        }
      }
    },
    run: (args) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
        const chunks: Buffer[] = [];
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        child.on('error', reject);
        child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }));
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
