import { hash } from './hash.ts';

/** Increased whenever the same data is drawn differently, so that browsers do not use outdated pictures from their caches. */
const DRAWING_VERSION = 1;

/** Returns 14 letters and digits that identify a drawing of JSON data. Changes with the data and with DRAWING_VERSION. */
export const drawingVersion = (data: unknown): string => {
  const source = JSON.stringify([DRAWING_VERSION, data]);
  return hash(source).toString(36).padStart(7, '0') + hash(source, 0x9e3779b9).toString(36).padStart(7, '0');
};
