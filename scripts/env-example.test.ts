import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig, VARIABLES } from '#lib/server/config.ts';
import { ENV_EXAMPLE, formatEnvExample } from './env-example.ts';

test('matches the output of `node scripts/env-example.ts`', async () => {
  expect(await readFile(ENV_EXAMPLE, 'utf8')).toBe(formatEnvExample(VARIABLES));
});

test('describes the configuration of an empty environment with its lines that are not comments', () => {
  const text = formatEnvExample(VARIABLES).replace(/^# (?=[A-Z_]+=)/gm, '');

  expect(readConfig(parseEnv(text))).toEqual(readConfig({}));
});

test('formats a variable with its description, allowed values and default', () => {
  expect(formatEnvExample({ PORT: { default: '3000', allowed: 'a number', description: 'Port to listen on.' } })).toMatch(
    /\n\n# Port to listen on\.\n# Allowed: a number\n# PORT=3000\n$/,
  );
});
