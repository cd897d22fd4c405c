/** What the image is and how it starts, read from the Dockerfile, so that the test of a clean root runs what the image runs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const DOCKERFILE = fileURLToPath(new URL('../../Dockerfile', import.meta.url));

export interface ImageEnvironment {
  /** Variables of `ENV`. */
  readonly variables: Readonly<Record<string, string>>;
  /** The words of `CMD`. */
  readonly command: readonly string[];
  /** The words of `CMD` of `HEALTHCHECK`. */
  readonly healthCommand: readonly string[];
  /** User and group of `USER`. */
  readonly user: string;
}

/** Reads the last stage of the Dockerfile. @throws Error if an instruction is missing */
export function readImageEnvironment(): ImageEnvironment {
  const text = readFileSync(DOCKERFILE, 'utf8').replaceAll('\\\n', ' ');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const instruction = (name: string): string => {
    const found = new RegExp(`^${name} (.+)$`, 'm').exec(stage)?.[1];
    if (found === undefined) throw new Error(`The Dockerfile has no ${name} in its last stage.`);
    return found;
  };
  const variables = Object.fromEntries(
    instruction('ENV')
      .split(/\s+/)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const words = z.array(z.string()).min(1);
  return {
    variables,
    command: words.parse(JSON.parse(instruction('CMD'))),
    healthCommand: words.parse(JSON.parse(instruction('HEALTHCHECK').replace(/^.*? CMD /, ''))),
    user: instruction('USER'),
  };
}
