import { expect, test } from 'vitest';
import { listenToSkippedTransitions } from './skipped-transitions.ts';

const page = (ready: Promise<void>): Document =>
  ({ startViewTransition: () => ({ ready, finished: Promise.resolve() }) }) as unknown as Document;

test('a transition cut short is no fault, and is handed on as it is', async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', hear);
  const of = page(Promise.reject(new Error('Transition was skipped')));
  listenToSkippedTransitions(of);
  const transition = of.startViewTransition(() => undefined);
  await transition.finished;
  await new Promise((done) => setTimeout(done, 5));
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
  await expect(transition.ready).rejects.toThrow('skipped');
});

test('a browser without transitions is left alone', () => {
  expect(() => listenToSkippedTransitions({} as Document)).not.toThrow();
});
