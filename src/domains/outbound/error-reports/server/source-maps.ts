/** Resolves frames of built scripts to sources with the source maps of the build, which are not served. */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { basename, join } from 'node:path';
import type { Frame } from '../model/notice.ts';

/** Formats a frame as `file:line:column`, in its source if there is a source map. */
export function createSourceMapResolver(folder: string): (frame: Frame) => Promise<string> {
  const maps = new Map<string, Promise<SourceMap | null>>();
  const mapOf = (file: string): Promise<SourceMap | null> => {
    const name = `${basename(file)}.map`;
    const cached = maps.get(name);
    if (cached) return cached;
    const reading = readFile(join(folder, name), 'utf8').then(
      (text) => new SourceMap(JSON.parse(text)),
      () => null,
    );
    maps.set(name, reading);
    return reading;
  };
  return async ({ file, number, column }) => {
    const position = [file, number, column].filter((part) => part !== null).join(':');
    const map = number === null ? null : await mapOf(file);
    if (!map || number === null) return position;
    const origin = map.findEntry(number - 1, Math.max(0, (column ?? 1) - 1));
    if (!('originalSource' in origin) || !origin.originalSource) return position;
    return `${origin.originalSource.replace(/^(?:\.\.\/)+/, '')}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  };
}
