import { hash } from './hash.ts';

/** Increases whenever the same data is drawn differently, so that browsers ask again for pictures they have cached. */
const DRAWING_VERSION = 1;

/** Returns 14 letters and digits that name a drawing of JSON data. Changes with the data and with the way it is drawn. */
export const drawingVersion = (data: unknown): string => {
  const source = JSON.stringify([DRAWING_VERSION, data]);
  return hash(source).toString(36).padStart(7, '0') + hash(source, 0x9e3779b9).toString(36).padStart(7, '0');
};
