/** Compares exchanges with the recordings in `recordings/`. `RECORD=yes` writes them instead. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const IS_RECORDING = process.env.RECORD === 'yes';

/** One line per leaf of the first three levels: short diffs without a line for each bracket of a schema. */
const format = (value: unknown, depth = 0): string => {
  if (typeof value !== 'object' || value === null || depth === 3) return JSON.stringify(value);
  const indent = '  '.repeat(depth + 1);
  const lines = Array.isArray(value)
    ? value.map((inner) => `${indent}${format(inner, depth + 1)}`)
    : Object.entries(value).map(([name, inner]) => `${indent}${JSON.stringify(name)}: ${format(inner, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${'  '.repeat(depth)}${close}`;
};

const fileOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Reads a recorded JSON document, or writes it first when recording. */
export function readOrRecord(name: string, actual: unknown): unknown {
  const file = fileOf(name);
  if (IS_RECORDING || !existsSync(file)) {
    if (!IS_RECORDING) throw new Error(`tests/contract/${name} is missing; record it with RECORD=yes`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${format(actual)}\n`);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Reads a JSON document that is written by hand. */
export const readDocument = (name: string): unknown => JSON.parse(readFileSync(fileOf(name), 'utf8'));
