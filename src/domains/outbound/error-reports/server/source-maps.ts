/** Where in the sources a frame of the built scripts comes from, by the source maps that the build keeps to itself. */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { basename, join } from 'node:path';
import type { Frame } from '../model/notice.ts';

/** A frame as `file:line:column`, in its source where the build's folder of maps has one. */
export function createSourceMapResolver(folder: string): (frame: Frame) => Promise<string> {
  const maps = new Map<string, Promise<SourceMap | null>>();
  const mapOf = (file: string): Promise<SourceMap | null> => {
    const name = `${basename(file)}.map`;
    const known = maps.get(name);
    if (known) return known;
    const reading = readFile(join(folder, name), 'utf8').then(
      (text) => new SourceMap(JSON.parse(text)),
      () => null,
    );
    maps.set(name, reading);
    return reading;
  };
  return async ({ file, number, column }) => {
    const place = [file, number, column].filter((part) => part !== null).join(':');
    const map = number === null ? null : await mapOf(file);
    if (!map || number === null) return place;
    const origin = map.findEntry(number - 1, Math.max(0, (column ?? 1) - 1));
    if (!('originalSource' in origin) || !origin.originalSource) return place;
    return `${origin.originalSource.replace(/^(?:\.\.\/)+/, '')}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  };
}
