import { expect, test } from 'vitest';
import { awaitTurn } from './pace.ts';

const signal = new AbortController().signal;

test('requests of an account start in their order with pauses, those of another at once', async () => {
  const started: string[] = [];
  const begin = performance.now();
  const turn = (account: string, name: string) => awaitTurn(account, 60, signal).then(() => started.push(name));
  await Promise.all([turn('one', 'first'), turn('one', 'second'), turn('one', 'third'), turn('other', 'other')]);

  expect(started).toEqual(['first', 'other', 'second', 'third']);
  expect(performance.now() - begin).toBeGreaterThan(110);
});

test('a request whose waiting time is over does not start', async () => {
  await awaitTurn('full', 60_000, signal);

  await expect(awaitTurn('full', 60_000, AbortSignal.timeout(10))).rejects.toMatchObject({ name: 'TimeoutError' });
});
