import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLOURS, KINDS, SPACES } from '#routes/_shop/design/tokens.ts';

const sheet = readFileSync(new URL('../../src/ui/styles/tokens.css', import.meta.url), 'utf8');
const declared = new Set([...sheet.matchAll(/--([a-z0-9-]+):/g)].map(([, name]) => name));
const displayed = [...COLOURS.map(({ name }) => name), ...KINDS.flatMap((kind) => [`g-${kind}`, `k-${kind}`]), ...SPACES];

test('the style sheet contains what the page shows', () => {
  expect(displayed.filter((name) => !declared.has(name))).toEqual([]);
});

test('the page shows each kind and space of the style sheet', () => {
  expect([...declared].filter((name) => /^([gk]-[a-z]+|s\d+)$/.test(name ?? '') && !displayed.includes(name ?? ''))).toEqual([]);
});
