import { beforeEach, expect, test, vi } from 'vitest';
import { createPortions } from './portions.ts';

beforeEach(() => void vi.stubGlobal('isSecureContext', true));

const done = (items: readonly string[]) => ({ ok: true, value: items }) as const;
const failed = (status: number) => ({ ok: false, title: `Status ${status}`, status }) as const;

test.each([0, 500, 502, 504])('records of a call that failed with status %i may be done', async (status) => {
  const portions = createPortions(['a', 'b', 'c', 'd'], 2);

  const { answers, interruption } = await portions.run(async (items) => (items.includes('c') ? failed(status) : done(items)));

  expect(answers).toEqual([['a', 'b']]);
  expect(interruption).toMatchObject({ done: 2, unknown: 2, unanswered: ['c', 'd'], count: 4 });
});

test.each([400, 403, 409, 422, 429])('no record of a call that was refused with status %i is done', async (status) => {
  const { interruption } = await createPortions(['a', 'b'], 2).run(async () => failed(status));

  expect(interruption).toMatchObject({ done: 0, unknown: 0, unanswered: [] });
});

test('records that may be done stay so when the next attempt is refused, until they have a result', async () => {
  const portions = createPortions(['a', 'b', 'c'], 2);
  await portions.run(async () => failed(502));

  const refused = await portions.run(async () => failed(403));
  const later = await portions.run(async (items) => (items.includes('c') ? failed(403) : done(items)));

  expect(refused.interruption).toMatchObject({ unanswered: ['a', 'b'] });
  expect(later.interruption).toMatchObject({ done: 2, unanswered: [] });
});

test('a failed portion is sent again by the same key, and the next one by another', async () => {
  const portions = createPortions(['a', 'b'], 1);
  const keys: string[] = [];
  const send = (status: number) => async (items: readonly string[], key: string) => {
    keys.push(key);
    return status < 300 ? done(items) : failed(status);
  };

  await portions.run(send(504));
  await portions.run(send(200));

  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(2);
});
