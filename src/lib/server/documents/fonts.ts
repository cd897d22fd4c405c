/**
 * Typefaces of documents: Instrument Sans, and Noto Sans SC for what it lacks, such as names in Chinese. Each comes in files by ranges of
 * characters, which are loaded when a document needs them.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import { z } from 'zod';

/** A file of a typeface, in the two weights that documents use. */
export interface FontFile {
  readonly name: string;
  readonly normal: Buffer;
  readonly bold: Buffer;
}

/** A part of a text that one font file can draw. */
export interface FontRun {
  readonly font: string;
  readonly text: string;
}

type Range = readonly [first: number, last: number];

interface FontRange {
  readonly name: string;
  readonly ranges: readonly Range[];
  readonly load: () => Promise<FontFile>;
}

const { resolve } = createRequire(import.meta.url);
/** The file that most texts need. It draws a box for what no file has. */
export const FIRST_FONT = 'instrument-sans-latin';
const NORMAL = 400;
const BOLD = 600;
/** Joins and variants of emoji, which no font here has. They would be drawn as boxes of their own. */
const INVISIBLE = /[\u200D\uFE0E\uFE0F]/gu;
const unicodeTable = z.record(z.string(), z.string());

/** Reads `U+4e00-4e10,U+4e20`. */
const parseRanges = (text: string): readonly Range[] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice('U+'.length).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

const charactersOf = (ranges: readonly Range[]): string =>
  ranges
    .map(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(''))
    .join('');

/** Lists the files of a package of fonts. @param readWeight reads a range in one weight */
function listRanges(
  packageName: string,
  readWeight: (file: (suffix: string) => Promise<Buffer>, characters: string, weight: number) => Promise<Buffer>,
): FontRange[] {
  const folder = dirname(resolve(`${packageName}/package.json`));
  const table = unicodeTable.parse(JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')));
  return Object.entries(table).map(([key, text]) => {
    const ranges = parseRanges(text);
    const range = key.replaceAll(/[[\]]/g, '');
    const name = `${packageName.slice(packageName.indexOf('/') + 1)}-${range}`;
    const file = (suffix: string): Promise<Buffer> => readFile(join(folder, 'files', `${name}-${suffix}.woff2`));
    const read = (weight: number): Promise<Buffer> => readWeight(file, charactersOf(ranges), weight);
    return { name, ranges, load: async () => ({ name, normal: await read(NORMAL), bold: await read(BOLD) }) };
  });
}

let allRanges: readonly FontRange[] | undefined;

/** Lists all files, the preferred ones first. */
function fontRanges(): readonly FontRange[] {
  allRanges ??= [
    ...listRanges('@fontsource/instrument-sans', async (file, characters, weight) =>
      subsetFont(await file(`${weight}-normal`), characters, { targetFormat: 'sfnt' }),
    ),
    ...listRanges('@fontsource-variable/noto-sans-sc', async (file, characters, wght) =>
      subsetFont(await file('wght-normal'), characters, { targetFormat: 'sfnt', variationAxes: { wght } }),
    ),
  ];
  return allRanges;
}

const hasCodePoint = ({ ranges }: FontRange, codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);

/** Splits a text by the font files that draw it. A character that no file has is drawn as a box by the first one. */
export function splitByFont(text: string): FontRun[] {
  const runs: { font: string; text: string }[] = [];
  for (const character of text.replaceAll(INVISIBLE, '')) {
    const codePoint = character.codePointAt(0) ?? 0;
    const font = fontRanges().find((range) => hasCodePoint(range, codePoint))?.name ?? FIRST_FONT;
    const last = runs.at(-1);
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

const loaded = new Map<string, Promise<FontFile>>();

/** Loads a font file by its name, once in the life of the process. @throws RangeError for an unknown name */
export function loadFont(name: string): Promise<FontFile> {
  let file = loaded.get(name);
  if (!file) {
    const range = fontRanges().find((one) => one.name === name);
    if (!range) throw new RangeError(`There is no font ${name}.`);
    file = range.load();
    file.catch(() => loaded.delete(name));
    loaded.set(name, file);
  }
  return file;
}
