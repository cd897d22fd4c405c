/** compose.yaml with values in place of its variables, so that tests read what a container gets. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { z } from 'zod';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** The values of example.env, with secrets. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    read('deploy/compose/example.env')
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ),
  POSTGRES_PASSWORD: 'p'.repeat(32),
  DATABASE_PASSWORD: 'd'.repeat(32),
  MIGRATION_PASSWORD: 'o'.repeat(32),
  SECRETS_KEY: 's'.repeat(44),
  AWS_SECRET_ACCESS_KEY: 'k'.repeat(32),
  METRICS_TOKEN: 'm'.repeat(32),
};

/** Puts values in place of `${NAME}`, `${NAME:-default}`, `${NAME-default}` and `${NAME:?message}`. */
export const substitute = (text: string): string =>
  text.replaceAll(/\$\{([A-Z0-9_]+)(?::?-([^}]*)|:\?[^}]*)?\}/g, (_, name: string, otherwise = '') => EXAMPLES[name] || otherwise);

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z
      .object({
        image: z.string(),
        command: z.array(z.string()).optional(),
        environment: z.record(z.string(), z.string().transform(substitute)).default({}),
        depends_on: z.unknown().optional(),
        healthcheck: z
          .object({ test: z.array(z.string()) })
          .loose()
          .optional(),
      })
      .loose(),
  ),
});

export type ComposeServices = z.output<typeof composeSchema>['services'];

/** Reads the services of compose.yaml. @throws Error if it is not YAML or has another structure */
export function readComposeServices(): ComposeServices {
  const document = parseDocument(read('compose.yaml'), { merge: true });
  if (document.errors.length > 0) throw new Error(document.errors.join('\n'));
  return composeSchema.parse(document.toJS()).services;
}
