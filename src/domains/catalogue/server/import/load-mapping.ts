/** Loads shipped mappings by name and mapping files of the retailer. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Mapping, parseMapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { OperatorError } from '#lib/operator-error.ts';

const SHIPPED = new URL('./mappings/', import.meta.url);

/** A missing or invalid mapping. The message is shown to the user. */
export class MappingError extends OperatorError {}

/** Returns the names of the shipped mappings. */
export async function shippedMappings(): Promise<string[]> {
  const files = await readdir(SHIPPED);
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/**
 * Loads a mapping by the name of a shipped one or by path (contains a slash or ends in `.json`). @throws MappingError with all
 * errors
 */
export async function loadMapping(nameOrPath: string): Promise<Mapping> {
  const isPath = /[/\\]|\.json$/.test(nameOrPath);
  const path = isPath ? nameOrPath : fileURLToPath(new URL(`${encodeURIComponent(nameOrPath)}.json`, SHIPPED));
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    const names = (await shippedMappings()).join(', ');
    throw new MappingError(
      isPath
        ? `There is no mapping file ${nameOrPath}.`
        : `There is no mapping "${nameOrPath}"; there are ${names}, or give the path of one.`,
    );
  }
  const read = parseMapping(parseJson(text, nameOrPath));
  if ('errors' in read) throw new MappingError(`The mapping ${nameOrPath} has errors: ${read.errors.join(' ')}`);
  return read.mapping;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MappingError(`The mapping ${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
