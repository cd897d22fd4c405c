/** Reads JSON that another program or an earlier version wrote. */

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a text. @returns null if it is not JSON of an object */
export function parseJsonObject(text: string | null): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns true for an object whose named fields are all texts. */
export const hasTexts = <Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is JsonObject & Readonly<Record<Name, string>> => isJsonObject(value) && names.every((name) => typeof value[name] === 'string');
