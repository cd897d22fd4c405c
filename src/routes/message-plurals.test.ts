import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /(?:^|\/)messages(?:\.ts|\/[\w-]+\.ts)$/.test(name));

/** Matches the number one followed by a plural noun, for example `1 items`. */
const WRONG =
  /\b(?:1|one) (?:cases|bottles|wines|packs|cards|clubs|orders|items|favourites|suggestions|results|drinks|months|days|hours|minutes|years|characters|digits|seats)\b/i;

interface FoundText {
  readonly path: string;
  /** Texts for the number 1 and for the string `1`, as formatted numbers are strings. */
  readonly texts: readonly string[];
}

const call = (message: (...values: unknown[]) => unknown, value: unknown): unknown => {
  try {
    return message(...Array.from({ length: message.length }, () => value));
  } catch {
    // The message expects other arguments.
    return null;
  }
};

/** Returns the texts of a value. Calls functions with 1 for every parameter. */
function textsOf(value: unknown, path: string): FoundText[] {
  if (typeof value === 'function') {
    const texts = [1, '1'].map((one) => call(value as (...values: unknown[]) => unknown, one)).filter((text) => typeof text === 'string');
    return texts.length > 0 ? [{ path, texts }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

describe('messages with a count', () => {
  test.each(files)('%s have the singular for one', async (file) => {
    const found = textsOf(await import(/* @vite-ignore */ join(SOURCE, file)), file);

    expect(found.filter(({ texts }) => texts.every((text) => WRONG.test(text)))).toEqual([]);
  });

  test('are found in every layer', () => {
    expect(files.length).toBeGreaterThan(30);
  });
});
