/** Parses values of parameters as JSON types (v5, JSON bodies) or as text of an encoded query (v4). */
import { SearchError } from './search-error.ts';

export type RawParams = ReadonlyMap<string, unknown>;

const refuse = (name: string, expected: string): never => {
  throw new SearchError(400, `Invalid value for "${name}" parameter, expected ${expected}`);
};

export const textValue = (params: RawParams, name: string): string | undefined => {
  const value = params.get(name) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : refuse(name, 'a string');
};

/** Parses a whole number and clamps it to a range. */
export const integerValue = (params: RawParams, name: string, least: number, most: number): number | undefined => {
  const value = params.get(name) ?? undefined;
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) return refuse(name, 'a whole number from 0');
  return Math.min(Math.max(number, least), most);
};

export const booleanValue = (params: RawParams, name: string): boolean | undefined => {
  const value = params.get(name) ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  if (value === 'true' || value === '1' || value === 1) return true;
  return value === 'false' || value === '0' || value === 0 ? false : refuse(name, 'true or false');
};

/** Parses a list of names: a list, JSON, one name, or names with commas. */
export const namesValue = (params: RawParams, name: string): readonly string[] | undefined => {
  const value = params.get(name) ?? undefined;
  if (value === undefined) return undefined;
  const list = typeof value === 'string' ? (value.trimStart().startsWith('[') ? readJson(name, value) : value.split(',')) : value;
  if (!Array.isArray(list) || list.some((each) => typeof each !== 'string')) return refuse(name, 'a list of strings');
  return list.map((each: string) => each.trim()).filter((each) => each !== '');
};

const readJson = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(name, 'valid JSON');
  }
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new SearchError(400, 'Invalid encoding in "params"');
  }
};

/** Parses `query=a&page=1`. The last of a repeated name counts. */
export const decodeParams = (encoded: string): [string, string][] =>
  encoded
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decode(name), decode(value.join('='))];
    });

const written = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Formats parameters as `query=a&page=1`, as responses repeat them. */
export const encodeParams = (params: RawParams): string =>
  Array.from(
    params,
    ([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(written(value).toWellFormed())}`,
  ).join('&');
