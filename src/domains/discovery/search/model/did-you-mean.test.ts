import { expect, test } from 'vitest';
import { distinctWords, nearestQuery } from './did-you-mean.ts';

const LABELS = ['Shiraz', 'Pinot Noir', 'Barossa Valley', 'Gewürztraminer', 'Château Tambour'];

test.each([
  { query: 'shraz', meant: 'shiraz' },
  { query: 'gevurstraminer', meant: 'gewurztraminer' },
  { query: 'pino nori', meant: 'pinot noir' },
  { query: 'chatau tambur', meant: 'chateau tambour' },
  { query: 'shiraz', meant: null },
  { query: 'zzzzqqq', meant: null },
  { query: 'shraz zzzzqqq', meant: null },
  { query: '', meant: null },
])('suggests $meant for "$query"', ({ query, meant }) => {
  expect(nearestQuery(query, distinctWords(LABELS))).toBe(meant);
});
