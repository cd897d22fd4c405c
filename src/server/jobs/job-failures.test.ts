import { expect, test, vi } from 'vitest';
import { createJobFailures } from './job-failures.ts';

test('reports a failed job, and only warns of one that the end of the process interrupted', () => {
  const log = { error: vi.fn(), warn: vi.fn() };
  const report = vi.fn();
  const failures = createJobFailures(log, { report });
  const failure = new Error('The gateway did not answer');
  const interruption = new Error('Cannot use a pool after calling end on the pool');

  failures.report('reconcile-payments', failure);
  failures.expectInterruptions();
  failures.report('sum-sales', interruption);

  expect(report.mock.calls).toEqual([[failure, { component: 'background', action: 'reconcile-payments' }]]);
  expect(log.error.mock.calls).toEqual([[{ err: failure }, 'reconcile-payments']]);
  expect(log.warn.mock.calls).toEqual([
    [{ err: interruption, job: 'sum-sales' }, 'The process stopped before a job ended. A later run repeats it'],
  ]);
});
